"""Domino tiles and the sets they come in.

Inside the rules a tile is a small int, its index in its set, and a hand is an int used as a bit mask. Indices ascend by
pip sum, then by the higher number, so the heaviest tile of a mask is its highest bit. `Tile` is the readable form at
the edge: notation, events, observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

SIZES = (6, 9, 12, 15, 18)
"""The highest numbers of the sets, double-6 to double-18."""


class Tile(NamedTuple):
    """A domino, higher number first; sorted by the higher number, then the lower."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def pips(self) -> int:
        return self.high + self.low

    @property
    def double(self) -> bool:
        return self.high == self.low

    def has(self, number: int) -> bool:
        return number in self

    def other(self, number: int) -> int:
        """Return the number on the half that does not show `number`."""
        return self.pips - number


def tile(text: str) -> Tile:
    """Read "6-2" or "2-6". Raises ValueError for anything else."""
    first, second = sorted((int(half) for half in text.split("-")), reverse=True)
    return Tile(first, second)


def tiles(text: str) -> tuple[Tile, ...]:
    """Read several tiles separated by blanks."""
    return tuple(tile(word) for word in text.split())


class TileSet:
    """All tiles with numbers 0 to `highest`, each pair once."""

    def __init__(self, highest: int) -> None:
        pairs = [Tile(high, low) for high in range(highest + 1) for low in range(high + 1)]
        self.highest = highest
        self.tiles: tuple[Tile, ...] = tuple(sorted(pairs, key=lambda t: (t.pips, t.high)))
        self.index: dict[Tile, int] = {t: i for i, t in enumerate(self.tiles)}
        self.pips: tuple[int, ...] = tuple(t.pips for t in self.tiles)
        self.canonical: tuple[Tile, ...] = tuple(sorted(pairs))
        self._rank: tuple[int, ...] = tuple(self.canonical.index(t) for t in self.tiles)
        """For each index the tile's place in `canonical`."""
        self.suit: tuple[int, ...] = tuple(self.mask(t for t in pairs if n in t) for n in range(highest + 1))
        """For each number the mask of the tiles that show it."""
        self.doubles: int = self.mask(t for t in pairs if t.double)
        self.all: int = (1 << len(self.tiles)) - 1

    def __len__(self) -> int:
        return len(self.tiles)

    def __reduce__(self) -> tuple[Callable[[int], TileSet], tuple[int]]:
        return tile_set, (self.highest,)

    def mask(self, chosen: Iterable[Tile]) -> int:
        """Return the tiles as a bit mask."""
        mask = 0
        for t in chosen:
            mask |= 1 << self.index[t]
        return mask

    def of(self, mask: int) -> tuple[Tile, ...]:
        """Return the tiles of a mask, in canonical order."""
        ranks = []
        while mask:  # inlined like `bits`, because every list of legal actions begins here
            highest = mask.bit_length() - 1
            ranks.append(self._rank[highest])
            mask ^= 1 << highest
        ranks.sort()
        return tuple([self.canonical[rank] for rank in ranks])

    def pip_sum(self, mask: int) -> int:
        """Return the sum of the pips of a mask's tiles."""
        total = 0
        while mask:  # inlined like `bits`, because a play-out adds up every hand
            highest = mask.bit_length() - 1
            total += self.pips[highest]
            mask ^= 1 << highest
        return total


@cache
def tile_set(highest: int) -> TileSet:
    """Return the cached set with numbers up to `highest`."""
    return TileSet(highest)


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the ones in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
