"""The head of an end.

It has the winners' marks under a crown, who won and by what, and confetti if a person did.
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
_MARK, _STEP, _CROWN = 118, 86, 78
_ONE, _MORE = (84, 78, 72, 66, 60), ((2, (66, 60, 54, 48, 42, 36)), (3, (44, 40, 36)), (4, (36, 32, 28)))
"""Sizes of the letters in pixels if the words stand in one line, and in a number of lines."""
_LEAST = (4, 28)
"""The most lines, and the size at which words that need more are cut."""
_MOST = 3
"""The most marks side by side; of more winners only the first are drawn."""
_PIECES = 110
_APART, _LIGHT = 24, 16
"""How far confetti keeps from the frame and from the words."""


def draw(canvas: Image.Image, end: End[Any], words: Words, high: int) -> None:
    """Draw the head across the canvas, down to `high` pixels."""
    first = list(end.leading_seats)[:_MOST]
    shade = end.shade(first[0]) if len(find_sides(end.sides, first)) == 1 else LABEL if first else LINE
    box = (_MARGIN, _MARGIN, canvas.width - 2 * _MARGIN, high - _MARGIN)
    picture.plate(canvas, box, _RADIUS, DARK, shade, _FRAME)
    left = _MARGIN + _PAD + (_MARK + _STEP * (len(first) - 1) + _PAD if first else 0)
    room = canvas.width - _MARGIN - _PAD - left
    said, size = _fit_lines(words.text(end.title).removesuffix("."), room)
    for i, seat in enumerate(first):
        x = _MARGIN + _PAD + _MARK // 2 + _STEP * i
        _draw_badge(canvas, end.badge(seat, _MARK), x, high, crown=end.outcome is not None)
    pitch = round(size * 1.2)
    base = _MARGIN + (high - _MARGIN) // 2 + round(size * 0.36) - pitch * (len(said) - 1) // 2
    if first and end.outcome is not None and end.is_celebrated:
        right = left + max(text.width(line, size) for line in said)
        taken = (left, base - size, right, base + pitch * (len(said) - 1) + size // 3)
        _confetti(canvas, (left, _MARGIN, canvas.width - _MARGIN, high), taken, [end.shade(seat) for seat in first])
    for i, line in enumerate(said):
        shade = LABEL if end.outcome is not None else FACE
        text.draw(canvas, left, base + pitch * i, line, size, shade, limit=room)


def _fit_lines(said: str, room: int) -> tuple[Sequence[str], int]:
    """Return the words in lines, and their size."""
    for size in _ONE:
        if text.width(said, size) <= room:
            return [said], size
    found = ((most, size) for most, sizes in _MORE for size in sizes if len(text.lines(said, size, room)) <= most)
    most, size = next(found, _LEAST)
    widths = (wide for wide in range(room // 2, room, 20) if len(text.lines(said, size, wide)) <= most)
    return text.lines(said, size, next(widths, room))[:most], size


def _draw_badge(canvas: Image.Image, badge: Sprite, x: int, high: int, *, crown: bool) -> None:
    middle = _MARGIN + (high - _MARGIN) // 2 + (_CROWN * 2 // 5 if crown else 0)
    picture.stamp(canvas, badge, x, middle)
    if crown:
        picture.stamp(canvas, crown_sprite(_CROWN), x, middle - _MARK // 2 - _CROWN // 6)


_CROWN_SHAPE = ((0.04, 0.86), (0.0, 0.22), (0.27, 0.5), (0.5, 0.08), (0.73, 0.5), (1.0, 0.22), (0.96, 0.86))
_PEARLS = ((0.04, 0.2), (0.5, 0.1), (0.96, 0.2))


def crown_sprite(size: int) -> Sprite:
    """Return a golden crown, `size` pixels wide."""
    wide, pad = size - 12, 6

    def draw_crown(pen: Any, n: int) -> None:
        pen.polygon([((pad + x * wide) * n, (pad + y * wide) * n) for x, y in _CROWN_SHAPE], 255)
        for x, y in _PEARLS:
            cx, cy, r = (pad + x * wide) * n, (pad + y * wide) * n, 5 * n
            pen.ellipse((cx - r, cy - r, cx + r, cy + r), 255)

    mask = picture.smooth(size, size, draw_crown)
    return Sprite(Image.new("RGB", (size, size), LABEL), mask)


def _confetti(
    canvas: Image.Image,
    box: tuple[int, int, int, int],
    taken: tuple[int, int, int, int],
    shades: Sequence[Colour],
) -> None:
    """Strew confetti over a box, but not over the words in it.

    Box and words are each left, top, right, bottom. The confetti is always the same.
    """
    rng, colours = Random(7), [*shades, LABEL, FACE, *SEATS]
    left, top, right, bottom = box
    for _ in range(_PIECES):
        x, y = rng.randint(left + _APART, right - _APART), rng.randint(top + _APART, bottom - _APART)
        shade, turn, long = rng.choice(colours), rng.random() * math.pi, rng.randint(12, 20)
        across, down = taken[0] - _LIGHT < x < taken[2] + _LIGHT, taken[1] - _LIGHT < y < taken[3] + _LIGHT
        if not (across and down):
            _piece(canvas, x, y, turn, long, shade)


def _piece(canvas: Image.Image, x: int, y: int, turn: float, long: int, shade: Colour) -> None:
    room = 2 * long
    ax, ay, bx, by = math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn)
    corners = [(room / 2 + a * ax * long / 2 + b * bx * long / 4, room / 2 + a * ay * long / 2 + b * by * long / 4)
               for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
    mask = picture.smooth(room, room, lambda pen, n: pen.polygon([(cx * n, cy * n) for cx, cy in corners], 255))
    picture.tint(canvas, mask, x - long, y - long, shade)
