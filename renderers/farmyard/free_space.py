"""How much free space each open end has for itself.

All ends grow at once over the free cells around them until they meet.

So two ends that share one way out also share the space behind it. A flood for each end alone would count that space
twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from renderers.farmyard.reach import CELL, FAR, Raster, blocked_cells
from renderers.kit.geometry import Bounds, Box, Point

SPAN = 48
"""The side in cells of the window around an end; a multiple of eight."""
STEPS = 14
"""The distance in cells up to which each end grows."""

_LINE = (1 << SPAN) - 1
_COLUMN = sum(1 << row * SPAN for row in range(SPAN))
"""The left column. It is never free, because a step beyond the end of a row leads there, to the next row."""


class Source(NamedTuple):
    """The cells from which an end begins to grow."""

    cells: int
    """As bits of a window, row by row."""
    needed: float
    """How many cells are enough for it."""
    weight: float
    """How much its shortage counts, from 0 to 1."""


class FreeSpace:
    """The cells of a window that are free and within walls, as bits row by row."""

    def __init__(self, raster: Raster, centre: Point, walls: Bounds) -> None:
        self._left = round(centre[0] / CELL) + FAR - SPAN // 2
        self._top = round(centre[1] / CELL) - SPAN // 2
        self._free = self._within(walls) & ~raster.window(self._left, self._top, SPAN) & ~_COLUMN

    def _within(self, walls: Bounds) -> int:
        """Return the cells of the window that are within the walls, as bits."""
        left, right = (min(max(self._column(x), 0), SPAN) for x in (walls.left, walls.right + CELL))
        top, bottom = (min(max(self._row(y), 0), SPAN) for y in (walls.top, walls.bottom + CELL))
        line = (1 << right) - (1 << left) if left < right else 0
        return sum(line << row * SPAN for row in range(top, bottom))

    def _column(self, x: float) -> int:
        return round(x / CELL) + FAR - self._left

    def _row(self, y: float) -> int:
        return round(y / CELL) - self._top

    def cells_at(self, points: Iterable[Point]) -> int:
        """Return the cells at some points as bits."""
        cells = ((self._column(x), self._row(y)) for x, y in points)
        return sum({1 << row * SPAN + column for column, row in cells if 0 <= column < SPAN and 0 <= row < SPAN})

    def shortage(self, sources: Sequence[Source], claims: Iterable[Box] = ()) -> float:
        """Return how much free space the ends lack if tiles lie at `claims`.

        An end adds at most its weight. The more cells it lacks, the more each further missing cell adds.
        """
        free = self._free & ~self._blocked_bits(claims)
        return sum(
            source.weight * max(0.0, 1 - share / source.needed) ** 2
            for source, share in zip(sources, _shares(free, sources), strict=True)
        )

    def _blocked_bits(self, claims: Iterable[Box]) -> int:
        blocked = 0
        for row, columns in chain.from_iterable(map(blocked_cells, claims)):
            if 0 <= (line := row - self._top) < SPAN:
                blocked |= (columns >> self._left & _LINE) << line * SPAN
        return blocked


def _shares(free: int, sources: Sequence[Source]) -> Sequence[int]:
    """Return how many cells each end gets if all grow at once; an end with enough stops growing."""
    fronts, shares = [], []
    for source in sources:
        fronts.append(source.cells & free)
        shares.append(fronts[-1].bit_count())
        free ^= fronts[-1]  # no other end can get these cells
    for _ in range(STEPS):
        for i, front in enumerate(fronts):
            if front and shares[i] < sources[i].needed:
                fronts[i] = front = (front << 1 | front >> 1 | front << SPAN | front >> SPAN) & free
                free ^= front
                shares[i] += front.bit_count()
    return shares
