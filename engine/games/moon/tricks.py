"""Trick play of Moon (moon.md §6): as in every game of tricks, with three seats and no one who sits out."""

from engine.dominoes.tricks.trick import TRICKS, Trick, Tricks

__all__ = ["TRICKS", "Trick", "Tricks"]
