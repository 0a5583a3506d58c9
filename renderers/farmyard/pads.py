"""Pads: the places at which the next tile of an end touches its matching half.

The tables give them in the coordinates of an end (forward, right). The functions turn them to one of the eight
headings, and cache the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from renderers.farmyard.gaps import SIBLING_GAP
from renderers.kit.geometry import GAP, Box, Point, are_apart, move_box, point_ahead, rotate_vector, tile_box


class Pad(NamedTuple):
    """A place for one tile.

    In the tables it is relative to an end at the origin; `at` gives it the absolute place.
    """

    centre: Point
    heading: int
    cost: float
    """How much less natural it is than a place straight ahead, in points of the score."""
    box: Box
    stub: tuple[float, ...] = ()
    """The x1, y1, x2, y2 of a short connector if the tile cannot touch, else empty."""

    def at(self, x: float, y: float) -> Pad:
        """Return this pad, moved from the origin to an end at x, y."""
        stub = tuple(value + (y if i % 2 else x) for i, value in enumerate(self.stub))  # x and y take turns
        return Pad((self.centre[0] + x, self.centre[1] + y), self.heading, self.cost, move_box(self.box, x, y), stub)

    @property
    def far(self) -> Point:
        """The middle of a single's edge that points away from the end."""
        return point_ahead(self.centre, self.heading, 1.0)

    @property
    def outer(self) -> Point:
        """The centre of the half that points away from the end."""
        return point_ahead(self.centre, self.heading, 0.5)


class Foot(NamedTuple):
    """A place for a double together with places for its three toes."""

    pad: Pad
    toes: tuple[Pad, ...]
    boxes: tuple[Box, ...]
    """The boxes of the double and its toes."""

    @classmethod
    def with_boxes(cls, pad: Pad, toes: tuple[Pad, ...]) -> Foot:
        """Return the place with its boxes."""
        return cls(pad, toes, (pad.box, *(toe.box for toe in toes)))


FootPads = tuple[Pad, tuple[Pad, ...]]
"""A place for a double, and the places for its toes."""
TOES_OF_A_DOUBLE = 3
SIDES = (-1, 1)
"""Left and right: the sign of a distance to the side, and a turn by 45 degrees."""

Position = tuple[float, float, int, float]
"""A pad in the tables: the middle of its near edge (forward, right), its turn in steps of 45 degrees, and its cost."""


def _bend(forward: float, right: float, turn: int, cost: float) -> Position:
    """Return a place whose near edge is GAP away from a point, in the direction of the turn."""
    x, y = point_ahead((forward, right), turn, GAP)
    return x, y, turn, cost


def _lengthwise(side: int, turn: int) -> Position:
    """Return the place of a double that lies lengthwise in a bend to one side.

    The `turn` says on which of its long sides its toes lie.
    """
    centre = point_ahead((0.25, 0.25 * side), side, 1.0 + GAP)
    x, y = point_ahead(centre, side + turn, -0.5)
    return x, y, side + turn, 2.6


SINGLE_ON_END: tuple[Position, ...] = (
    (GAP, 0.0, 0, 0.0),
    *(_bend(0.25, 0.25 * s, s, 1.0) for s in SIDES),
    *((0.5 + GAP, -0.5 * s, 2 * s, 2.5) for s in SIDES),  # the near half lies straight ahead: a corner
    *((-0.5, (0.5 + GAP) * s, 2 * s, 2.2) for s in SIDES),  # beside the half that shows the number
)
SPARE_ON_END: tuple[Position, ...] = (
    *((GAP, right * s, 0, 3.0) for right in (0.25, 0.5) for s in SIDES),  # straight on, shifted aside
    *(_bend(forward, (0.5 - forward) * s, s, 3.2) for forward in (0.0, 0.3, -0.25) for s in SIDES),
    *((0.5 + GAP, right * s, 2 * s, 3.4) for right in (-0.75, -0.25, 0.0) for s in SIDES),  # corners
    *((forward, (0.5 + GAP) * s, 2 * s, 3.4) for forward in (-0.25, 0.0) for s in SIDES),  # from its side
    *((forward, (1.0 + GAP) * s, 0, 3.6) for forward in (-0.5, -0.75, -1.0) for s in SIDES),  # like bricks
)
"""More places, shifted aside, for an end that has no other place left."""
DOUBLE_ON_END: tuple[Position, ...] = (
    (GAP, 0.0, 0, 0.0),
    *(_bend(0.25, 0.25 * s, s, 0.6) for s in SIDES),
    *((1.0 + GAP, -0.5 * s, 2 * s, 1.6) for s in SIDES),  # lengthwise instead of crosswise
    *((GAP, 0.5 * s, 0, 1.8) for s in SIDES),  # crosswise, one half straight ahead
    *((0.0, (0.5 + GAP) * s, 2 * s, 2.4) for s in SIDES),  # beside the half that shows the number
    *(_lengthwise(s, turn) for s in SIDES for turn in (2, -2)),  # lengthwise in a bend
)
SPARE_DOUBLE: tuple[Position, ...] = (
    *DOUBLE_ON_END,
    *((GAP, right * s, 0, 3.0) for right in (0.25, 0.75, 1.0) for s in SIDES),
    *(_bend(forward, (0.5 - forward) * s, s, 3.2) for forward in (0.0, 0.5) for s in SIDES),
    *((1.0 + GAP, right * s, 2 * s, 3.4) for right in (-1.0, -0.75, -0.25, 0.0) for s in SIDES),
    *((forward, (0.5 + GAP) * s, 2 * s, 3.4) for forward in (0.25, 0.5) for s in SIDES),
)
"""These places and more, shifted aside, for an end that has no other place left."""
TOE_ON_DOUBLE: tuple[Position, ...] = (
    (0.5 + GAP, 0.0, 0, 0.0),
    *(_bend(0.5, 1.0 * s, s, 0.0) for s in SIDES),  # at the far corners, so that it looks like a chicken's foot
    *((0.0, (1.0 + GAP) * s, 2 * s, 3.0) for s in SIDES),
    *(_bend(-0.5, 1.0 * s, 3 * s, 4.0) for s in SIDES),
)
SPARE_TOE: tuple[Position, ...] = (
    *((forward, (1.0 + GAP) * s, 2 * s, 5.0) for forward in (0.25, -0.25) for s in SIDES),
    *((0.5 + GAP, right * s, 0, 5.0) for right in (0.57, 0.3, 0.8) for s in SIDES),
)
"""More places for toes, for a double that has no other places left."""
CROSS: tuple[Position, ...] = (
    (0.5 + GAP, 0.0, 0, 0.0),
    (0.0, 1.0 + GAP, 2, 0.0),
    (-0.5 - GAP, 0.0, 4, 0.0),
    (0.0, -1.0 - GAP, 6, 0.0),
)
CORNERS: tuple[Position, ...] = tuple(
    _bend(0.5 * f, 1.0 * s, turn, 0.0) for f, s, turn in ((1, 1, 1), (-1, 1, 3), (-1, -1, 5), (1, -1, 7))
)
ARMS: dict[int, tuple[Position, ...]] = {
    3: (CROSS[2], CORNERS[0], CORNERS[3]),  # a Y
    4: CROSS,
    6: (CROSS[0], CROSS[2], *CORNERS),  # three on either long side
    8: CROSS,  # `arm_pads` adds the corners, at the end of stubs
}
STUB = 0.7
"""How far from a double, in u, its arms at the corners begin if there are eight.

Eight tiles cannot all touch a double.
"""


