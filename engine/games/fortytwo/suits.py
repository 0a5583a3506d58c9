"""The tiles of Texas 42, and their points (fortytwo.md §1 and §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.dominoes.tricks.suits import (
    DOUBLES,
    NO_TRUMP,
    NO_TRUMP_LOW,
    NO_TRUMP_OWN,
    NUMBERS,
    SET,
    Suits,
    Trump,
    find_suits,
)
from engine.games.fortytwo.options import ANY, HIGH, LOW, OWN
from engine.tiles import Tile, tile

DECK: tuple[Tile, ...] = SET.tiles
HAND_POINTS = 42
"""The points of a round: 35 on tiles, and one for each trick."""
COUNTS = {tile("5-5"): 10, tile("6-4"): 10, tile("5-0"): 5, tile("4-1"): 5, tile("3-2"): 5}
"""The points of the tiles that count."""
COUNT_OF: tuple[int, ...] = tuple(COUNTS.get(t, 0) for t in SET.tiles)
"""The points of each tile, by its index."""
WITHOUT_TRUMP = {HIGH: NO_TRUMP, LOW: NO_TRUMP_LOW, OWN: NO_TRUMP_OWN}
"""The kinds of no trump, by the option that says what doubles are."""

suits: Callable[[Trump], Suits] = partial(find_suits, SET.all)
"""Returns the cached tables under one trump."""


def trick_points(tiles: Iterable[int]) -> int:
    """Return the points of a trick with these tiles."""
    return 1 + sum([COUNT_OF[i] for i in tiles])


def list_trumps(doubles_trump: bool, no_trump: str) -> tuple[Trump, ...]:
    """Return the trumps that the bidder may name."""
    trumps = list(NUMBERS)
    if doubles_trump:
        trumps.append(DOUBLES)
    if no_trump == ANY:
        trumps.extend(WITHOUT_TRUMP.values())
    elif no_trump == HIGH:
        trumps.append(NO_TRUMP)
    return tuple(trumps)
