"""Where things lie, in units: u is the side of half a tile, so a tile is 2u x 1u. x goes right, y goes DOWN.

A heading is a direction in steps of 45 degrees, 0 to 7, clockwise from east: 0 east, 2 south, 4 west, 6 north.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Self

GAP = 0.08
"""Between two joined tiles."""
CLEARANCE = 0.14
"""At least between tiles that are not joined."""

_S = math.sqrt(0.5)
_DIRECTIONS = ((1.0, 0.0), (_S, _S), (0.0, 1.0), (-_S, _S), (-1.0, 0.0), (-_S, -_S), (0.0, -1.0), (_S, -_S))


def direction(heading: int) -> tuple[float, float]:
    """The unit vector of a heading (any integer, modulo 8)."""
    return _DIRECTIONS[heading % 8]


class Point(NamedTuple):
    x: float
    y: float

    def ahead(self, heading: int, distance: float) -> Point:
        """The point `distance` away in a heading."""
        dx, dy = direction(heading)
        return Point(self.x + dx * distance, self.y + dy * distance)

    def off(self, heading: int, ahead: float, right: float) -> Point:
        """`ahead` along a heading and `right` of it (negative: left of it)."""
        return self.ahead(heading, ahead).ahead(heading + 2, right)


class Place(NamedTuple):
    """Where a tile lies: its centre, the heading from the half that shows `near` to the other half."""

    x: float
    y: float
    heading: int
    near: int

    @property
    def centre(self) -> Point:
        return Point(self.x, self.y)

    @property
    def box(self) -> Box:
        return Box.around(self.centre, self.heading)


@cache
def _reaches(heading: int, length: float, width: float) -> tuple[float, ...]:
    """From a rectangle's middle to its ends on the four axes."""
    dx, dy = direction(heading)
    axes = (_DIRECTIONS[axis] for axis in (0, 2, 1, 3))
    return tuple((abs(dx * ax + dy * ay) * length + abs(dx * ay - dy * ax) * width) / 2 for ax, ay in axes)


class Box(NamedTuple):
    """A rectangle at a multiple of 45 degrees, as its extent on the axes x, y, (x+y)/√2 and (y−x)/√2.

    Those are all the axes on which two such rectangles can be told apart (separating axes), so the test is exact.
    """

    spans: tuple[tuple[float, float], ...]

    @classmethod
    def around(cls, centre: Point, heading: int, length: float = 2.0, width: float = 1.0) -> Self:
        """The rectangle with this centre, `length` along the heading and `width` across it."""
        (x, y), slant = centre, _S
        middles = (x, y, (x + y) * slant, (y - x) * slant)
        reaches = _reaches(heading % 8, length, width)
        return cls(tuple((m - reach, m + reach) for m, reach in zip(middles, reaches, strict=True)))

    def hits(self, other: Box, clearance: float = 0.0) -> bool:
        """Whether the two come nearer than `clearance`; touching is no hit."""
        room = clearance - 1e-9
        return all(
            low < high_ + room and low_ < high + room
            for (low, high), (low_, high_) in zip(self.spans, other.spans, strict=True)
        )


class Bounds(NamedTuple):
    """An upright rectangle."""

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

    def grown(self, margin: float) -> Bounds:
        return Bounds(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)


def around(boxes: Iterable[Box], least: Bounds) -> Bounds:
    """The smallest upright rectangle that holds the boxes and `least`."""
    left, top, right, bottom = least
    for box in boxes:
        (x0, x1), (y0, y1) = box.spans[:2]
        left, top, right, bottom = min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)
    return Bounds(left, top, right, bottom)


class Camera(NamedTuple):
    """From units to pixels."""

    unit: int
    """Pixels per u."""
    x: float
    """The pixel of the point (0, 0)."""
    y: float

    def at(self, point: Point) -> tuple[int, int]:
        return round(self.x + point.x * self.unit), round(self.y + point.y * self.unit)


ZOOM = (64, 60, 56, 52, 48, 45, 42, 39, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6)
"""The steps in which a picture gets smaller. Few, so that drawn tiles can be kept and a board rarely jumps."""


def camera(bounds: Bounds, area: tuple[int, int, int, int]) -> Camera:
    """The largest zoom at which `bounds` fit into an area of pixels (left, top, width, height), centred in it."""
    left, top, width, height = area
    fits = (unit for unit in ZOOM if bounds.width * unit <= width and bounds.height * unit <= height)
    unit = next(fits, ZOOM[-1])
    x = left + width / 2 - (bounds.left + bounds.right) / 2 * unit
    y = top + height / 2 - (bounds.top + bounds.bottom) / 2 * unit
    return Camera(unit, x, y)
