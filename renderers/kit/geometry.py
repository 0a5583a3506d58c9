"""Points, boxes and headings in units.

A unit, u, is the side of half a tile, so a tile is 2u x 1u. x goes right, y goes DOWN.

A heading is a direction in steps of 45 degrees, 0 to 7, clockwise from east: 0 east, 2 south, 4 west, 6 north.
Points and boxes are plain tuples with functions beside them: a layout tries every tile against hundreds of others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

Point = tuple[float, float]
"""x and y."""

Box = tuple[float, float, float, float, float, float, float, float]
"""A rectangle at any of the eight headings, as its intervals on four axes.

The axes are x, y, p = (x + y) / √2 and q = (y − x) / √2. Each has two numbers, its low end and its high end.
"""

GAP = 0.08
"""The gap between two joined tiles, a hairline, so that both keep their outline."""

RIGHT, DOWN = 0, 2
"""The headings of a tile that lies on its side, and of a tile that stands upright."""

DIAGONAL = math.sqrt(0.5)
_S = DIAGONAL
DIRECTIONS: tuple[Point, ...] = (
    (1.0, 0.0), (_S, _S), (0.0, 1.0), (-_S, _S), (-1.0, 0.0), (-_S, -_S), (0.0, -1.0), (_S, -_S),
)  # fmt: skip
"""The unit vector of each heading, 0 to 7."""


def direction(heading: int) -> Point:
    """Return the unit vector of a heading (any integer, modulo 8)."""
    return DIRECTIONS[heading % 8]


def point_ahead(point: Point, heading: int, distance: float) -> Point:
    """Return the point `distance` away in a heading."""
    dx, dy = DIRECTIONS[heading % 8]
    return point[0] + distance * dx, point[1] + distance * dy


def rotate_vector(forward: float, right: float, heading: int) -> Point:
    """Return the x and y of a vector `forward` along a heading and `right` of it."""
    fx, fy = DIRECTIONS[heading % 8]
    rx, ry = DIRECTIONS[(heading + 2) % 8]
    return forward * fx + right * rx, forward * fy + right * ry


@cache
def _extents(heading: int, along: float, across: float) -> tuple[float, float, float, float]:
    """Return half the length of a rectangle's shadow on each of the four axes."""

    def shadow(axis: int) -> float:
        cosine, sine = direction(heading - axis)
        return along * abs(cosine) + across * abs(sine)

    return shadow(0), shadow(2), shadow(1), shadow(3)  # the headings of x, y, p and q


def rectangle(centre: Point, heading: int, along: float, across: float) -> Box:
    """Return the box that reaches this far from its centre along a heading and across it, both ways."""
    x, y = centre
    p, q = (x + y) * DIAGONAL, (y - x) * DIAGONAL
    half_x, half_y, half_p, half_q = _extents(heading % 8, along, across)
    return x - half_x, x + half_x, y - half_y, y + half_y, p - half_p, p + half_p, q - half_q, q + half_q


def tile_box(centre: Point, heading: int, *, crosswise: bool = False) -> Box:
    """Return the box of a tile that lies along a heading, or `crosswise` to it."""
    return rectangle(centre, heading, 0.5, 1.0) if crosswise else rectangle(centre, heading, 1.0, 0.5)


def square(centre: Point, side: float) -> Box:
    """Return the box of an upright square."""
    return rectangle(centre, 0, side / 2, side / 2)


def move_box(box: Box, x: float, y: float) -> Box:
    """Return the box, moved by `x` and `y`."""
    p, q = (x + y) * DIAGONAL, (y - x) * DIAGONAL
    x0, x1, y0, y1, p0, p1, q0, q1 = box
    return x0 + x, x1 + x, y0 + y, y1 + y, p0 + p, p1 + p, q0 + q, q1 + q


def are_apart(a: Box, b: Box, gap: float) -> bool:
    """Return whether the boxes are at least `gap` apart on some axis.

    This is exact, as all edges run along the four axes: by the separating-axis theorem no other axis matters.
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


class Bounds(NamedTuple):
    """An upright rectangle, in u."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def with_margin(self, margin: float) -> Bounds:
        """Return the rectangle with `margin` more on each side."""
        return Bounds(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)


def bounds_around(boxes: Iterable[Box], least: Bounds) -> Bounds:
    """Return the smallest upright rectangle that holds the boxes and `least`."""
    left, top, right, bottom = least
    for x0, x1, y0, y1, *_ in boxes:
        left, top, right, bottom = min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)
    return Bounds(left, top, right, bottom)


class Camera(NamedTuple):
    """The conversion from units to pixels."""

    unit: int
    """Pixels per u."""
    x: float
    """The column of pixels of the point (0, 0)."""
    y: float
    """The row of pixels of the point (0, 0)."""

    def at(self, point: Point) -> tuple[int, int]:
        """Return the pixel of a point."""
        x, y = point
        return round(self.x + x * self.unit), round(self.y + y * self.unit)


ZOOM = (
    64, 60, 56, 52, 48, 45, 44, 42, 40, 38, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24,
    23, 22, 21, 20, 18, 16, 14, 12, 10, 8, 6,
)  # fmt: skip
"""The scales of pictures in pixels per u, the largest first.

They are few, so that drawn tiles can be cached and a board seldom jumps. They are closer together where one pixel
makes a visible difference.
"""


def camera(bounds: Bounds, area: tuple[int, int, int, int]) -> Camera:
    """Return the camera with the largest scale at which `bounds` fit into an area.

    The area is pixels (left, top, width, height), and `bounds` are centred in it.
    """
    left, top, width, height = area
    fitting = (unit for unit in ZOOM if bounds.width * unit <= width and bounds.height * unit <= height)
    unit = next(fitting, ZOOM[-1])
    x = left + width / 2 - (bounds.left + bounds.right) / 2 * unit
    y = top + height / 2 - (bounds.top + bounds.bottom) / 2 * unit
    return Camera(unit, x, y)
