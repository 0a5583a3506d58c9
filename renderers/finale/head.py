"""The head of an end.

It has the winners' marks under a crown, who won and how, and confetti if a person won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from PIL import Image

from engine.sides import find_sides
from engine.words import Words
from renderers.finale.end import End
from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SEATS, Colour
from renderers.kit.picture import Sprite

_MARGIN, _PAD, _RADIUS, _FRAME = 20, 26, 30, 10
_MARK_SIZE = 118
_MARK_PITCH = 86
"""The pixels from one mark to the next."""
_CROWN_SIZE = 78
_ONE_LINE_SIZES = (84, 78, 72, 66, 60)
_MORE_LINES_SIZES = ((2, (66, 60, 54, 48, 42, 36)), (3, (44, 40, 36)), (4, (36, 32, 28)))
"""The sizes of the letters to try if the words need more lines: the most lines, and their sizes."""
_CUT = (4, 28)
"""The number of lines, and the size of their letters, if no size fits; further lines are cut off."""
_MAX_MARKS = 3
"""The most marks side by side; of more winners only the first are drawn."""
_PIECES = 110
"""How many pieces of confetti there are."""
_FRAME_GAP = 24
"""How far confetti keeps from the frame."""
_WORDS_GAP = 16
"""How far confetti keeps from the words."""


def draw(canvas: Image.Image, end: End[Any], words: Words, bottom: int) -> None:
    """Draw the head across the canvas, down to `bottom`."""
    leaders = list(end.leading_seats)[:_MAX_MARKS]
    is_one_side = len(find_sides(end.sides, leaders)) == 1
    # the frame has the winners' colour, gold for winners of several sides, or the colour of lines if nobody leads
    shade = end.shade(leaders[0]) if is_one_side else LABEL if leaders else LINE
    box = (_MARGIN, _MARGIN, canvas.width - 2 * _MARGIN, bottom - _MARGIN)
    picture.plate(canvas, box, _RADIUS, DARK, shade, _FRAME)
    left = _MARGIN + _PAD + (_MARK_SIZE + _MARK_PITCH * (len(leaders) - 1) + _PAD if leaders else 0)
    room = canvas.width - _MARGIN - _PAD - left
    lines, size = _fit_lines(words.text(end.title).removesuffix("."), room)
    for i, seat in enumerate(leaders):
        x = _MARGIN + _PAD + _MARK_SIZE // 2 + _MARK_PITCH * i
        _draw_badge(canvas, end.badge(seat, _MARK_SIZE), x, bottom, crown=end.outcome is not None)
    pitch = round(size * 1.2)
    base = _MARGIN + (bottom - _MARGIN) // 2 + round(size * 0.36) - pitch * (len(lines) - 1) // 2
    if leaders and end.outcome is not None and end.is_celebrated:
        right = left + max(text.width(line, size) for line in lines)
        words_box = (left, base - size, right, base + pitch * (len(lines) - 1) + size // 3)
        _confetti(
            canvas, (left, _MARGIN, canvas.width - _MARGIN, bottom), words_box, [end.shade(seat) for seat in leaders]
        )
    for i, line in enumerate(lines):
        shade = LABEL if end.outcome is not None else FACE
        text.draw(canvas, left, base + pitch * i, line, size, shade, limit=room)


def _fit_lines(title: str, room: int) -> tuple[Sequence[str], int]:
    """Return the words in lines, and their size."""
    for size in _ONE_LINE_SIZES:
        if text.width(title, size) <= room:
            return [title], size
    fitting = (
        (max_lines, size)
        for max_lines, sizes in _MORE_LINES_SIZES
        for size in sizes
        if len(text.lines(title, size, room)) <= max_lines
    )
    max_lines, size = next(fitting, _CUT)
    # the narrowest room that needs no more lines, so that the lines are about equally long
    widths = (width for width in range(room // 2, room, 20) if len(text.lines(title, size, width)) <= max_lines)
    return text.lines(title, size, next(widths, room))[:max_lines], size


def _draw_badge(canvas: Image.Image, badge: Sprite, x: int, bottom: int, *, crown: bool) -> None:
    middle = _MARGIN + (bottom - _MARGIN) // 2 + (_CROWN_SIZE * 2 // 5 if crown else 0)
    picture.stamp(canvas, badge, x, middle)
    if crown:
        picture.stamp(canvas, crown_sprite(_CROWN_SIZE), x, middle - _MARK_SIZE // 2 - _CROWN_SIZE // 6)


_CROWN_SHAPE = ((0.04, 0.86), (0.0, 0.22), (0.27, 0.5), (0.5, 0.08), (0.73, 0.5), (1.0, 0.22), (0.96, 0.86))
_PEARLS = ((0.04, 0.2), (0.5, 0.1), (0.96, 0.2))


def crown_sprite(size: int) -> Sprite:
    """Return a golden crown, `size` pixels wide."""
    width, pad = size - 12, 6

    def draw_crown(pen: Any, scale: int) -> None:
        pen.polygon([((pad + x * width) * scale, (pad + y * width) * scale) for x, y in _CROWN_SHAPE], 255)
        for x, y in _PEARLS:
            cx, cy, r = (pad + x * width) * scale, (pad + y * width) * scale, 5 * scale
            pen.ellipse((cx - r, cy - r, cx + r, cy + r), 255)

    mask = picture.smooth(size, size, draw_crown)
    return Sprite(Image.new("RGB", (size, size), LABEL), mask)


def _confetti(
    canvas: Image.Image,
    box: tuple[int, int, int, int],
    words_box: tuple[int, int, int, int],
    shades: Sequence[Colour],
) -> None:
    """Strew confetti over a box, but not over the words in it.

    Box and words are each left, top, right, bottom. The confetti is always the same.
    """
    rng = Random(7)
    colours = [*shades, LABEL, FACE, *SEATS]
    left, top, right, bottom = box
    for _ in range(_PIECES):
        x, y = rng.randint(left + _FRAME_GAP, right - _FRAME_GAP), rng.randint(top + _FRAME_GAP, bottom - _FRAME_GAP)
        shade = rng.choice(colours)
        turn = rng.random() * math.pi
        length = rng.randint(12, 20)
        if not _is_near_words(x, y, words_box):
            _piece(canvas, x, y, turn, length, shade)


def _is_near_words(x: int, y: int, words_box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = words_box
    return left - _WORDS_GAP < x < right + _WORDS_GAP and top - _WORDS_GAP < y < bottom + _WORDS_GAP


def _piece(canvas: Image.Image, x: int, y: int, turn: float, length: int, shade: Colour) -> None:
    """Draw a rectangle that is turned by an angle, and half as wide as long."""
    side = 2 * length
    along_x, along_y = math.cos(turn) * length / 2, math.sin(turn) * length / 2
    across_x, across_y = -math.sin(turn) * length / 4, math.cos(turn) * length / 4
    corners = [
        (side / 2 + a * along_x + b * across_x, side / 2 + a * along_y + b * across_y)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    mask = picture.smooth(
        side, side, lambda pen, scale: pen.polygon([(cx * scale, cy * scale) for cx, cy in corners], 255)
    )
    picture.tint(canvas, mask, x - length, y - length, shade)
