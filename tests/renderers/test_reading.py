"""Whether the numbers of small tiles can be told apart: a machine reads them back from a phone's preview.

A board is drawn at full size, made as wide as a phone and sent through the compression of Discord's previews. Each half
of a tile is then compared with the same half of every number, for several colour visions.
"""

from __future__ import annotations

import io
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from renderers.farmyard import Laid, Rows, arrange
from renderers.kit import picture, sprites
from renderers.kit.geometry import Camera, Point, ahead
from renderers.kit.sprites import Style
from tests.long import some
from tests.renderers.farmyards import Kind, random_farmyard
from tests.renderers.kit.colour_vision import VISIONS

SCALE = 360 / picture.WIDTH
"""From a picture's pixels to those of a phone."""
GOALS = {Kind(9, 4, 7): 44, Kind(12, 6, 11): 37, Kind(18, 8, 11): 30}
"""Pixels per u in a picture 1200 pixels wide: 13, 11 and 9 on a phone."""
KINDS = {str(kind): kind for kind in GOALS}
SMALLEST, *_ = KINDS
QUALITY = 80
AROUND = 0.42
"""Half the side of what is looked at of a half, in u."""

PIXELS = 16
"""The side of what is compared."""

Array = Any


def halves(laid: list[Laid], rows: Rows) -> list[tuple[int, int, Point]]:
    """Each half: its number, the heading to the other half's side, and its centre in u."""
    found, outer = [], list[int]()
    for (tile, parent, _), row in zip(laid, rows, strict=True):
        near = tile.high if parent is None else outer[parent]
        outer.append(tile.other(near))
        heading = (int(row[2]) + (2 if tile.double else 0)) % 8
        found.append((near, heading, ahead((row[0], row[1]), heading, -0.5)))
        found.append((tile.other(near), (heading + 4) % 8, ahead((row[0], row[1]), heading, 0.5)))
    return found


def seen_by(images: Array, vision: str) -> Array:
    """Pictures as other eyes see them."""
    values = images / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.clip(linear @ np.array(VISIONS[vision]).T, 0, 1) ** (1 / 2.2)


def cut(image: Image.Image, centre: tuple[float, float], reach: float, pixels: int) -> Image.Image:
    """A square around a point, `pixels` wide."""
    x, y = centre
    box = (x - reach, y - reach, x + reach, y + reach)
    return image.resize((pixels, pixels), Image.Resampling.BICUBIC, box=box)


def drawn(laid: list[Laid], rows: Rows, unit: int, style: Style) -> tuple[Image.Image, Camera]:
    """A farmyard in the colours of the palette, and where it lies."""
    xs, ys = [row[0] for row in rows], [row[1] for row in rows]
    view = Camera(unit, (2 - min(xs)) * unit, (2 - min(ys)) * unit)
    board = picture.blank(round((max(xs) - min(xs) + 4) * unit), round((max(ys) - min(ys) + 4) * unit))
    parts = halves(laid, rows)
    for (near, heading, centre), (far, _, _) in zip(parts[::2], parts[1::2], strict=True):
        sprite = sprites.tile(near, far, heading, unit, style)
        picture.stamp(board, sprite, *view.at(ahead(centre, heading, 0.5)))
    return picture.quantised(board).convert("RGB"), view


def preview(board: Image.Image) -> Image.Image:
    """A picture as a phone gets it."""
    small = board.resize((round(board.width * SCALE), round(board.height * SCALE)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "WEBP", quality=QUALITY)
    return Image.open(out).convert("RGB")


def read(kind: Kind, unit: int, seed: int, style: Style) -> dict[str, list[bool]]:
    """Whether each half of a round's board is read right, for each vision."""
    laid = random_farmyard(kind, Random(seed))
    rows = arrange(laid, kind.highest, kind.arms)
    board, view = drawn(laid, rows, unit, style)
    shown, right = preview(board), {vision: list[bool]() for vision in VISIONS}
    for number, heading, centre in halves(laid, rows):
        x, y = (pixel * SCALE for pixel in view.at(centre))
        mine = np.asarray(cut(shown, (x, y), AROUND * unit * SCALE, PIXELS), dtype=float)
        stamps = [template(each, heading, unit, style, (x % 1, y % 1)) for each in range(kind.highest + 1)]
        all_ = np.stack([np.asarray(stamp, dtype=float) for stamp in stamps])
        for vision, found in right.items():
            errors = ((seen_by(all_, vision) - seen_by(mine, vision)) ** 2).sum(axis=(1, 2, 3))
            found.append(int(errors.argmin()) == number)
    return right


TEMPLATES: dict[Any, Image.Image] = {}


def template(number: int, heading: int, unit: int, style: Style, offset: tuple[float, float]) -> Image.Image:
    """A half of a number as a phone shows it, made from full size where its centre lies so far into a pixel."""
    key = number, heading, unit, style, round(offset[0], 1), round(offset[1], 1)
    if key not in TEMPLATES:
        scale, middle = SCALE, 10 * unit / 3
        canvas = picture.blank(round(2 * middle), round(2 * middle))
        x = round(middle) + round(offset[0] / scale) - round(middle * scale % 1 / scale)
        y = round(middle) + round(offset[1] / scale) - round(middle * scale % 1 / scale)
        sprite = sprites.tile(number, number, heading, unit, style)
        centre = ahead((x, y), heading, 0.5 * unit)
        picture.stamp(canvas, sprite, round(centre[0]), round(centre[1]))
        small = canvas.resize((round(canvas.width * scale),) * 2, Image.Resampling.LANCZOS)
        TEMPLATES[key] = cut(small, (x * scale, y * scale), AROUND * unit * scale, PIXELS)
    return TEMPLATES[key]


@pytest.mark.parametrize("kind", some(KINDS, [SMALLEST]))
def test_a_machine_reads_the_numbers_of_small_tiles_from_a_preview(kind: Kind) -> None:
    unit = GOALS[kind]
    right = read(kind, unit, 1, sprites.style_for(unit))
    shares = {vision: sum(found) / len(found) for vision, found in right.items()}
    assert min(shares.values()) >= 0.995, shares
