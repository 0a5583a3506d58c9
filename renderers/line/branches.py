"""Where a tile lies in a line that branches at every double, or that turned before its one spinner came: at the place
that leaves most room for all the others.

A tile goes on straight or turns off, and keeps clear of all that lies. Of the places it can take, that one is best
which leaves other ends their next tile, has a way on, and lets the picture grow least. Where it can touch its end
nowhere, it lies at the nearest free place, and a cord leads there.
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
"""At least between tiles that are not joined."""
_WAY = 3
"""So many tiles that could follow count as room."""
_TURN, _TAKES, _CROSSES, _STUCK, _GROWTH = 1.0, 40.0, 6.0, 40.0, 2.0
"""What it costs to turn off, to take the room of another end, to have no way on, and to grow the picture by 1 u."""
_DISC, _TOUCHING = 0.92, 0.9
"""How wide a letter is, and how far at most the middles of two edges are that touch."""
_SPREAD, _ROOM, _ASPECT = 5.0, 1.0, 1.5
"""Half the width over which a line may spread freely, and more by the root of the tiles in its set; width to height.
Measured over random rounds of each set: less leaves more ends without room, more makes the tiles smaller."""


def needs_search(line: Line, rows: Sequence[Spot]) -> bool:
    """Return whether the places of tiles are looked for one by one: every double is a spinner, or the row of the only
    one had turned before."""
    if line.branching or not line.four_armed:
        return line.branching
    row = rows if awaits(line, rows) else rows[: (line.spinner or 0) + 1]
    return any(spot.y for spot in row)


def awaits(line: Line, rows: Sequence[Spot]) -> bool:
    """Return whether the first spinner is still to come."""
    return line.spinner is None or line.spinner >= len(rows)


def find_next_spot(line: Line, rows: Sequence[Spot], here: End, tile: Tile) -> Spot:
    """Return where the next tile lies on an arm that goes on `here`."""
    boxes = [row.box for row in rows]
    others = [*boxes[: here.behind], *boxes[here.behind + 1 :]]
    taken = [box for box in _reserved_boxes(line, rows) if not _meets(box, boxes, 0.0) and not _is_ahead(box, here)]
    half = _SPREAD + _ROOM * math.sqrt(len(tile_set(line.highest)))
    free = Bounds(-half, -half / _ASPECT, half, half / _ASPECT)

    def cost(spot: Spot) -> float:
        way, foot = _way(spot, tile, boxes), _foot(line, rows, spot, tile)
        grows = bounds_around([spot.box], free)
        return (
            _TURN * (spot.onward != here.heading)
            + _TAKES * sum(not are_apart(spot.box, box, CLEARANCE) for box in taken)
            + _CROSSES * sum(not are_apart(ahead_, box, CLEARANCE) for box in taken for ahead_ in way)
            + (_STUCK if not way else -float(len(way)))
            + (_TAKES if tile.double else _CROSSES) * sum(_meets(tip, [*boxes, *taken]) for tip in foot)
            + _GROWTH * (grows.width - free.width + _ASPECT * (grows.height - free.height))
        )

    touching = [spot for spot in _touching(here, tile, rows[here.behind]) if not _meets(spot.box, others)]
    return min(touching, key=cost) if touching else _nearest_free_spot(here, tile, boxes)


def discs(line: Line, rows: Sequence[Spot]) -> dict[str, Point]:
    """Return where the letter of each open end stands: ahead of it, or beside it, or where else there is room."""
    taken = [row.box for row in rows]
    found = {}
    for there in line.ends:
        here = end(line, rows, there.letter)
        free = (point for point in _around(here) if all(are_apart(square(point, _DISC), box, 0.0) for box in taken))
        found[there.letter] = point = next(free)
        taken.append(square(point, _DISC))
    return found


def _around(here: End) -> Iterator[Point]:
    """Yield points for the letter of an end, the best first."""
    yield point_ahead(here.point, here.heading, DISC)
    for step in count(2):
        for turn in (0, 2, 6, 1, 7, 3, 5, 4):
            yield point_ahead(here.point, here.heading + turn, step / 2)


def cords(line: Line, rows: Sequence[Spot]) -> Iterator[tuple[Point, Point]]:
    """Return the ways to the tiles and letters that do not touch their end."""
    for arm, point in discs(line, rows).items():
        here = end(line, rows, arm)
        if math.dist(here.point, point) > _TOUCHING:
            yield here.point, point
    for i, (laid, row) in enumerate(zip(line.laid, rows, strict=True)):
        if i:
            here = end(line, rows[:i], laid.arm)
            edge = point_ahead(row.centre, row.onward, -0.5 if laid.tile.double else -1.0)
            if math.dist(here.point, edge) > _TOUCHING:
                yield here.point, edge


def _touching(here: End, tile: Tile, joined: Spot) -> Iterator[Spot]:
    """Yield the places straight on; a corner ahead; beside the last half, unless that is a double, whose short sides
    are kept."""
    edge = point_ahead(here.point, here.heading, GAP)
    yield _spot(edge, here.heading, here.number, tile)
    for side in (here.heading + 2, here.heading + 6):
        if not tile.double:
            yield Spot.at(point_ahead(point_ahead(edge, here.heading, 0.5), side, 0.5), side, here.number, side)
        if joined.heading % 4 == here.heading % 4:
            beside = point_ahead(point_ahead(here.point, here.heading, -0.5), side, 0.5 + GAP)
            yield _spot(beside, side, here.number, tile)


def _spot(edge: Point, heading: int, number: int, tile: Tile) -> Spot:
    """Return where a tile lies that goes on from an edge: a double crosswise."""
    if tile.double:
        return Spot.at(point_ahead(edge, heading, 0.5), heading + 2, number, heading)
    return Spot.at(point_ahead(edge, heading, 1.0), heading, number, heading)


def _way(spot: Spot, tile: Tile, boxes: Sequence[Box]) -> list[Box]:
    """Return the tiles that could follow straight on, up to a few."""
    start = point_ahead(spot.centre, spot.onward, 0.5 if tile.double else 1.0)
    found = []
    for i in range(_WAY):
        box = tile_box(point_ahead(start, spot.onward, GAP + 1 + i * (2 + GAP)), spot.onward)
        if _meets(box, boxes):
            break
        found.append(box)
    return found


def _foot(line: Line, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the room of what may go on at the short sides of a tile that has such arms, or of a double behind it."""
    if not line.branching and not awaits(line, rows):
        return []
    return _tips(spot) if tile.double else _next_tips(line, rows, spot, tile)


