"""The shape of the room that a picture has for a farmyard."""

from __future__ import annotations

MANY = 30
"""A picture of at least this many tiles is taller."""
LARGE_SET = 15
"""A set whose highest number is at least this is large.

Its pictures of MANY tiles or more are narrow and tall. Their tiles are small. A phone shows all pictures equally wide,
so a narrow picture shows them larger.
"""
WIDE, USUAL, TALL = 1.75, 1.4, 1.05
"""The ratios of width to height for few tiles, for at least MANY, and for at least MANY of a large set."""


def is_tall(highest: int, tiles: int) -> bool:
    """Return whether this number of tiles of a set is shown in a narrow and tall picture."""
    return highest >= LARGE_SET and tiles >= MANY


def aspect(highest: int, tiles: int) -> float:
    """Return the ratio of the room's width to its height."""
    if tiles < MANY:
        return WIDE
    return TALL if is_tall(highest, tiles) else USUAL
