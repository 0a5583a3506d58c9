"""The tiles of Moon and its suits (moon.md §1 and §3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.dominoes.tricks.suits import DOUBLES, NO_TRUMP, NUMBERS, SET, Suits, Trump, find_suits
from engine.tiles import Tile, bits

__all__ = ["DECK", "DECK_MASK", "DOUBLES", "NO_TRUMP", "SET", "TRUMPS", "find_lightest", "suits"]

DECK: tuple[Tile, ...] = tuple(t for t in SET.tiles if t.low > 0 or t.high == 0)
"""The 22 tiles of Moon; the only one with a blank is 0-0."""
DECK_MASK = SET.mask(DECK)

TRUMPS: tuple[Trump, ...] = (*NUMBERS, DOUBLES, NO_TRUMP)

suits: Callable[[Trump], Suits] = partial(find_suits, DECK_MASK)
"""Returns the cached tables of Moon's tiles under one trump."""


def find_lightest(mask: int) -> int:
    """Return the tile with the fewest pips; if several are equal, the one with the lowest `high`."""
    return next(bits(mask))
