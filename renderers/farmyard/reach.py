"""A flood fill that finds where an arm can still grow to the outside.

It works on a coarse raster. The raster is one big integer with a bit for each cell, so one step of the flood is a few
shifts for all cells at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor
from typing import NamedTuple

from renderers.kit.geometry import DIAGONAL, Box, Point

CELL = 0.5
"""The side of a cell in u."""
WALKER = 0.57
"""The distance in u that the middle line of an arm keeps from a tile.

It is half the width of a tile, and a joint.
"""
RIM = 4
"""The number of free cells around everything, from which the flood starts."""
FAR = 2048
"""An offset that keeps the bit numbers of columns positive.

It is enough for a farmyard of 1,000 u either way.
"""

Rows = dict[int, int]
"""The blocked cells of each row of the raster, as bits of its columns."""


def blocked_cells(box: Box) -> list[tuple[int, int]]:
    """Return the rows in which a box blocks cells, each with its columns as bits."""
    x0, x1, y0, y1, p0, p1, q0, q1 = box
    rows = []
    for row in range(ceil((y0 - WALKER) / CELL), floor((y1 + WALKER) / CELL) + 1):
        y = row * CELL
        # where the row crosses the four pairs of edges; p and q of a `Box` are (x + y) and (y - x) times DIAGONAL
        low = max(x0 - WALKER, (p0 - WALKER) / DIAGONAL - y, y - (q1 + WALKER) / DIAGONAL)
        high = min(x1 + WALKER, (p1 + WALKER) / DIAGONAL - y, y - (q0 - WALKER) / DIAGONAL)
        first, last = ceil(low / CELL) + FAR, floor(high / CELL) + FAR
        if last >= first:
            rows.append((row, ((1 << (last - first + 1)) - 1) << first))
    return rows


class Raster:
    """The blocked cells of all tiles of a farmyard."""

    def __init__(self) -> None:
        self._rows: Rows = {}
        self._columns = 0
        """The columns that have any blocked cell, as bits."""

    def block(self, box: Box) -> None:
        """Block the cells of a box."""
        for row, columns in blocked_cells(box):
            self._rows[row] = self._rows.get(row, 0) | columns
            self._columns |= columns

    def window(self, left: int, top: int, span: int) -> int:
        """Return the blocked cells of a square, row by row; `span` is a multiple of eight."""
        return _join_rows(self._rows, top, left, span, span)

    def flood(self, more: Iterable[Box] = ()) -> Flood:
        """Return the cells that can be reached from outside if the boxes in `more` are blocked, too."""
        rows, columns = self._rows, self._columns
        added = [entry for box in more for entry in blocked_cells(box)]
        if added:
            rows = dict(rows)
            for row, bits in added:
                rows[row] = rows.get(row, 0) | bits
                columns |= bits
        return _flood_fill(rows, columns)


class Flood(NamedTuple):
    """The cells that the flood has reached, and the rectangle of cells in which it was computed."""

    cells: int
    """As bits of the rectangle, row by row."""
    top: int
    left: int
    height: int
    width: int

    def reaches(self, point: Point) -> bool:
        """Return whether the flood has reached the cell at a point.

        Everything outside the raster counts as reached.
        """
        column, row = round(point[0] / CELL) + FAR - self.left, round(point[1] / CELL) - self.top
        if not (0 <= column < self.width and 0 <= row < self.height):
            return True
        return bool(self.cells >> (row * self.width + column) & 1)


def _flood_fill(rows: Rows, columns: int) -> Flood:
    if not rows:
        return Flood(0, 0, 0, 0, 0)
    top, left = min(rows) - RIM, (columns & -columns).bit_length() - 1 - RIM  # the lowest bit is the first column
    height = max(rows) - top + 1 + RIM
    width = (columns.bit_length() + RIM - left + 7) // 8 * 8  # a multiple of eight
    walls = _join_rows(rows, top, left, height, width)
    free_cells = walls ^ ((1 << height * width) - 1)
    cells = _rim(height, width)
    # Steps wrap from one row into the next only through the two outer columns, which are free and reached anyway.
    while True:
        wider = cells | cells << 1 | cells >> 1
        reached = (wider | wider << width | wider >> width) & free_cells
        if reached == cells:
            return Flood(cells, top, left, height, width)
        cells = reached


def _join_rows(rows: Rows, top: int, left: int, height: int, width: int) -> int:
    """Return the cells of a rectangle, one row after the other, as one integer.

    `width` must be a multiple of eight.
    """
    size = width // 8
    line = (1 << width) - 1
    return int.from_bytes(
        b"".join((rows.get(row, 0) >> left & line).to_bytes(size, "little") for row in range(top, top + height)),
        "little",
    )


def _rim(height: int, width: int) -> int:
    """Return the outer cells of the raster."""
    size = width // 8
    full = b"\xff" * size
    sides = (1 | 1 << width - 1).to_bytes(size, "little")
    return int.from_bytes(full + sides * (height - 2) + full, "little")
