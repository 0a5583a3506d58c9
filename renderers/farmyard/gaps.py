"""The least distances between the things in a farmyard, in u."""

from __future__ import annotations

from math import hypot

from renderers.kit.geometry import DOWN, RIGHT, Box, Point, rectangle

SIBLING_GAP = 0.14
"""The least gap between two toes of one double, or between two arms.

They show the same number, so it does no harm if they seem to match.
"""
CLEARANCE = 0.26
"""The least gap between tiles that are not joined.

It is clearly wider than a joint, so that they don't seem to match.
"""
CORD = 0.08
"""Half the width of a connector."""


def cord_box(a: Point, b: Point) -> Box:
    """Return the box of a straight piece of a connector.

    The piece runs along one of the eight headings.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    # the corners are rounded, so an upright or level piece may be slightly askew
    if abs(dy) < abs(dx) / 4:
        heading = RIGHT
    elif abs(dx) < abs(dy) / 4:
        heading = DOWN
    else:
        heading = 1 if dx * dy > 0 else 3
    return rectangle(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), heading, hypot(dx, dy) / 2, CORD)
