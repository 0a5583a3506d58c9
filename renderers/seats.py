"""Who sits where: one plate a seat, with its mark, name, tiles and score, and whose turn it is.

plates = [Plate(0, "Ana", tiles=5, score="38", turn=True), Plate(1, "Ben", tiles=7, score="52")]
canvas = picture.blank(picture.WIDTH, seats.height(len(plates)) + 700)
seats.strip(canvas, plates)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from renderers import picture, sprites, text
from renderers.palette import DARK, FACE, LABEL, LINE, SOFT

_MARGIN, _GAP, _HIGH, _MARK = 18, 12, 116, 68
_NAME, _LONG_NAME, _FACT = 38, 32, 36
_IN_A_ROW = 4


@dataclass(frozen=True, slots=True)
class Plate:
    """What is shown of one seat."""

    seat: int
    name: str
    tiles: int | None = None
    """How many tiles are in the hand."""
    score: str = ""
    note: str = ""
    """A few more words beside the number of tiles: "bid 5", "+76"."""
    turn: bool = False
    done: bool = False
    """A check mark on the seat's shape: has confirmed, has passed."""


def height(seats: int) -> int:
    """How high the strip of so many plates is."""
    rows = -(-seats // _IN_A_ROW)
    return 2 * _MARGIN + rows * _HIGH + (rows - 1) * _GAP


def strip(canvas: Image.Image, plates: Sequence[Plate], top: int = 0) -> None:
    """Draw the plates across the canvas, at most four in a row, clockwise order from the left."""
    rows = -(-len(plates) // _IN_A_ROW)
    columns = -(-len(plates) // rows)
    wide = (canvas.width - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    for i, plate in enumerate(plates):
        left = _MARGIN + i % columns * (wide + _GAP)
        draw(canvas, plate, (left, top + _MARGIN + i // columns * (_HIGH + _GAP), wide, _HIGH))


def draw(canvas: Image.Image, plate: Plate, box: tuple[int, int, int, int]) -> None:
    """Draw one plate into a box (left, top, width, height), at least 220 x 116; nothing leaves the box."""
    left, top, wide, high = box
    picture.plate(canvas, box, 20, DARK, LABEL if plate.turn else LINE, 8 if plate.turn else 3)
    middle = left + 18 + _MARK // 2
    picture.stamp(canvas, sprites.mark(plate.seat, _MARK, numbered=True), middle, top + high // 2)
    if plate.done:
        picture.stamp(canvas, sprites.tick(36, FACE), middle + 24, top + high // 2 + 26)
    start, end = left + 18 + _MARK + 16, left + wide - 20
    name_base, fact_base = top + high // 2 - 8, top + high // 2 + 38
    size = _NAME if text.width(plate.name, _NAME) <= end - start else _LONG_NAME
    text.draw(canvas, start, name_base, plate.name, size, LABEL if plate.turn else FACE, limit=end - start)
    end -= text.draw(canvas, end, fact_base, plate.score, _FACT, FACE, "right", face=text.LABEL, limit=end - start)
    if plate.tiles is not None:
        picture.stamp(canvas, sprites.back(2, 18), start + 12, fact_base - 12)
        start += 32
        start += text.draw(canvas, start, fact_base, str(plate.tiles), _FACT, SOFT, face=text.LABEL) + 16
    if end - start > 40:
        text.draw(canvas, start, fact_base, plate.note, 30, LABEL, limit=end - start - 12)
