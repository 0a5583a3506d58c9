"""Computer players of Texas 42."""

from __future__ import annotations

from engine.players.plain import PLAYERS

__all__ = ["PLAYERS"]
