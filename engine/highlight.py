"""A moment of a game that is worth showing to others."""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Message


class Highlight(NamedTuple):
    """What is worth showing of what everybody saw after a step. Public."""

    weight: float
    """From 0 to 100: the weightiest of a game is shown."""
    told: Message
    """What it is, in a sentence."""
    counted: bool = False
    """Whether the account of the round shows it; else the table does."""
