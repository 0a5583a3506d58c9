"""The places of tiles in a line that branches at every double.

The same search is used for a line that turned before its one spinner came. Each tile takes the place that leaves most
room for all the others.

A tile goes on straight or turns off, and keeps clear of all that lies. Of the places it can take, the best leaves other
ends their next tile, has a way on, and lets the picture grow least. If it can't touch its end, it lies at the nearest
free place, and a cord leads there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count

from engine.tiles import Tile, tile_set
from renderers.kit.geometry import GAP, Bounds, Box, Point, are_apart, bounds_around, point_ahead, square, tile_box
from renderers.line.ends import DISC, End, Spot, end, tips
from renderers.line.table import Line

CLEARANCE = 0.2
"""The least gap between tiles that are not joined."""
_MAX_FOLLOWERS = 3
"""How many tiles that could follow straight on count as room."""
_TURN, _TAKES, _CROSSES, _STUCK, _GROWTH = 1.0, 40.0, 6.0, 40.0, 2.0
"""The costs of a place, in the order of these names.

To turn off, to take the room of another end, to have a way on that crosses such room, to have no way on, and to grow
the picture by 1 u.
"""
_DISC, _TOUCHING = 0.92, 0.9
"""The width of a letter, and the most u between two edges that touch.

The latter is between the middles of the edges.
"""
_SPREAD, _ROOM, _ASPECT = 5.0, 1.0, 1.5
"""Half the width over which a line may spread freely, and the ratio of its sides.

The first number is in u; the second is added for each unit of the root of the tiles in the set; the third is width to
height. Measured over random rounds of each set: less leaves more ends without room, more makes the tiles smaller.
"""


def needs_search(line: Line, rows: Sequence[Spot]) -> bool:
    """Return whether the places of tiles are looked for one by one.

    They are if every double is a spinner, or if the row of the only one had turned before.
    """
    if line.branching or not line.four_armed:
        return line.branching
    row = rows if awaits(line, rows) else rows[: (line.spinner or 0) + 1]
    return any(spot.y for spot in row)


def awaits(line: Line, rows: Sequence[Spot]) -> bool:
    """Return whether the first spinner is still to come."""
    return line.spinner is None or line.spinner >= len(rows)


def find_next_spot(line: Line, rows: Sequence[Spot], arm_end: End, tile: Tile) -> Spot:
    """Return the row of the next tile on an arm that goes on at `arm_end`."""
    boxes = [row.box for row in rows]
    others = [*boxes[: arm_end.behind], *boxes[arm_end.behind + 1 :]]
    taken = [box for box in _reserved_boxes(line, rows) if not _meets(box, boxes, 0.0) and not _is_ahead(box, arm_end)]
    half = _SPREAD + _ROOM * math.sqrt(len(tile_set(line.highest)))
    free = Bounds(-half, -half / _ASPECT, half, half / _ASPECT)

    def cost(spot: Spot) -> float:
        followers, tip_boxes = _follower_boxes(spot, tile, boxes), _tip_boxes(line, rows, spot, tile)
        grown = bounds_around([spot.box], free)
        return (
            _TURN * (spot.onward != arm_end.heading)
            + _TAKES * sum(not are_apart(spot.box, box, CLEARANCE) for box in taken)
            + _CROSSES * sum(not are_apart(follower, box, CLEARANCE) for box in taken for follower in followers)
            + (_STUCK if not followers else -float(len(followers)))
            + (_TAKES if tile.double else _CROSSES) * sum(_meets(tip, [*boxes, *taken]) for tip in tip_boxes)
            + _GROWTH * (grown.width - free.width + _ASPECT * (grown.height - free.height))
        )

    touching = [spot for spot in _touching(arm_end, tile, rows[arm_end.behind]) if not _meets(spot.box, others)]
    return min(touching, key=cost) if touching else _nearest_free_spot(arm_end, tile, boxes)


def discs(line: Line, rows: Sequence[Spot]) -> dict[str, Point]:
    """Return the centre of each open end's letter.

    It is ahead of the end, or beside it, or at the next free point.
    """
    taken = [row.box for row in rows]
    points = {}
    for open_end in line.ends:
        arm_end = end(line, rows, open_end.letter)
        free = (point for point in _around(arm_end) if all(are_apart(square(point, _DISC), box, 0.0) for box in taken))
        points[open_end.letter] = point = next(free)
        taken.append(square(point, _DISC))
    return points


def _around(arm_end: End) -> Iterator[Point]:
    """Yield points for the letter of an end, the best first."""
    yield point_ahead(arm_end.point, arm_end.heading, DISC)
    for step in count(2):
        for turn in (0, 2, 6, 1, 7, 3, 5, 4):
            yield point_ahead(arm_end.point, arm_end.heading + turn, step / 2)


def cords(line: Line, rows: Sequence[Spot]) -> Iterator[tuple[Point, Point]]:
    """Yield the cords to the tiles and letters that do not touch their end."""
    for arm, point in discs(line, rows).items():
        arm_end = end(line, rows, arm)
        if math.dist(arm_end.point, point) > _TOUCHING:
            yield arm_end.point, point
    for i, (laid, row) in enumerate(zip(line.laid, rows, strict=True)):
        if i:
            arm_end = end(line, rows[:i], laid.arm)
            edge = point_ahead(row.centre, row.onward, -0.5 if laid.tile.double else -1.0)
            if math.dist(arm_end.point, edge) > _TOUCHING:
                yield arm_end.point, edge


def _touching(arm_end: End, tile: Tile, joined: Spot) -> Iterator[Spot]:
    """Yield the places of a tile that touches an end.

    They are straight on, a corner ahead, and beside the last half. The last are left out if the tile before lies
    across, so that the short sides of a double are kept free.
    """
    edge = point_ahead(arm_end.point, arm_end.heading, GAP)
    yield _spot(edge, arm_end.heading, arm_end.number, tile)
    for side in (arm_end.heading + 2, arm_end.heading + 6):
        if not tile.double:
            yield Spot.at(point_ahead(point_ahead(edge, arm_end.heading, 0.5), side, 0.5), side, arm_end.number, side)
        if joined.heading % 4 == arm_end.heading % 4:
            beside = point_ahead(point_ahead(arm_end.point, arm_end.heading, -0.5), side, 0.5 + GAP)
            yield _spot(beside, side, arm_end.number, tile)


def _spot(edge: Point, heading: int, number: int, tile: Tile) -> Spot:
    """Return the row of a tile that goes on from an edge; a double lies crosswise."""
    if tile.double:
        return Spot.at(point_ahead(edge, heading, 0.5), heading + 2, number, heading)
    return Spot.at(point_ahead(edge, heading, 1.0), heading, number, heading)


def _follower_boxes(spot: Spot, tile: Tile, boxes: Sequence[Box]) -> list[Box]:
    """Return the tiles that could follow straight on, up to a few."""
    start = point_ahead(spot.centre, spot.onward, 0.5 if tile.double else 1.0)
    followers = []
    for i in range(_MAX_FOLLOWERS):
        box = tile_box(point_ahead(start, spot.onward, GAP + 1 + i * (2 + GAP)), spot.onward)
        if _meets(box, boxes):
            break
        followers.append(box)
    return followers


def _tip_boxes(line: Line, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the room of what may go on at the short sides of a double.

    The double is the tile itself or one that could follow it. The list is empty if such arms can no longer come.
    """
    if not line.branching and not awaits(line, rows):
        return []
    return _tips(spot) if tile.double else _next_tips(line, rows, spot, tile)


