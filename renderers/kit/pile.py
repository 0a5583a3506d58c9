"""The tiles that can still be drawn, from the boneyard or chicken yard."""

from __future__ import annotations

from PIL import Image

from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import FACE, FELT, MUTED


def width(tiles: int) -> int:
    """Return the width of the pile and its number."""
    return _number_offset(tiles) + text.width(str(tiles), 44, text.LABEL)


def _number_offset(tiles: int) -> int:
    """Return how far right the number begins: behind at most three tiles, each 16 pixels right of the last."""
    return 44 + 16 * max(min(tiles, 3) - 1, 0)


def pile(canvas: Image.Image, x: int, middle: int, tiles: int) -> int:
    """Draw a few tiles face down and the number of all tiles; return the right edge.

    If there are no tiles, an empty frame is drawn.
    """
    for i in range(min(tiles, 3)):
        picture.stamp(canvas, sprites.back(DOWN, 26), x + 14 + 16 * i, middle)
    if not tiles:
        picture.plate(canvas, (x, middle - 26, 26, 52), 4, MUTED)
        picture.plate(canvas, (x + 3, middle - 23, 20, 46), 2, FELT)
    x += _number_offset(tiles)
    return x + text.draw(canvas, x, middle + 13, str(tiles), 44, FACE, face=text.LABEL)
