"""The places of tiles in a line that branches at every double.

The same search is used for a line that turned before its one spinner came. Each tile takes the place that leaves most
room for all the others.

A tile goes on straight or turns off, and keeps clear of all tiles on the table. Of the places it can take, the best
leaves room for the next tile of every end, and lets the picture grow least. If a tile can't touch its end, it lies at
the nearest free place, and a cord leads there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count

from engine.tiles import Tile, tile_set
from renderers.kit.geometry import GAP, Bounds, Box, Point, are_apart, bounds_around, point_ahead, square, tile_box
from renderers.line.ends import DISC, End, Spot, end, tips
from renderers.line.table import LineOfPlay

CLEARANCE = 0.2
"""The least gap between tiles that are not joined."""
_MAX_FOLLOWERS = 3
"""The most tiles that count as room straight on."""
_TURN_COST = 1.0
"""The cost of a place at which the line turns off."""
_TAKEN_ROOM_COST = 40.0
"""The cost of taking the room of another end."""
_CROSSED_ROOM_COST = 6.0
"""The cost of a way on that crosses the room of another end."""
_NO_WAY_ON_COST = 40.0
"""The cost of having no way on."""
_GROWTH_COST = 2.0
"""The cost of growing the picture by 1 u."""
_LETTER_WIDTH = 0.92
"""The width of the letter of an end, in u (the side of half a tile)."""
_MAX_TOUCH_DISTANCE = 0.9
"""The greatest distance in u between the middles of two edges that touch."""
_FREE_SPREAD = 5.0
"""The fixed part of half the width over which a line may spread freely, in u.

This and the next two values were measured over random rounds of each set. With less room, more ends have no room left.
With more room, the tiles become smaller.
"""
_SPREAD_PER_ROOT = 1.0
"""What is added to half that width, in u, for each 1 of the root of the number of tiles in the set."""
_ASPECT = 1.5
"""The ratio of width to height of the room in which a line may spread freely."""


def needs_search(line: LineOfPlay, rows: Sequence[Spot]) -> bool:
    """Return whether the places of tiles are searched one by one.

    That is so if every double is a spinner, or if the line turned before its only spinner was laid.
    """
    if line.branching:
        return True
    if not line.four_armed:
        return False
    line_to_spinner = rows if awaits_spinner(line, rows) else rows[: (line.spinner or 0) + 1]
    return any(spot.y for spot in line_to_spinner)  # a tile above or below the opening tile has turned


def awaits_spinner(line: LineOfPlay, rows: Sequence[Spot]) -> bool:
    """Return whether the first spinner is still to come."""
    return line.spinner is None or line.spinner >= len(rows)


def find_next_spot(line: LineOfPlay, rows: Sequence[Spot], arm_end: End, tile: Tile) -> Spot:
    """Return the place of the next tile on an arm that goes on at `arm_end`."""
    boxes = [row.box for row in rows]
    boxes_not_joined = [*boxes[: arm_end.behind], *boxes[arm_end.behind + 1 :]]
    free_rooms = [box for box in _reserved_boxes(line, rows) if not _meets(box, boxes, 0.0)]
    rooms_of_others = [box for box in free_rooms if not _is_ahead(box, arm_end)]
    half = _FREE_SPREAD + _SPREAD_PER_ROOT * math.sqrt(len(tile_set(line.highest)))
    free_spread = Bounds(-half, -half / _ASPECT, half, half / _ASPECT)

    def cost(spot: Spot) -> float:
        """Return the cost of a place; tips of a double that may never follow count less than tips of the tile."""
        followers = _follower_boxes(spot, tile, boxes)
        taken_rooms = sum(not are_apart(spot.box, box, CLEARANCE) for box in rooms_of_others)
        crossings = sum(not are_apart(follower, box, CLEARANCE) for box in rooms_of_others for follower in followers)
        met_tips = sum(_meets(tip, [*boxes, *rooms_of_others]) for tip in _tip_boxes(line, rows, spot, tile))
        bounds = bounds_around([spot.box], free_spread)
        growth = bounds.width - free_spread.width + _ASPECT * (bounds.height - free_spread.height)
        return (
            _TURN_COST * (spot.onward != arm_end.heading)
            + _TAKEN_ROOM_COST * taken_rooms
            + _CROSSED_ROOM_COST * crossings
            + (_NO_WAY_ON_COST if not followers else -float(len(followers)))
            + (_TAKEN_ROOM_COST if tile.double else _CROSSED_ROOM_COST) * met_tips
            + _GROWTH_COST * growth
        )

    touching = [
        spot for spot in _touching_spots(arm_end, tile, rows[arm_end.behind]) if not _meets(spot.box, boxes_not_joined)
    ]
    return min(touching, key=cost) if touching else _nearest_free_spot(arm_end, tile, boxes)


def discs(line: LineOfPlay, rows: Sequence[Spot]) -> dict[str, Point]:
    """Return the centre of each open end's letter.

    It is ahead of the end, or beside it, or at the next free point.
    """
    occupied = [row.box for row in rows]
    points = {}
    for open_end in line.ends:
        arm_end = end(line, rows, open_end.letter)
        free_points = (
            point
            for point in _letter_points(arm_end)
            if all(are_apart(square(point, _LETTER_WIDTH), box, 0.0) for box in occupied)
        )
        points[open_end.letter] = point = next(free_points)
        occupied.append(square(point, _LETTER_WIDTH))
    return points


def _letter_points(arm_end: End) -> Iterator[Point]:
    """Yield points for the letter of an end, the best first."""
    yield point_ahead(arm_end.point, arm_end.heading, DISC)
    for step in count(2):
        for turn in (0, 2, 6, 1, 7, 3, 5, 4):
            yield point_ahead(arm_end.point, arm_end.heading + turn, step / 2)


def cords(line: LineOfPlay, rows: Sequence[Spot]) -> Iterator[tuple[Point, Point]]:
    """Yield the cords to the tiles and letters that do not touch their end."""
    for arm, point in discs(line, rows).items():
        arm_end = end(line, rows, arm)
        if math.dist(arm_end.point, point) > _MAX_TOUCH_DISTANCE:
            yield arm_end.point, point
    for i, (laid, row) in enumerate(zip(line.laid, rows, strict=True)):
        if i:  # the opening tile joins no end
            arm_end = end(line, rows[:i], laid.arm)
            edge = point_ahead(row.centre, row.onward, -0.5 if laid.tile.double else -1.0)
            if math.dist(arm_end.point, edge) > _MAX_TOUCH_DISTANCE:
                yield arm_end.point, edge


def _touching_spots(arm_end: End, tile: Tile, last_spot: Spot) -> Iterator[Spot]:
    """Yield the places of a tile that touches an end.

    They are straight on, at a corner ahead, and beside the last half. The places beside it are left out if the tile
    before lies across, so that the short sides of a double stay free.
    """
    edge = point_ahead(arm_end.point, arm_end.heading, GAP)
    yield _spot(edge, arm_end.heading, arm_end.number, tile)
    for side in (arm_end.heading + 2, arm_end.heading + 6):
        if not tile.double:
            yield Spot.round_off(
                point_ahead(point_ahead(edge, arm_end.heading, 0.5), side, 0.5), side, arm_end.number, side
            )
        if last_spot.heading % 4 == arm_end.heading % 4:
            side_edge = point_ahead(point_ahead(arm_end.point, arm_end.heading, -0.5), side, 0.5 + GAP)
            yield _spot(side_edge, side, arm_end.number, tile)


def _spot(edge: Point, heading: int, number: int, tile: Tile) -> Spot:
    """Return the place of a tile that goes on from an edge; a double lies crosswise."""
    if tile.double:
        return Spot.round_off(point_ahead(edge, heading, 0.5), heading + 2, number, heading)
    return Spot.round_off(point_ahead(edge, heading, 1.0), heading, number, heading)


def _follower_boxes(spot: Spot, tile: Tile, boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes of the tiles that could follow straight on, up to _MAX_FOLLOWERS."""
    start = point_ahead(spot.centre, spot.onward, 0.5 if tile.double else 1.0)
    followers = []
    for i in range(_MAX_FOLLOWERS):
        box = tile_box(point_ahead(start, spot.onward, GAP + 1 + i * (2 + GAP)), spot.onward)
        if _meets(box, boxes):
            break
        followers.append(box)
    return followers


