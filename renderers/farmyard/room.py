"""The shape of the room that a picture has for a farmyard."""

from __future__ import annotations

MANY = 30
"""While fewer tiles lie, a picture is low."""
LARGE = 15
"""From this highest number on a set's tiles get so small that a picture of many is narrower, and as high as it may be:
on a phone all are shown equally wide."""
WIDE, USUAL, TALL = 1.75, 1.4, 1.05


def is_tall(highest: int, tiles: int) -> bool:
    """Return whether so many tiles of a set are shown in a narrow and high picture."""
    return highest >= LARGE and tiles >= MANY


def aspect(highest: int, tiles: int) -> float:
    """Return the width of the room to its height."""
    if tiles < MANY:
        return WIDE
    return TALL if is_tall(highest, tiles) else USUAL
