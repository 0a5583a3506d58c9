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

Previews are 360 (phone) to 550 pixels wide, so text of a size below 36 can't be read there.
"""
TALL_WIDTH = 960
"""The width of a picture that is as high as a picture may be."""
LARGE_WIDTH = 800
"""The width in large print, which makes the same marks and words half as large again on a phone."""
SMOOTH = 4
"""How many times larger shapes are drawn before they are reduced."""

_LARGE_FILE = 110_000
"""The bytes above which a picture is compressed again, at the stronger level."""
_FAST_LEVEL, _STRONG_LEVEL = 3, 9
"""Levels of compression; the stronger takes several times as long and saves a tenth of the size."""

_FADE = 40
"""The width in pixels of an edge that fades."""


class Sprite(NamedTuple):
    """A small picture and the mask of what it covers."""

    image: Image.Image  # RGB
    mask: Image.Image  # L


def blank(width: int, height: int, shade: Colour = FELT) -> Image.Image:
    """Return an empty canvas."""
    return Image.new("RGB", (width, height), shade)


def stack_pictures(upper: Image.Image, lower: Image.Image) -> Image.Image:
    """Return two pictures as one; the lower picture is scaled to the width of the upper picture."""
    if lower.width != upper.width:
        lower = lower.resize((upper.width, round(lower.height * upper.width / lower.width)), Image.Resampling.LANCZOS)
    canvas = blank(upper.width, upper.height + lower.height)
    canvas.paste(upper, (0, 0))
    canvas.paste(lower, (0, upper.height))
    return canvas


def fit_in(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a picture in the middle of a canvas of this width and height, as large as it fits."""
    share = min(size[0] / picture.width, size[1] / picture.height)
    shown = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.LANCZOS)
    canvas = picture.crop((0, 0, 1, 1)).resize(size)  # in the colour of the picture's corner
    canvas.paste(shown, ((size[0] - shown.width) // 2, (size[1] - shown.height) // 2))
    return canvas


def stamp(canvas: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Paste a sprite with its centre at a pixel."""
    canvas.paste(sprite.image, (x - sprite.image.width // 2, y - sprite.image.height // 2), sprite.mask)


def stamp_whole(canvas: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Paste a sprite with its centre at a pixel, moved in if the edge would cut it.

    A sprite whose centre is outside is not pasted.
    """
    if 0 <= x < canvas.width and 0 <= y < canvas.height:
        half_width, half_height = (-(-side // 2) for side in sprite.image.size)  # rounded up
        x = min(max(x, half_width), canvas.width - half_width)
        y = min(max(y, half_height), canvas.height - half_height)
        stamp(canvas, sprite, x, y)


def tint(canvas: Image.Image, mask: Image.Image, left: int, top: int, shade: Colour) -> None:
    """Paint one colour through a mask whose upper left corner is at a pixel."""
    canvas.paste(shade, (left, top, left + mask.width, top + mask.height), mask)


def smooth(width: int, height: int, draw: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """Return a mask of `width` by `height` pixels with smooth edges.

    `draw` gets a pen for a larger canvas and how many times larger it is, and paints with 255.
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
    """Draw a rectangle with round corners into a box (left, top, width, height).

    Its frame is `line` pixels thick and inside the box.
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
    side = 2 * radius
    disc = smooth(side, side, lambda pen, scale: pen.ellipse((0, 0, side * scale - 1, side * scale - 1), 255))
    for x, dx in (0, 0), (width - radius, radius):
        for y, dy in (0, 0), (height - radius, radius):
            mask.paste(disc.crop((dx, dy, dx + radius, dy + radius)), (x, y))
    return mask


def fade(canvas: Image.Image, points: Sequence[tuple[int, int]]) -> None:
    """Fade each edge of a canvas beyond which some of the points lie.

    This shows that the table continues there.
    """
    xs, ys = zip(*points, strict=True)
    width, height = canvas.size
    if min(xs) < 0:
        canvas.paste(FELT, (0, 0), _gradient(height, 90))
    if max(xs) > width:
        canvas.paste(FELT, (width - _FADE, 0), _gradient(height, 270))
    if min(ys) < 0:
        canvas.paste(FELT, (0, 0), _gradient(width, 0))
    if max(ys) > height:
        canvas.paste(FELT, (0, height - _FADE), _gradient(width, 180))


@lru_cache(maxsize=16)
def _gradient(length: int, turn: int) -> Image.Image:
    """Return a mask that fades an edge of this length.

    It is made for the upper edge, then turned counterclockwise by `turn` degrees.
    """
    mask = Image.new("L", (1, _FADE))
    mask.putdata([255 - 255 * y // _FADE for y in range(_FADE)])
    return mask.resize((length, _FADE)).rotate(turn, expand=True)


def quantise(image: Image.Image) -> Image.Image:
    """Return the picture in the one fixed palette, without dithering."""
    return image.quantize(palette=_palette(), dither=Dither.NONE)


def png(image: Image.Image) -> bytes:
    """Return the PNG file of a picture; equal pixels give equal bytes."""
    quantised = quantise(image)
    data = _encode_png(quantised, _FAST_LEVEL)
    return data if len(data) <= _LARGE_FILE else _encode_png(quantised, _STRONG_LEVEL)


def _encode_png(image: Image.Image, level: int) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=level)
    return file.getvalue()


@cache
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([part for shade in PALETTE for part in shade])
    return image
