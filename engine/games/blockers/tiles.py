"""The tiles of Blockers and the spaces each fits (blockers.md §1).

Inside the rules a sign is a small int, its place in `SIGNS`, and a rack is an int used as a bit mask of signs. In
actions, events and observations tiles are `Tile`s.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.games.blockers.board import COLUMNS, EVERYWHERE, ROWS, ZONES, Mask
from engine.words import Message, Value, msg

Sign = int
"""A–I are 0–8, 1–9 are 9–17, the nine symbols 18–26, the joker 27."""

SYMBOLS = ("sun", "star", "heart", "diamond", "ring", "triangle", "moon", "plus", "drop")
"""The symbols in the order of their zones, row by row from the upper left."""

SIGNS = (*"ABCDEFGHI", *"123456789", *SYMBOLS, "joker")
"""The name of each sign in notation."""
EVERY_SIGN = (1 << len(SIGNS)) - 1

FIRST_SYMBOL: Sign = SIGNS.index(SYMBOLS[0])
JOKER: Sign = len(SIGNS) - 1
FITS: tuple[Mask, ...] = (*ROWS, *COLUMNS, *ZONES, EVERYWHERE)
"""For each sign, the spaces that it fits."""

RACK = 5
"""The tiles of one colour on a full rack."""
UNPLAYED = 4
"""The tiles of each colour that are never placed, and stay on its rack."""

_SYMBOL_NAMES = (
    msg("sun"),
    msg("star"),
    msg("heart"),
    msg("diamond"),
    msg("ring"),
    msg("triangle"),
    msg("moon"),
    msg("plus"),
    msg("drop"),
    msg("joker"),
)


class Colour(IntEnum):
    """The colours in seat order.

    Colour c belongs to seat c modulo the number of seats.
    """

    RED = 0
    GREEN = 1
    BLUE = 2
    YELLOW = 3
    PURPLE = 4

    def __str__(self) -> str:
        return self.name.casefold()

    @property
    def text(self) -> Message:
        """The name of the colour, as players read it."""
        return _COLOUR_NAMES[self]


COLOURS = tuple(Colour)
_COLOUR_NAMES = (msg("red"), msg("green"), msg("blue"), msg("yellow"), msg("purple"))


class Tile(NamedTuple):
    """One tile. Sorted by colour, then letters, numbers, symbols and the joker."""

    colour: Colour
    sign: Sign

    def __str__(self) -> str:
        return f"{self.colour} {SIGNS[self.sign]}"

    @property
    def text(self) -> Value:
        """The sign alone, as players read it if the colour is clear."""
        return sign_text(self.sign)

    @property
    def full_text(self) -> Message:
        """The sign, and the colour in brackets, so that no language has to make it agree with the sign."""
        return msg("{sign} ({colour})", sign=self.text, colour=self.colour.text)


TILES = tuple(tuple(Tile(colour, sign) for sign in range(len(SIGNS))) for colour in COLOURS)
"""Every tile, by colour and sign."""


def sign_text(sign: Sign) -> Value:
    """Return the name of a sign, as players read it."""
    return _SYMBOL_NAMES[sign - FIRST_SYMBOL] if sign >= FIRST_SYMBOL else SIGNS[sign]