def _tips(double: Spot) -> list[Box]:
    """Return the room of the tiles at the short sides of a double."""
    return [tile_box(point_ahead(double.centre, heading, 2 + GAP), heading) for heading in tips(double)]


def _next_tips(line: Line, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the room of a double that could follow a tile, and at its short sides.

    It is empty if that double lies on the table.
    """
    number = tile.other(spot.near)
    if any(laid.tile.double and laid.tile.high == number for laid in line.laid[: len(rows)]):
        return []
    double = Spot.at(point_ahead(spot.centre, spot.onward, 1.5 + GAP), spot.onward + 2, number, spot.onward)
    return [double.box, *_tips(double)]


def _reserved_boxes(line: Line, rows: Sequence[Spot]) -> Iterator[Box]:
    """Yield the room of the next tile at every end.

    The ends are those of each arm, and the short sides of every spinner.
    """
    arms = {laid.arm for laid in line.laid[: len(rows)] if laid.arm} | {"A", "B"}
    for arm in sorted(arms):
        arm_end = end(line, rows, arm)
        yield tile_box(point_ahead(arm_end.point, arm_end.heading, GAP + 1), arm_end.heading)
    for index, (laid, row) in enumerate(zip(line.laid, rows, strict=False)):
        if laid.tile.double and (line.branching or index == line.spinner):
            yield from _tips(row)


def _is_ahead(box: Box, arm_end: End) -> bool:
    """Return whether a room is that of the end itself."""
    return not are_apart(box, tile_box(point_ahead(arm_end.point, arm_end.heading, GAP + 1), arm_end.heading), -0.5)


def _meets(box: Box, boxes: Sequence[Box], clearance: float = CLEARANCE) -> bool:
    return not all(are_apart(box, other, clearance) for other in boxes)


def _nearest_free_spot(arm_end: End, tile: Tile, boxes: Sequence[Box]) -> Spot:
    """Return the nearest free place.

    There always is one, for the plane has no edge.
    """
    for step in count(1):
        for heading in (arm_end.heading + turn for turn in (0, 2, 6, 4)):
            spot = _spot(point_ahead(arm_end.point, heading, step / 2), heading, arm_end.number, tile)
            if not _meets(spot.box, boxes):
                return spot
    raise AssertionError
