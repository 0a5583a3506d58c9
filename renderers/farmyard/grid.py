"""A hash grid of boxes, which finds the boxes near a given one."""

from __future__ import annotations

from collections.abc import Container, Iterator

from renderers.kit.geometry import Box, are_apart

CELL = 2.5
"""The side of a cell, in u (the side of half a tile).

A tile covers one to four cells, so a look-up meets few boxes that are far away.
"""

Cell = tuple[int, int]


class Grid:
    """Boxes, each with an owner (a number); an owner may have several boxes."""

    def __init__(self) -> None:
        self._cells: dict[Cell, list[tuple[Box, int]]] = {}
        self._boxes: dict[int, list[Box]] = {}

    def add(self, box: Box, owner: int) -> None:
        """Add a box."""
        self._boxes.setdefault(owner, []).append(box)
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append((box, owner))

    def remove(self, owner: int) -> None:
        """Remove all boxes of an owner."""
        for box in self._boxes.pop(owner, ()):
            for cell in _cells(box):
                self._cells[cell].remove((box, owner))

    def owners_near(self, box: Box, gap: float) -> list[int]:
        """Return the owners of all boxes closer than `gap`.

        Each is listed once, in the order in which they are met.
        """
        owners: list[int] = []
        for _, owner in self._near(box, gap):
            if owner not in owners:
                owners.append(owner)
        return owners

    def is_free(self, box: Box, gap: float, ignored: Container[int] = ()) -> bool:
        """Return whether all boxes keep at least `gap` away.

        Boxes of owners in `ignored` don't count.
        """
        # no function is called more often, so for speed it repeats the code of `_near`
        x0, x1, y0, y1, p0, p1, q0, q1 = box  # the low and high end on each of the four axes of a `Box`
        x0, y0, p0, q0 = x0 - gap, y0 - gap, p0 - gap, q0 - gap
        x1, y1, p1, q1 = x1 + gap, y1 + gap, p1 + gap, q1 + gap
        cells, rows = self._cells, range(int(y0 // CELL), int(y1 // CELL) + 1)
        for column in range(int(x0 // CELL), int(x1 // CELL) + 1):
            for row in rows:
                for (a0, a1, b0, b1, c0, c1, d0, d1), owner in cells.get((column, row), ()):
                    # on all four axes, the boxes are closer than `gap`
                    near = a0 < x1 and x0 < a1 and b0 < y1 and y0 < b1 and c0 < p1 and p0 < c1 and d0 < q1 and q0 < d1
                    if near and owner not in ignored:
                        return False
        return True

    def is_apart(self, owner: int, box: Box, gap: float) -> bool:
        """Return whether all boxes of an owner keep at least `gap` away."""
        return all(are_apart(box, other, gap) for other in self._boxes.get(owner, ()))

    def _near(self, box: Box, gap: float) -> Iterator[tuple[Box, int]]:
        """Yield the boxes closer than `gap` with their owners; a box in several cells may come several times."""
        x0, x1, y0, y1, p0, p1, q0, q1 = box
        x0, y0, p0, q0 = x0 - gap, y0 - gap, p0 - gap, q0 - gap
        x1, y1, p1, q1 = x1 + gap, y1 + gap, p1 + gap, q1 + gap
        cells = self._cells
        for column in range(int(x0 // CELL), int(x1 // CELL) + 1):
            for row in range(int(y0 // CELL), int(y1 // CELL) + 1):
                for entry in cells.get((column, row), ()):
                    a0, a1, b0, b1, c0, c1, d0, d1 = entry[0]
                    if a0 < x1 and x0 < a1 and b0 < y1 and y0 < b1 and c0 < p1 and p0 < c1 and d0 < q1 and q0 < d1:
                        yield entry


def _cells(box: Box) -> Iterator[Cell]:
    for column in range(int(box[0] // CELL), int(box[1] // CELL) + 1):
        for row in range(int(box[2] // CELL), int(box[3] // CELL) + 1):
            yield column, row
