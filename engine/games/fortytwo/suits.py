"""The tiles of Texas 42, and which of them count (fortytwo.md §1 and §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.dominoes.tricks.suits import NO_TRUMP, NO_TRUMP_LOW, NO_TRUMP_OWN, SET, Suits, Trump, find_suits
from engine.games.fortytwo.options import HIGH, LOW, OWN
from engine.tiles import Tile, tile

DECK: tuple[Tile, ...] = SET.tiles
HAND_POINTS = 42
"""The points of a round: 35 on tiles, and one for each trick."""
COUNTS = {tile("5-5"): 10, tile("6-4"): 10, tile("5-0"): 5, tile("4-1"): 5, tile("3-2"): 5}
"""The tiles that count, and how much."""
COUNT_OF: tuple[int, ...] = tuple(COUNTS.get(t, 0) for t in SET.tiles)
"""For each tile, by its index, how much it counts."""
WITHOUT_TRUMP = {HIGH: NO_TRUMP, LOW: NO_TRUMP_LOW, OWN: NO_TRUMP_OWN}
"""The kinds of no trump by how doubles count."""

suits: Callable[[Trump], Suits] = partial(find_suits, SET.all)
"""Returns the cached tables under one trump."""


def trick_points(tiles: Iterable[int]) -> int:
    """Return what a trick with these tiles is worth."""
    return 1 + sum([COUNT_OF[i] for i in tiles])


def list_trumps(doubles_trump: bool, no_trump: str) -> tuple[Trump, ...]:
    """Return what the bidder may name as trump."""
    without = tuple(WITHOUT_TRUMP.values()) if no_trump == "any" else (NO_TRUMP,) if no_trump == HIGH else ()
    return (*range(7), *((7,) if doubles_trump else ()), *without)
