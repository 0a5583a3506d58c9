"""Computer players of Fives."""

from engine.players.plain import PLAYERS

__all__ = ["PLAYERS"]