def _tips(double: Spot) -> list[Box]:
    """Return the room of the tiles at the short sides of a double."""
    return [tile_box(point_ahead(double.centre, heading, 2 + GAP), heading) for heading in tips(double)]


def _next_tips(line: Line, rows: Sequence[Spot], spot: Spot, tile: Tile) -> list[Box]:
    """Return the same of the double that could follow a tile, unless that lies on the table."""
    number = tile.other(spot.near)
    if any(laid.tile.double and laid.tile.high == number for laid in line.laid[: len(rows)]):
        return []
    double = Spot.at(point_ahead(spot.centre, spot.onward, 1.5 + GAP), spot.onward + 2, number, spot.onward)
    return [double.box, *_tips(double)]


def _reserved_boxes(line: Line, rows: Sequence[Spot]) -> Iterator[Box]:
    """Yield the room of the next tile at every end: of each arm, and of every double's short sides."""
    arms = {laid.arm for laid in line.laid[: len(rows)] if laid.arm} | {"A", "B"}
    for arm in sorted(arms):
        there = end(line, rows, arm)
        yield tile_box(point_ahead(there.point, there.heading, GAP + 1), there.heading)
    for place, (laid, row) in enumerate(zip(line.laid, rows, strict=False)):
        if laid.tile.double and (line.branching or place == line.spinner):
            yield from _tips(row)


def _is_ahead(box: Box, here: End) -> bool:
    """Return whether this room is that of the end itself."""
    return not are_apart(box, tile_box(point_ahead(here.point, here.heading, GAP + 1), here.heading), -0.5)


def _meets(box: Box, boxes: Sequence[Box], clearance: float = CLEARANCE) -> bool:
    return not all(are_apart(box, other, clearance) for other in boxes)


def _nearest_free_spot(here: End, tile: Tile, boxes: Sequence[Box]) -> Spot:
    """Return the nearest free place; there always is one, for the plane has no edge."""
    for step in count(1):
        for heading in (here.heading + turn for turn in (0, 2, 6, 4)):
            spot = _spot(point_ahead(here.point, heading, step / 2), heading, here.number, tile)
            if not _meets(spot.box, boxes):
                return spot
    raise AssertionError
