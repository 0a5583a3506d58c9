"""The shape of the room that a picture has for a farmyard."""

from __future__ import annotations

MANY = 30
"""The number of tiles below which a picture is low."""
LARGE = 15
"""A set whose highest number is at least this has narrow pictures of many tiles.

Its tiles get so small that the picture is as high as it may be, as a phone shows all pictures equally wide.
"""
WIDE, USUAL, TALL = 1.75, 1.4, 1.05


def is_tall(highest: int, tiles: int) -> bool:
    """Return whether a number of tiles of a set is shown in a narrow and high picture."""
    return highest >= LARGE and tiles >= MANY


def aspect(highest: int, tiles: int) -> float:
    """Return the ratio of the room's width to its height."""
    if tiles < MANY:
        return WIDE
    return TALL if is_tall(highest, tiles) else USUAL