def _tip_boxes(line: LineOfPlay, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the room of the next tiles at the short sides of a double.

    The double is the tile itself or a double that could follow. The list is empty if no more arms can leave a double.
    """
    if not line.branching and not awaits_spinner(line, rows):
        return []
    return _tips(spot) if tile.double else _next_tips(line, rows, spot, tile)


def _tips(double: Spot) -> list[Box]:
    """Return the room of the tiles at the short sides of a double."""
    return [tile_box(point_ahead(double.centre, heading, 2 + GAP), heading) for heading in tips(double)]


def _next_tips(line: LineOfPlay, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the room of a double that could follow, and of tiles at its short sides.

    The list is empty if that double is on the table.
    """
    number = tile.other(spot.near)
    if any(laid.tile.double and laid.tile.high == number for laid in line.laid[: len(rows)]):
        return []
    double = Spot.round_off(point_ahead(spot.centre, spot.onward, 1.5 + GAP), spot.onward + 2, number, spot.onward)
    return [double.box, *_tips(double)]


def _reserved_boxes(line: LineOfPlay, rows: Sequence[Spot]) -> Iterator[Box]:
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
    """Return whether a box is the room right ahead of an end: both overlap by more than 0.5 u."""
    return not are_apart(box, tile_box(point_ahead(arm_end.point, arm_end.heading, GAP + 1), arm_end.heading), -0.5)


def _meets(box: Box, boxes: Sequence[Box], clearance: float = CLEARANCE) -> bool:
    return any(not are_apart(box, other, clearance) for other in boxes)


def _nearest_free_spot(arm_end: End, tile: Tile, boxes: Sequence[Box]) -> Spot:
    """Return the nearest free place.

    There always is one, because the plane has no edge.
    """
    for step in count(1):
        for heading in (arm_end.heading + turn for turn in (0, 2, 6, 4)):
            spot = _spot(point_ahead(arm_end.point, heading, step / 2), heading, arm_end.number, tile)
            if not _meets(spot.box, boxes):
                return spot
    raise AssertionError
