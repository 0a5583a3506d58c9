"""The pictures that Discord keeps as emojis.

They are half tiles, the seats' marks and a tile's back.

Two halves side by side make one tile, whose digits are twice as tall as if one emoji held the whole tile. Phones and
screen readers give an emoji's name if they cannot show it, so a half is named by its number: `6_` and `_2`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping

from PIL import Image, ImageFilter

from renderers.kit import palette, sprites
from renderers.kit.geometry import DOWN, RIGHT
from renderers.kit.picture import Sprite
from renderers.kit.sprites import Style

SIZE = 128
HIGHEST = 18
_LINE = 11
"""The filter's size in pixels: twice the width of the outline, plus 1."""


def left_half_name(number: int) -> str:
    """Return the name of the left half of a horizontal tile."""
    return f"{number}_"


def right_half_name(number: int) -> str:
    """Return the name of the right half of a horizontal tile."""
    return f"_{number}"


def emojis() -> Mapping[str, bytes]:
    """Return every emoji by its name, as a PNG of 128 × 128 pixels.

    The bytes are the same every time.
    """
    pictures = {}
    for number in range(HIGHEST + 1):
        tile = _tile(number)
        pictures[left_half_name(number)] = tile.crop((0, 0, SIZE, SIZE))
        pictures[right_half_name(number)] = tile.crop((SIZE, 0, 2 * SIZE, SIZE))
    for seat in range(len(palette.SEATS)):
        pictures[f"seat_{seat + 1}"] = _centre_sprite(_add_outline(sprites.mark(seat, SIZE - 8)), SIZE)
    pictures["tile_back"] = _centre_sprite(sprites.back(DOWN, 58), SIZE, up=2)
    return {name: _png(picture) for name, picture in pictures.items()}


def _add_outline(mark: Sprite) -> Sprite:
    """Return a mark with a dark line around it.

    Without the line a light mark is lost on a light background.
    """
    inner = mark.mask.filter(ImageFilter.MinFilter(_LINE))
    ground = Image.new("RGB", mark.image.size, palette.BORDER)
    ground.paste(mark.image, (0, 0), inner)
    return Sprite(ground, mark.mask)


def _tile(number: int) -> Image.Image:
    """Return a picture of a horizontal double, two emojis wide."""
    return _centre_sprite(sprites.tile(number, number, RIGHT, SIZE - 12, Style.NUMERALS), 2 * SIZE, up=4)


def _centre_sprite(sprite: Sprite, width: int, up: int = 0) -> Image.Image:
    """Return a transparent picture with a sprite `up` pixels above its middle.

    A sprite is moved up to leave room for its shadow.
    """
    picture = Image.new("RGBA", (width, SIZE))
    stamp = sprite.image.convert("RGBA")
    stamp.putalpha(sprite.mask)
    picture.paste(stamp, ((width - stamp.width) // 2, (SIZE - stamp.height) // 2 - up))
    return picture


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
