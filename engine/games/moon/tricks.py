"""Trick play of Moon (moon.md §6).

It is the trick play that several games share. Moon has three seats, and nobody sits out.
"""

from engine.dominoes.tricks.trick import TRICKS, Trick, Tricks

__all__ = ["TRICKS", "Trick", "Tricks"]
