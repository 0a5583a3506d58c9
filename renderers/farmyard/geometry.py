"""Tiles as rectangles in eight headings, and the exact test whether two of them are apart.

One u is the side of half a tile: a tile is 2 u long and 1 u wide. x grows to the right, y downwards. A heading is
0 … 7, in steps of 45 degrees clockwise from east.

Plain tuples and functions instead of `renderers.kit.geometry`: every tile laid is tried against hundreds of others.
"""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt

from renderers.kit.geometry import GAP, direction

Point = tuple[float, float]

Box = tuple[float, float, float, float, float, float, float, float]
"""A rectangle by its intervals on four axes: x, y, p = (x + y) / √2 and q = (y - x) / √2, each as low, high."""

DIAGONAL = sqrt(0.5)
DIRECTIONS: tuple[Point, ...] = tuple(direction(heading) for heading in range(8))
"""The unit vector of each heading."""

JOINT = GAP
"""Between a tile and the one it is joined to: a hairline, so that both keep their outline."""
SIBLING_GAP = 0.14
"""At least between two toes of one double (or two arms); they show the same number, so closeness misleads nobody."""
CLEARANCE = 0.26
"""At least between tiles that are not joined: clearly more than a joint, else they would read as a match."""
CORD = 0.08
"""Half the width of a connector."""


def ahead(point: Point, heading: int, distance: float) -> Point:
    """The point so far from `point` in the direction of `heading`."""
    dx, dy = DIRECTIONS[heading % 8]
    return point[0] + distance * dx, point[1] + distance * dy


def turned(forward: float, right: float, heading: int) -> Point:
    """A vector given as forward and right of a heading, in x and y."""
    fx, fy = DIRECTIONS[heading % 8]
    rx, ry = DIRECTIONS[(heading + 2) % 8]
    return forward * fx + right * rx, forward * fy + right * ry


@cache
def _extents(heading: int, along: float, across: float) -> tuple[float, float, float, float]:
    """Half the width of a rectangle's shadow on the four axes."""

    def shadow(axis: int) -> float:
        steps = (heading - axis) % 8
        cosine, sine = DIRECTIONS[steps]
        return along * abs(cosine) + across * abs(sine)

    return shadow(0), shadow(2), shadow(1), shadow(3)


def rectangle(centre: Point, heading: int, along: float, across: float) -> Box:
    """The box around `centre`: half its length along the heading, half its width across."""
    x, y = centre
    p, q = (x + y) * DIAGONAL, (y - x) * DIAGONAL
    ex, ey, ep, eq = _extents(heading % 8, along, across)
    return x - ex, x + ex, y - ey, y + ey, p - ep, p + ep, q - eq, q + eq


def tile_box(centre: Point, heading: int, double: bool) -> Box:
    """The box of a tile. A double lies crosswise to its heading."""
    return rectangle(centre, heading, 0.5, 1.0) if double else rectangle(centre, heading, 1.0, 0.5)


def segment_box(a: Point, b: Point) -> Box:
    """The box of a straight piece of a connector, which runs along one of the eight headings."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    heading = 0 if abs(dy) < abs(dx) / 4 else 2 if abs(dx) < abs(dy) / 4 else 1 if dx * dy > 0 else 3
    return rectangle(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), heading, hypot(dx, dy) / 2, CORD)


def moved(box: Box, x: float, y: float) -> Box:
    """The same box, shifted."""
    p, q = (x + y) * DIAGONAL, (y - x) * DIAGONAL
    return (
        box[0] + x,
        box[1] + x,
        box[2] + y,
        box[3] + y,
        box[4] + p,
        box[5] + p,
        box[6] + q,
        box[7] + q,
    )


def apart(a: Box, b: Box, gap: float) -> bool:
    """Whether some axis keeps the boxes at least `gap` apart.

    Exact: all edges run along the four axes, so by the separating-axis theorem no other axis needs a look.
    """
    return (
        a[1] + gap <= b[0]
        or b[1] + gap <= a[0]
        or a[3] + gap <= b[2]
        or b[3] + gap <= a[2]
        or a[5] + gap <= b[4]
        or b[5] + gap <= a[4]
        or a[7] + gap <= b[6]
        or b[7] + gap <= a[6]
    )
