"""Where the tiles of a line of play lie. Each arm is a snake; no two tiles ever overlap and none ever moves.

An arm runs out in its own direction, turns right at the outer limit, runs back, and so on. On a line the two arms fill
the halves above and below the opening tile, each row as wide as the board. Around a spinner four arms fill a quarter
each: rows that run back stop far enough from the spinner's axis to leave the neighbour's first row alone. Where every
double is a spinner, `branches` looks for room tile by tile.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.tiles import Tile, tile_set
from renderers.kit.geometry import GAP, Point, ahead, direction
from renderers.line.branches import grown
from renderers.line.ends import OUT, End, Spot, end, spots
from renderers.line.table import Laid, Line
from renderers.look import Layout

_BEND = 2 * GAP
"""Between a corner and the next row, so that crosswise doubles of two rows keep their distance."""
_LINE, _CROSS = 1.2, 1.6
"""Width to height of the room that a full set takes on a line, and around a spinner."""
_ROOM = 2 * 2.3
"""Square units for each tile of the set."""
_INNER = 3.4
"""From the spinner's axis to rows that run back: half a double, clearance, and what corners and doubles overshoot."""


def arranged(line: Line, before: Layout) -> Layout:
    """Return the rows of `before` and one for each tile laid since."""
    rows = spots(before[: len(line.laid)])
    for laid in line.laid[len(rows) :]:
        rows.append(_next(line, rows, laid))
    return tuple(tuple(row) for row in rows)


class _Play(NamedTuple):
    """A tile that might be laid."""

    tile: Tile
    arm: str
    seat: int = 0


def place(line: Line, layout: Layout, tile: Tile, arm: str) -> Spot:
    """Return where a tile would lie on an arm."""
    return _next(line, spots(layout), _Play(tile, arm))


def _next(line: Line, rows: list[Spot], laid: Laid) -> Spot:
    if not rows:
        heading = 2 if laid.tile.double else OUT["A"]  # the higher number faces A
        return Spot.at((0, 0), heading, laid.tile.low, OUT["A"])
    here = end(line, rows, laid.arm)
    if line.branching:
        return grown(line, rows, here, laid.tile)
    side = (OUT[laid.arm] + 2) % 8  # to which the arm turns
    if here.heading == side:
        return _begin_row(here, laid)
    edge = ahead(here.point, here.heading, GAP)
    if laid.tile.double:
        return Spot.at(ahead(edge, here.heading, 0.5), side, here.number, here.onward)
    if _along(edge, here.heading) + 2 > _limit(line, rows, laid.arm, here.heading):
        corner = ahead(ahead(edge, here.heading, 0.5), side, 0.5)
        return Spot.at(corner, side, here.number, here.heading + 4)
    return Spot.at(ahead(edge, here.heading, 1), here.heading, here.number, here.onward)


def _begin_row(corner: End, laid: Laid) -> Spot:
    """Return the first tile behind a corner; a double lies along the row, centred on the corner."""
    first = ahead(corner.point, corner.heading, _BEND + 0.5)
    centre = first if laid.tile.double else ahead(first, corner.onward, 0.5)
    return Spot.at(centre, corner.onward, corner.number, corner.onward)


def _limit(line: Line, rows: list[Spot], arm: str, heading: int) -> float:
    """Return how far a row of an arm may run, along its heading."""
    shape = _CROSS if line.four_armed else _LINE
    half = max(8.5, math.sqrt(len(tile_set(line.highest)) * _ROOM * shape) / 2)
    if not line.four_armed:
        return half
    if line.spinner is None or line.spinner >= len(rows):
        return math.inf  # the first double must lie in a straight line to be the middle of the board
    axis = _along(rows[line.spinner].centre, heading)
    if heading != OUT[arm]:
        return axis - _INNER
    return axis + (half if arm in "AB" else max(6.5, half / 1.45))


def _along(point: Point, heading: int) -> float:
    dx, dy = direction(heading)
    return point[0] * dx + point[1] * dy
