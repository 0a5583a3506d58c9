"""The places of the tiles of a line of play.

Each arm is a snake. No two tiles overlap and none moves.

An arm runs out to the left or right, turns at the outer limit, runs back, and so on. On a line the two arms fill the
halves above and below the opening tile, each row as wide as the board. Around a spinner four arms fill a quarter each,
C and D from their second tile on. Rows that run back stop so far from the spinner's axis that they don't touch the
first row of the neighbouring arm. If every double is a spinner, `branches` looks for room tile by tile.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.tiles import Tile, tile_set
from renderers.kit.geometry import DOWN, GAP, Point, direction, point_ahead
from renderers.line.branches import awaits_spinner, find_next_spot, needs_search
from renderers.line.ends import OUT, End, Spot, end, spots
from renderers.line.table import Laid, LineOfPlay
from renderers.look import Layout

_BEND = 2 * GAP
"""The gap between a corner and the next row.

It keeps crosswise doubles of two rows apart.
"""
_LINE_ASPECT = 1.2
"""The ratio of width to height of the room for a full set on a line."""
_CROSS_ASPECT = 1.3
"""The ratio of width to height of the room around a spinner."""
_WIDER = 1.6
"""How far a row may run around a spinner, per u of its distance from it.

A row may always run as far as `_half`. So the picture gets wider as arms get longer. The value was measured over random
rounds. A greater value makes tiles smaller. In the longest rounds, a lesser value makes them smaller, too.
"""
_ROOM = 2 * 2.3
"""The room in square units for each tile of the set."""
_INNER = 3.4
"""The distance from the spinner's axis to rows that run back, in u.

It is the sum of half a double, the clearance, and the overshoot of corners and doubles.
"""


def extend_layout(line: LineOfPlay, before: Layout) -> Layout:
    """Return the rows of the layout `before`, and one more for each tile laid since."""
    laid_spots = spots(before[: len(line.laid)])
    for laid in line.laid[len(laid_spots) :]:
        laid_spots.append(_next_spot(line, laid_spots, laid))
    return tuple(tuple(row) for row in laid_spots)


class _Play(NamedTuple):
    """A tile that might be laid."""

    tile: Tile
    arm: str
    seat: int = 0


def place(line: LineOfPlay, layout: Layout, tile: Tile, arm: str) -> Spot:
    """Return the place that a tile would get on an arm."""
    return _next_spot(line, spots(layout), _Play(tile, arm))


def _next_spot(line: LineOfPlay, laid_spots: list[Spot], laid: Laid) -> Spot:
    if not laid_spots:
        heading = DOWN if laid.tile.double else OUT["A"]  # the higher number faces A
        return Spot.round_off((0, 0), heading, laid.tile.low, OUT["A"])
    arm_end = end(line, laid_spots, laid.arm)
    if needs_search(line, laid_spots) or _must_turn(line, laid_spots, arm_end, laid.tile):
        return find_next_spot(line, laid_spots, arm_end, laid.tile)
    way = _way(line, laid_spots, laid.arm)
    edge = point_ahead(arm_end.point, arm_end.heading, GAP)
    if way.stem:
        return Spot.round_off(point_ahead(edge, arm_end.heading, 1), arm_end.heading, arm_end.number, way.out)
    if arm_end.heading == way.side:
        return _begin_row(arm_end, laid)
    if laid.tile.double:
        return Spot.round_off(point_ahead(edge, arm_end.heading, 0.5), way.side, arm_end.number, arm_end.onward)
    if _along(edge, arm_end.heading) + 2 > _row_limit(line, laid_spots, way, arm_end):
        corner = point_ahead(point_ahead(edge, arm_end.heading, 0.5), way.side, 0.5)
        return Spot.round_off(corner, way.side, arm_end.number, arm_end.heading + 4)
    return Spot.round_off(point_ahead(edge, arm_end.heading, 1), arm_end.heading, arm_end.number, arm_end.onward)


class _Way(NamedTuple):
    """The course of an arm."""

    out: int
    """The heading of its first row."""
    side: int
    """The heading in which it turns to the next row."""
    stem: bool = False
    """Whether the next tile leads from the spinner to the first row."""


def _way(line: LineOfPlay, laid_spots: list[Spot], arm: str) -> _Way:
    out = OUT[arm]  # A and B leave left and right, C and D up and down
    if arm in "AB":
        return _Way(out, (out + 2) % 8)
    arm_has_tile = any(laid.arm == arm for laid in line.laid[: len(laid_spots)])
    return _Way((out + 2) % 8, out, stem=not arm_has_tile)


def _begin_row(corner: End, laid: Laid) -> Spot:
    """Return the place of the first tile behind a corner.

    A double lies along the row, centred on the corner.
    """
    first_point = point_ahead(corner.point, corner.heading, _BEND + 0.5)
    centre = first_point if laid.tile.double else point_ahead(first_point, corner.onward, 0.5)
    return Spot.round_off(centre, corner.onward, corner.number, corner.onward)


def _row_limit(line: LineOfPlay, laid_spots: list[Spot], way: _Way, arm_end: End) -> float:
    """Return how far a row of an arm may run, along its heading."""
    half = _half(line)
    if not line.four_armed or line.spinner is None or line.spinner >= len(laid_spots):
        return half
    spinner = laid_spots[line.spinner].centre
    axis = _along(spinner, arm_end.heading)
    if arm_end.heading != way.out:
        return axis - _INNER
    if way.out % 4:  # the heading is up or down, where the picture has less room
        return axis + max(6.5, half / 1.45)
    return axis + max(half, _WIDER * (_along(arm_end.point, way.side) - _along(spinner, way.side)))


def _must_turn(line: LineOfPlay, laid_spots: list[Spot], arm_end: End, tile: Tile) -> bool:
    """Return whether a row gets too long while the first spinner is still to come.

    Arms will go up and down from that spinner.
    """
    if not line.four_armed or not awaits_spinner(line, laid_spots) or tile.double:
        return False
    return _along(arm_end.point, arm_end.heading) + GAP + 2 > _half(line)


def _half(line: LineOfPlay) -> float:
    """Return half the intended width of a line."""
    shape = _CROSS_ASPECT if line.four_armed else _LINE_ASPECT
    return max(8.5, math.sqrt(len(tile_set(line.highest)) * _ROOM * shape) / 2)


def _along(point: Point, heading: int) -> float:
    """Return the coordinate of a point along a heading."""
    dx, dy = direction(heading)
    return point[0] * dx + point[1] * dy
