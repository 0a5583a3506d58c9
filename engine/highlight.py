"""Moments of a game that are worth showing to others."""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Message


class Highlight(NamedTuple):
    """A moment worth showing, from what everybody saw after a step. Public."""

    weight: float
    """From 0 to 100; the highlight of a game with the greatest weight is shown."""
    sentence: Message
    """The moment in a sentence."""
    counted: bool = False
    """Whether it is the end of a round, so that the picture of the score shows it. Otherwise the table is shown."""
