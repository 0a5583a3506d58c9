"""A canvas, stamps, and the encoding of a picture as bytes.

canvas = picture.blank(1200, 800)
picture.stamp(canvas, sprites.tile(6, 2, heading=0, unit=48), 600, 400)
data = picture.png(canvas)
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw
from PIL.Image import Dither

from renderers.kit.palette import FELT, PALETTE, Colour

WIDTH = 1200
"""The width of a table's picture.

Previews are 360 (phone) to 550 pixels wide, so text below 36 is lost there.
"""
TALL_WIDTH = 960
"""The width of a picture whose content makes it as high as it may be."""
LARGE_WIDTH = 800
"""The width in large print.

On a phone the same marks and words come out half as large again.
"""
SMOOTH = 4
"""How many times larger shapes are drawn before they are reduced."""

_LARGE = 110_000
"""The bytes above which a file is compressed once more."""
_FAST, _SMALL = 3, 9
"""Levels of compression.

The larger takes several times as long and saves a tenth of the size.
"""

_FADE = 40
"""Pixels at the edge of a part over which it fades."""


class Sprite(NamedTuple):
    """A small picture and the mask of what it covers."""

    image: Image.Image  # RGB
    mask: Image.Image  # L


def blank(width: int, height: int, shade: Colour = FELT) -> Image.Image:
    """Return an empty canvas."""
    return Image.new("RGB", (width, height), shade)


def stack_pictures(upper: Image.Image, lower: Image.Image) -> Image.Image:
    """Return two pictures as one, the lower one as wide as the upper one."""
    if lower.width != upper.width:
        lower = lower.resize((upper.width, round(lower.height * upper.width / lower.width)), Image.Resampling.LANCZOS)
    canvas = blank(upper.width, upper.height + lower.height)
    canvas.paste(upper, (0, 0))
    canvas.paste(lower, (0, upper.height))
    return canvas


def stamp(canvas: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Paste a sprite with its centre at a pixel."""
    canvas.paste(sprite.image, (x - sprite.image.width // 2, y - sprite.image.height // 2), sprite.mask)


def stamp_whole(canvas: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Paste a sprite with its centre at a pixel, moved in if the edge would cut it.

    A sprite whose centre is outside is not pasted.
    """
    if 0 <= x < canvas.width and 0 <= y < canvas.height:
        rooms = (-(-side // 2) for side in sprite.image.size)
        x, y = (min(max(at, room), most - room) for at, most, room in zip((x, y), canvas.size, rooms, strict=True))
        stamp(canvas, sprite, x, y)


def tint(canvas: Image.Image, mask: Image.Image, left: int, top: int, shade: Colour) -> None:
    """Paint one colour through a mask whose upper left corner is at a pixel."""
    canvas.paste(shade, (left, top, left + mask.width, top + mask.height), mask)


def smooth(width: int, height: int, draw: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """Return a mask of `width` by `height` pixels with smooth edges.

    `draw` gets a canvas and how many times larger it is, and paints with 255.
    """
    large = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    draw(ImageDraw.Draw(large), SMOOTH)
    return large.reduce(SMOOTH)


def plate(
    canvas: Image.Image,
    box: tuple[int, int, int, int],
    radius: int,
    fill: Colour,
    frame: Colour | None = None,
    line: int = 0,
) -> None:
    """Draw a rectangle with round corners (left, top, width, height).

    Its frame is `line` pixels thick and inside it.
    """
    left, top, width, height = box
    if frame is not None:
        tint(canvas, _rounded_mask(width, height, radius), left, top, frame)
        left, top, width, height, radius = left + line, top + line, width - 2 * line, height - 2 * line, radius - line
    tint(canvas, _rounded_mask(width, height, max(radius, 0)), left, top, fill)


@lru_cache(maxsize=64)
def _rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width, height), 255)
    if radius < 1:
        return mask
    disc = smooth(
        2 * radius, 2 * radius, lambda draw, n: draw.ellipse((0, 0, 2 * radius * n - 1, 2 * radius * n - 1), 255)
    )
    for x, dx in (0, 0), (width - radius, radius):
        for y, dy in (0, 0), (height - radius, radius):
            mask.paste(disc.crop((dx, dy, dx + radius, dy + radius)), (x, y))
    return mask


def fade(canvas: Image.Image, points: Sequence[tuple[int, int]]) -> None:
    """Fade the edges of a canvas behind which more of the points lie.

    So nothing seems to end there.
    """
    lefts, tops = zip(*points, strict=True)
    wide, high = canvas.size
    if min(lefts) < 0:
        canvas.paste(FELT, (0, 0), _gradient(high, 90))
    if max(lefts) > wide:
        canvas.paste(FELT, (wide - _FADE, 0), _gradient(high, 270))
    if min(tops) < 0:
        canvas.paste(FELT, (0, 0), _gradient(wide, 0))
    if max(tops) > high:
        canvas.paste(FELT, (0, high - _FADE), _gradient(wide, 180))


@lru_cache(maxsize=16)
def _gradient(long: int, turn: int) -> Image.Image:
    """Return a mask that fades one edge of a strip.

    It is the upper edge, turned by `turn` degrees.
    """
    mask = Image.new("L", (1, _FADE))
    mask.putdata([255 - 255 * y // _FADE for y in range(_FADE)])
    return mask.resize((long, _FADE)).rotate(turn, expand=True)


def quantise(image: Image.Image) -> Image.Image:
    """Return the picture in the one fixed palette, without dithering."""
    return image.quantize(palette=_palette(), dither=Dither.NONE)


def png(image: Image.Image) -> bytes:
    """Return the file to upload; equal pixels give equal bytes."""
    shown = quantise(image)
    data = _encode_png(shown, _FAST)
    return data if len(data) <= _LARGE else _encode_png(shown, _SMALL)


def _encode_png(image: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()


@cache
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([part for shade in PALETTE for part in shade])
    return image
