"""Blockers: the rule sheet is blockers.md beside this package."""

from engine.games.blockers.game import GAME

__all__ = ["GAME"]
