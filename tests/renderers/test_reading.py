"""Read the numbers of small tiles by machine, from a phone's preview.

A board is drawn at full size, made as wide as a phone and sent through the compression of Discord's previews. Each half
of a tile is then compared with the same half of every number, for several colour visions.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.words import Words
from renderers.draw import LOOK
from renderers.farmyard import Laid, Placements, arrange
from renderers.kit import picture, seats, sprites
from renderers.kit.geometry import Camera, Point, point_ahead
from renderers.kit.sprites import Style
from renderers.line import board as line
from renderers.line.ends import spots
from tests.long import some
from tests.renderers.draw.tables import random_line
from tests.renderers.farmyards import Kind, random_farmyard
from tests.renderers.kit.colour_vision import VISIONS
from tests.renderers.names import NAMES

PHONE = 360
"""The pixels of a picture's width on a phone."""
GOALS = {
    Kind(9, 4, 7): (44, picture.WIDTH),
    Kind(12, 6, 11): (37, picture.WIDTH),
    Kind(18, 8, 11): (24, picture.TALL_WIDTH),
}
"""Pixels per u in a picture so wide: 13, 11 and 9 on a phone."""
LINES = {
    f"double-{highest}, {tiles} tiles": (highest, tiles)
    for highest, tiles in ((6, 28), (9, 55), (12, 91), (15, 136), (18, 60), (18, 190))
}
"""Lines of play, most of them whole."""
CASES = {f"{kind} at {unit}": (kind, unit, wide) for kind, (unit, wide) in GOALS.items()}
FIRST, *_ = CASES
CASES |= {
    f"all numbers at {unit}": (Kind(18, 8, 11), unit, wide)
    for wide, units in ((picture.WIDTH, (42, 32, 31)), (picture.TALL_WIDTH, (26, 25)))
    for unit in units
}
"""Also the smallest at which boards show pips, and numerals, and the largest at which these are on colours."""
ROUNDS = range(1, 4)
"""The rounds of which the halves of each case are read: a few hundred."""
WHOLE = 40
"""A side of a multiple of this has whole pixels on a phone too."""
QUALITY = 80
AROUND = 0.42
"""Half the side of what is looked at of a half, in u."""

PIXELS = 16
"""The side of what is compared."""

Array = Any
Half = tuple[int, int, float, Point]
"""A number, the heading of its tile, where along that its middle is from the tile's, and where that lies, in u."""


def halves(laid: list[Laid], rows: Placements) -> list[Half]:
    """Return each half of a farmyard's tiles."""
    found, outer = [], list[int]()
    for (tile, parent, _), row in zip(laid, rows, strict=True):
        near = tile.high if parent is None else outer[parent]
        outer.append(tile.other(near))
        heading = (int(row[2]) + (2 if tile.double else 0)) % 8
        found += both(near, tile.other(near), heading, (row[0], row[1]))
    return found


def both(near: int, far: int, heading: int, centre: Point) -> list[Half]:
    """Return the halves of a tile."""
    return [(number, heading, side, point_ahead(centre, heading, side)) for number, side in ((near, -0.5), (far, 0.5))]


def seen_by(images: Array, vision: str) -> Array:
    """Pictures as other eyes see them."""
    values = images / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.clip(linear @ np.array(VISIONS[vision]).T, 0, 1) ** (1 / 2.2)


def cut(image: Image.Image, centre: tuple[float, float], reach: float, pixels: int) -> Image.Image:
    """Cut a square around a point, `pixels` wide."""
    x, y = centre
    box = (x - reach, y - reach, x + reach, y + reach)
    return image.resize((pixels, pixels), Image.Resampling.BICUBIC, box=box)


def draw_farmyard(laid: list[Laid], rows: Placements, unit: int, style: Style) -> tuple[Image.Image, Camera]:
    """Draw a farmyard in the colours of the palette; return where it lies, too."""
    xs, ys = [row[0] for row in rows], [row[1] for row in rows]
    view = Camera(unit, (2 - min(xs)) * unit, (2 - min(ys)) * unit)
    wide, high = (ceil((max(along) - min(along) + 4) * unit / WHOLE) * WHOLE for along in (xs, ys))
    board = picture.blank(wide, high)
    parts = halves(laid, rows)
    for (near, heading, side, centre), (far, *_) in zip(parts[::2], parts[1::2], strict=True):
        sprite = sprites.tile(near, far, heading, unit, style)
        picture.stamp(board, sprite, *view.at(point_ahead(centre, heading, -side)))
    return picture.quantise(board).convert("RGB"), view


