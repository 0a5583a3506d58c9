"""The picture of the first message on a server: only tiles, as large as a phone can show them."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageChops

from engine.words import Words
from renderers.kit import picture
from renderers.look import Layout, Look

ROOM = (1120, 760)
"""The greatest width and height of the tiles, in pixels."""
MARGIN = 44


def welcome(look: Look[Any], seen: Any, layout: Layout, words: Words) -> Image.Image:
    """Draw the tiles on the table, without seats and scores: a stranger doesn't know yet what those mean."""
    stage = None if look.stage is None else look.stage(seen, layout, words, ROOM)
    if stage is None:
        return look.board(seen, layout, words)
    # the picture without tiles, to find the edges of the tiles
    bare = Image.new(stage.mode, stage.size, stage.getpixel((0, 0)))
    tiles = stage.crop(ImageChops.difference(stage, bare).getbbox())
    canvas = picture.blank(tiles.width + 2 * MARGIN, tiles.height + 2 * MARGIN)
    canvas.paste(tiles, (MARGIN, MARGIN))
    return canvas
