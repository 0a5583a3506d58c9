"""The places of the tiles of a line, and the ends at which its arms go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.dominoes.line import letter
from renderers.kit.geometry import Box, Point, point_ahead, tile_box
from renderers.line.table import Laid, LineOfPlay
from renderers.look import Layout

OUT = {"A": 4, "B": 0, "C": 6, "D": 2}
"""The heading in which each arm of a line, or of its first spinner, leaves."""
DISC = 0.66
"""The distance from an open end to the centre of its disc, in u."""
RANKS = {letter(rank): rank for rank in range(64)}
"""The number of each arm, from 0, by its letter."""


class Spot(NamedTuple):
    """The place of a tile: a row of the layout."""

    x: float
    y: float
    heading: int
    near: int
    """The number on the half at the back, against the heading."""
    onward: int
    """The heading in which the row goes on after this tile.

    After a corner it leads across the tile.
    """

    @classmethod
    def round_off(cls, centre: Point, heading: int, near: int, onward: int) -> Spot:
        return cls(round(centre[0], 4), round(centre[1], 4), heading % 8, near, onward % 8)

    @property
    def centre(self) -> Point:
        return self.x, self.y

    @property
    def box(self) -> Box:
        return tile_box(self.centre, self.heading)


class End(NamedTuple):
    """The end at which an arm goes on."""

    point: Point
    """The middle of the edge to which the next tile is joined."""
    heading: int
    """The heading that leads across that edge."""
    onward: int
    """The heading in which the arm goes on; at a corner it isn't `heading`."""
    number: int
    behind: int
    """The index in `laid` of the tile at this end."""


def spots(layout: Layout) -> list[Spot]:
    """Return the rows of a layout as named tuples, one for each tile."""
    return [Spot(x, y, int(heading), int(near), int(onward)) for x, y, heading, near, onward in layout]


def end(line: LineOfPlay, rows: Sequence[Spot], arm: str) -> End:
    """Return the end of an arm after the tiles of these rows.

    The arm's root must be among them.
    """
    last_index = next((i for i in reversed(range(len(rows))) if line.laid[i].arm == arm), None)
    if last_index is not None:
        return _end_behind(last_index, line.laid[last_index], rows[last_index])
    root = 0 if arm in "AB" else line.roots[RANKS[arm] // 2 - 1]  # each root has two arms: C and D, E and F …
    out = OUT[arm] if arm in "AB" else tips(rows[root])[RANKS[arm] % 2]
    return _end_at_root(root, line.laid[root], rows[root], out)


def find_closed_numbers(line: LineOfPlay) -> Collection[int]:
    """Return the numbers of ends on which nobody can play any more: all their tiles are on the table."""
    laid = Counter(number for laid in line.laid for number in {laid.tile.high, laid.tile.low})
    tiles_per_number = line.highest + 1
    return {open_end.number for open_end in line.ends if laid[open_end.number] == tiles_per_number}


def tips(double: Spot) -> tuple[int, int]:
    """Return the headings in which two arms leave a double at its short sides.

    The first is up or left.
    """
    first_heading = double.heading if double.heading in (4, 6) else double.heading + 4
    return first_heading % 8, (first_heading + 4) % 8


def _end_at_root(index: int, laid: Laid, row: Spot, out: int) -> End:
    lengthwise = (row.heading - out) % 4 == 0
    point = point_ahead(row.centre, out, 1.0 if lengthwise else 0.5)
    number = laid.tile.other(row.near) if row.heading == out else row.near
    return End(point, out, out, number, index)


def _end_behind(index: int, laid: Laid, row: Spot) -> End:
    crosswise = laid.tile.double and row.heading != row.onward
    heading = row.onward if crosswise else row.heading
    point = point_ahead(row.centre, heading, 0.5 if crosswise else 1.0)
    return End(point, heading, row.onward, laid.tile.other(row.near), index)
