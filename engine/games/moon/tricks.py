"""Trick play of Moon (moon.md §6): as in all games in tricks, with three seats, and nobody sits out."""

from engine.dominoes.tricks.trick import TRICKS, Trick, Tricks

__all__ = ["TRICKS", "Trick", "Tricks"]