@cache
def single_pads(heading: int) -> tuple[Pad, ...]:
    """Return the places in which a single fits the end of a single."""
    return tuple(_build_pad(position, heading, double=False) for position in SINGLE_ON_END)


@cache
def spare_pads(heading: int) -> tuple[Pad, ...]:
    """Return more places in which a single fits the end of a single, for an end that has no other place left."""
    return tuple(_build_pad(position, heading, double=False) for position in SPARE_ON_END)


@cache
def foot_pads(heading: int) -> Sequence[FootPads]:
    """Return the places in which a double fits the end of a single.

    Each comes with all pads for its toes.
    """
    pads = [_build_pad(position, heading, double=True) for position in DOUBLE_ON_END]
    return tuple((pad, tuple(toe.at(*pad.centre) for toe in toe_pads(pad.heading))) for pad in pads)


@cache
def spare_foot_pads(heading: int) -> Sequence[FootPads]:
    """Return more places for a double and its toes, for an end that has no other place left."""
    pads = [_build_pad(position, heading, double=True) for position in SPARE_DOUBLE]
    toes = {pad.heading: (*toe_pads(pad.heading), *spare_toe_pads(pad.heading)) for pad in pads}
    return tuple((pad, tuple(toe.at(*pad.centre) for toe in toes[pad.heading])) for pad in pads)


@cache
def toe_pads(heading: int) -> tuple[Pad, ...]:
    """Return the places in which a toe fits a double, from its centre."""
    return tuple(_build_pad(position, heading, double=False) for position in TOE_ON_DOUBLE)


@cache
def spare_toe_pads(heading: int) -> tuple[Pad, ...]:
    """Return more places in which a toe fits a double, from its centre."""
    return tuple(_build_pad(position, heading, double=False) for position in SPARE_TOE)


@cache
def arm_pads(arms: int) -> tuple[Pad, ...]:
    """Return the places of the arms around the opening double, from its centre.

    The double heads east, so it stands upright.
    """
    pads = [_build_pad(position, 0, double=False) for position in ARMS[arms]]
    if arms == 8:
        pads += [_build_pad_on_stub(turn) for turn in (1, 3, 5, 7)]
    return tuple(pads)


def _build_pad(position: Position, heading: int, *, double: bool) -> Pad:
    forward, right, turn, cost = position
    near_edge = rotate_vector(forward, right, heading)
    facing = (heading + turn) % 8
    centre = point_ahead(near_edge, facing, 0.5 if double else 1.0)
    return Pad(centre, facing, cost, tile_box(centre, facing, crosswise=double))


def _build_pad_on_stub(turn: int) -> Pad:
    x, y = rotate_vector(1.0, 0.0, turn)
    corner = (0.5 if x > 0 else -0.5, 1.0 if y > 0 else -1.0)
    start, near_edge = point_ahead(corner, turn, -0.1), point_ahead(corner, turn, STUB)  # it begins under the double
    centre = point_ahead(near_edge, turn, 1.0)
    return Pad(centre, turn, 0.0, tile_box(centre, turn), (*start, *near_edge))


def cheapest_together(pads: Sequence[Pad], how_many: int) -> tuple[Pad, ...] | None:
    """Return the cheapest group of `how_many` pads that don't overlap, or None if there is none."""
    first_group = tuple(pads[:how_many])
    if len(first_group) == how_many and not _cost(first_group) and _are_disjoint(first_group):
        return first_group  # no group can be cheaper, so there is no need to try them all
    groups = combinations(pads, how_many)
    return min((group for group in groups if _are_disjoint(group)), key=_cost, default=None)


def _are_disjoint(group: Sequence[Pad]) -> bool:
    return all(are_apart(a.box, b.box, SIBLING_GAP) for a, b in combinations(group, 2))


def _cost(group: Sequence[Pad]) -> float:
    return sum(pad.cost for pad in group)
