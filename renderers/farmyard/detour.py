"""A connector to the nearest place for a tile that can't touch its end."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import chain, count, pairwise
from math import hypot

from renderers.farmyard.gaps import CLEARANCE, CORD, cord_box
from renderers.farmyard.ground import End, Ground
from renderers.farmyard.pads import Pad, toe_pads
from renderers.farmyard.score import Trial
from renderers.kit.geometry import DIRECTIONS, Point, point_ahead, tile_box

STEP = 0.5
"""The distance in u between neighbouring points of the lattice, at which a connector may have corners."""
UNDER_A_TILE = 8.0
"""The factor for the length of a step that passes under a tile."""
CONNECTOR_COST = 600.0
"""Points of the score for any connector."""
COST_PER_U = 1.0
"""More points for each u of the connector's length."""
PLACES_TO_TRY = 80
"""How many of the nearest places are tried."""

Node = tuple[int, int]
"""A point of the lattice, in steps from the end's anchor."""


def detours(ground: Ground, end: End, double: bool) -> Iterator[Trial]:
    """Yield places for a tile at the end of a connector, the nearest first.

    There is always another place, since the plane is unbounded.
    """
    for path, length in _paths(ground, end):
        corners = [_point(end.anchor, node) for node in _corners(path)]
        for pad, toes in _places(ground, corners[-1], CONNECTOR_COST + COST_PER_U * length, double):
            cords = [cord_box(a, b) for a, b in pairwise(corners)]
            visible = tuple(cord for cord in cords if ground.tiles.is_free(cord, 0.0))  # the others pass under a tile
            yield Trial(pad, double, toes, visible, tuple(chain.from_iterable(corners)))


def points_near(ground: Ground, end: End) -> Iterator[Point]:
    """Yield points around an end, in the order of the lengths of the paths to them."""
    return (_point(end.anchor, path[-1]) for path, _ in _paths(ground, end))


def _places(ground: Ground, near_edge: Point, cost: float, double: bool) -> Iterator[tuple[Pad, tuple[Pad, ...]]]:
    """Yield places in all headings for a tile whose near edge is at `near_edge`.

    Each comes with places for the toes, if the tile is a double.
    """
    for heading in range(8):
        centre = point_ahead(near_edge, heading, 0.5 if double else 1.0)
        box = tile_box(centre, heading, crosswise=double)
        if not ground.tiles.is_free(box, CLEARANCE):
            continue
        toes = ground.toes_of([toe.at(*centre) for toe in toe_pads(heading)]) if double else ()
        if toes is not None:  # there are enough places for toes
            yield Pad(centre, heading, cost, box), toes


def _paths(ground: Ground, end: End) -> Iterator[tuple[list[Node], float]]:
    """Yield paths over a lattice from an end, the shortest first.

    Each path comes with its length in u. This is Dijkstra's algorithm.
    """
    order = count()  # sorts paths of equal length by the order in which they were found
    previous: dict[Node, Node | None] = {}
    queue: list[tuple[float, int, Node, Node | None]] = [(0.0, next(order), (0, 0), None)]
    while queue:
        length, _, node, predecessor = heappop(queue)
        if node in previous:
            continue
        previous[node] = predecessor
        if predecessor is not None:
            yield _trace_path(previous, node), length
        for dx, dy in DIRECTIONS:
            neighbour = (node[0] + round(dx), node[1] + round(dy))
            if neighbour not in previous:
                new_length = length + _step_length(ground, end, node, neighbour)
                heappush(queue, (new_length, next(order), neighbour, node))


def _step_length(ground: Ground, end: End, a: Node, b: Node) -> float:
    length = STEP * hypot(b[0] - a[0], b[1] - a[1])
    cord = cord_box(_point(end.anchor, a), _point(end.anchor, b))
    return length if ground.tiles.is_free(cord, CORD, (end.owner,)) else length * UNDER_A_TILE


def _point(start: Point, node: Node) -> Point:
    return start[0] + STEP * node[0], start[1] + STEP * node[1]


def _trace_path(previous: dict[Node, Node | None], node: Node) -> list[Node]:
    path = [node]
    while (predecessor := previous[path[-1]]) is not None:
        path.append(predecessor)
    return path[::-1]


def _corners(path: list[Node]) -> list[Node]:
    """Return a path without the nodes at which it goes straight on."""
    inner = [
        b
        for a, b, c in zip(path, path[1:], path[2:], strict=False)
        if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
    ]
    return [path[0], *inner, path[-1]]