def preview(board: Image.Image, scale: float) -> Image.Image:
    """Return a picture as a phone gets it."""
    small = board.resize((round(board.width * scale), round(board.height * scale)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "WEBP", quality=QUALITY)
    return Image.open(out).convert("RGB")


def read(
    board: Image.Image, view: Camera, parts: Sequence[Half], highest: int, wide: int = picture.WIDTH
) -> dict[str, list[bool]]:
    """Return whether each half on a board is read right, for each vision, from a picture of this width."""
    style, scale = sprites.style_for(view.unit, wide), PHONE / wide
    shown, right = preview(board, scale), {vision: list[bool]() for vision in VISIONS}
    for number, heading, side, centre in parts:
        x, y = (pixel * scale for pixel in view.at(centre))
        mine = np.asarray(cut(shown, (x, y), AROUND * view.unit * scale, PIXELS), dtype=float)
        offset = x % 1, y % 1
        stamps = [template(each, (heading, side), view.unit, style, offset, scale) for each in range(highest + 1)]
        all_ = np.stack([np.asarray(stamp, dtype=float) for stamp in stamps])
        for vision, found in right.items():
            errors = ((seen_by(all_, vision) - seen_by(mine, vision)) ** 2).sum(axis=(1, 2, 3))
            found.append(int(errors.argmin()) == number)
    return right


def least(right: dict[str, list[bool]]) -> float:
    """Return the share that is read right by the eyes that read worst."""
    return min(sum(found) / len(found) for found in right.values())


TEMPLATES: dict[Any, Image.Image] = {}


def template(
    number: int, half: tuple[int, float], unit: int, style: Style, offset: tuple[float, float], scale: float
) -> Image.Image:
    """Return a half of a tile as a phone shows it.

    `half` is its tile's heading, and where it is along that. It is made from full size, with its centre at `offset` in
    a pixel.
    """
    key = number, half, unit, style, round(offset[0], 1), round(offset[1], 1), scale
    if key not in TEMPLATES:
        side = ceil(2 * unit / scale / WHOLE) * WHOLE
        canvas, (x, y) = picture.blank(side, side), (whole_pixel(side // 2, into, scale) for into in offset)
        sprite = sprites.tile(number, number, half[0], unit, style)
        centre = point_ahead((x, y), half[0], -half[1] * unit)
        picture.stamp(canvas, sprite, round(centre[0]), round(centre[1]))
        small = canvas.resize((round(side * scale),) * 2, Image.Resampling.LANCZOS)
        TEMPLATES[key] = cut(small, (x * scale, y * scale), AROUND * unit * scale, PIXELS)
    return TEMPLATES[key]


def whole_pixel(near: int, into: float, scale: float) -> int:
    """Return the pixel near one that comes to lie at `into` in a pixel of the phone."""
    return min(range(near - WHOLE // 4, near + WHOLE // 4), key=lambda x: abs((x * scale - into + 0.5) % 1 - 0.5))


@pytest.mark.parametrize("case", some(CASES, [FIRST]))
def test_a_machine_reads_the_numbers_of_small_tiles_from_a_preview(case: tuple[Kind, int, int]) -> None:
    kind, unit, wide = case
    right: dict[str, list[bool]] = {vision: [] for vision in VISIONS}
    for seed in ROUNDS:
        laid = random_farmyard(kind, Random(seed))
        rows = arrange(laid, kind.highest, kind.arms)
        board, view = draw_farmyard(laid, rows, unit, sprites.style_for(unit, wide))
        for vision, found in read(board, view, halves(laid, rows), kind.highest, wide).items():
            right[vision] += found
    assert least(right) >= 0.995


def test_a_number_that_is_drawn_wrong_is_not_read() -> None:
    """Misread a wrong number: so the machine above reads, and does not guess."""
    kind = Kind(6, 3, 5)
    laid = random_farmyard(kind, Random(1))
    rows = arrange(laid, kind.highest, kind.arms)
    board, view = draw_farmyard(laid, rows, 44, Style.PIPS)
    wrong = [((half[0] + 1) % 7, *half[1:]) for half in halves(laid, rows)]
    assert least(read(board, view, wrong, kind.highest)) < 0.01


@pytest.mark.parametrize("line_", some(LINES, ["double-9, 55 tiles"]))
def test_a_machine_reads_a_line_of_play_from_the_preview_of_its_picture(line_: tuple[int, int]) -> None:
    highest, tiles = line_
    table = random_line(Random(highest), highest, "line", tiles=tiles)
    layout = LOOK.arrange(table, ())
    board, shown = LOOK.board(table, layout, Words(NAMES)), line.view(table, layout)
    top = seats.height(4, picture.WIDTH, shown.height)
    view = shown.camera._replace(y=shown.camera.y + top)
    tiles_ = zip(table.laid, spots(layout), strict=True)
    parts = [half for laid, at in tiles_ for half in both(at.near, laid.tile.other(at.near), at.heading, at.centre)]
    whole = board.crop((0, 0, board.width, board.height // 10 * 10))  # its preview has whole pixels
    assert least(read(picture.quantise(whole).convert("RGB"), view, parts, highest)) >= 0.995
