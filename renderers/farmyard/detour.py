"""The way out when nothing touches: a connector from the end to the nearest place where the tile has room."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count

from renderers.farmyard.geometry import CORD, DIRECTIONS, Point, ahead, rectangle, segment_box, tile_box
from renderers.farmyard.pads import Pad, toe_pads
from renderers.farmyard.score import Trial
from renderers.farmyard.yard import End, Yard

STEP = 0.5
"""u between the corners a connector may have."""
UNDER_A_TILE = 8.0
"""A step that passes under a tile counts as so many."""
COST = 1.0
"""Points of the score for each u of a connector, on top of SHUN."""
SHUN = 40.0
"""Points for there being a connector at all."""
ENOUGH = 24
"""Places looked at before the best one is taken."""

Node = tuple[int, int]


def detours(yard: Yard, end: End, double: bool) -> Iterator[Trial]:
    """Places for a tile at the end of a connector, the nearest first; the plane is unbounded, so there always are."""
    start = end.anchor
    for node, length, path in _shortest_ways(yard, end, start):
        near = _point(start, node)
        for heading in range(8):
            centre = ahead(near, heading, 0.5 if double else 1.0)
            box = tile_box(centre, heading, double)
            if not yard.fits(box, -1):
                continue
            pad = Pad(centre, heading, SHUN + COST * length, box)
            toes = yard.toes_of(pad, [toe.at(*centre) for toe in toe_pads(heading)]) if double else ()
            if toes is None:
                continue
            corners = [_point(start, n) for n in _corners(path)]
            cords = [segment_box(a, b) for a, b in zip(corners, corners[1:])]
            free = tuple(c for c in cords if yard.tiles.is_free(c, 0.0))
            yield Trial(pad, double, toes, free, tuple(v for corner in corners for v in corner))


def _shortest_ways(yard: Yard, end: End, start: Point) -> Iterator[tuple[Node, float, list[Node]]]:
    """The corners of a lattice around `start` by length of the way (Dijkstra), with the way."""
    order = count()
    came: dict[Node, Node | None] = {}
    queue: list[tuple[float, int, Node, Node | None]] = [(0.0, next(order), (0, 0), None)]
    while queue:
        length, _, node, before = heappop(queue)
        if node in came:
            continue
        came[node] = before
        if before is not None:
            yield node, length, _way(came, node)
        for heading, (dx, dy) in enumerate(DIRECTIONS):
            following = (node[0] + round(dx), node[1] + round(dy))
            if following not in came:
                step = STEP * (1.0 if heading % 2 == 0 else 1.4142)
                a, b = _point(start, node), _point(start, following)
                box = segment_box(a, b)
                if not yard.tiles.is_free(box, CORD, end.owner):
                    step *= UNDER_A_TILE
                heappush(queue, (length + step, next(order), following, node))


def _point(start: Point, node: Node) -> Point:
    return start[0] + STEP * node[0], start[1] + STEP * node[1]


def _way(came: dict[Node, Node | None], node: Node) -> list[Node]:
    way = [node]
    while (before := came[way[-1]]) is not None:
        way.append(before)
    return way[::-1]


def _corners(way: list[Node]) -> list[Node]:
    """A way without the nodes at which it goes straight on."""
    inner = [
        b
        for a, b, c in zip(way, way[1:], way[2:], strict=False)
        if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
    ]
    return [way[0], *inner, way[-1]]
