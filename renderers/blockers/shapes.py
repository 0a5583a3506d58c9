"""The masks of the signs and marks of Blockers.

Each zone has a symbol, and each colour has a mark: square, two bars, hourglass, chevron, slash. No mark resembles a
symbol, a letter or a numeral.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.blockers.tiles import SIGNS, Colour, Sign
from renderers.kit import text
from renderers.kit.picture import smooth

Pen = ImageDraw.ImageDraw
Spot = tuple[float, float]
"""x and y of a point in a square, as shares of its side."""
_CAP = 0.69
"""The height of capitals and numerals, as a share of the size of their letters."""


@lru_cache(maxsize=256)
def sign(which: Sign, size: int) -> Image.Image:
    """Return the sign that is printed on a tile, in a square of `size` pixels."""
    name = SIGNS[which]
    if name in _SYMBOLS:
        return symbol(name, size)
    if name == "joker":
        return smooth(size, size, lambda pen, scale: _joker(pen, size * scale))
    mask = Image.new("RGB", (size, size))
    letter_size = round(size / _CAP * 0.96)
    text.draw(mask, size // 2, round(size * 0.98), name, letter_size, (255, 255, 255), "centre", face=text.LABEL)
    return mask.convert("L")


@lru_cache(maxsize=64)
def symbol(name: str, size: int) -> Image.Image:
    """Return the symbol of a zone."""
    return smooth(size, size, lambda pen, scale: _SYMBOLS[name](pen, size * scale))


@lru_cache(maxsize=64)
def mark(colour: Colour, size: int) -> Image.Image:
    """Return the mark of a colour."""

    def draw(pen: Pen, scale: int) -> None:
        for outline in _MARKS[colour]:
            _polygon(pen, outline, size * scale)

    return smooth(size, size, draw)


@lru_cache(maxsize=16)
def lock(size: int) -> Image.Image:
    """Return a padlock, the mark of what can't be taken."""

    def draw(pen: Pen, scale: int) -> None:
        side = size * scale
        pen.arc(_box(0.5, 0.36, 0.27, side), 180, 360, 255, width=round(0.13 * side))
        pen.rectangle((0.23 * side, 0.34 * side, 0.36 * side, 0.5 * side), 255)
        pen.rectangle((0.64 * side, 0.34 * side, 0.77 * side, 0.5 * side), 255)
        pen.rounded_rectangle((0.12 * side, 0.46 * side, 0.88 * side, 0.94 * side), 0.1 * side, 255)

    return smooth(size, size, draw)


@lru_cache(maxsize=16)
def cross(size: int) -> Image.Image:
    """Return a cross, the mark of a tile that was or can be taken."""

    def draw(pen: Pen, scale: int) -> None:
        low, high = 0.18 * size * scale, 0.82 * size * scale
        for stroke in ((low, low, high, high), (low, high, high, low)):
            pen.line(stroke, 255, width=round(0.2 * size * scale))

    return smooth(size, size, draw)


_MARKS: Mapping[Colour, Sequence[Sequence[Spot]]] = {
    Colour.RED: [[(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]],
    Colour.GREEN: [
        [(0.02, 0.12), (0.98, 0.12), (0.98, 0.4), (0.02, 0.4)],
        [(0.02, 0.6), (0.98, 0.6), (0.98, 0.88), (0.02, 0.88)],
    ],
    Colour.BLUE: [[(0.04, 0.0), (0.96, 0.0), (0.6, 0.5), (0.96, 1.0), (0.04, 1.0), (0.4, 0.5)]],
    Colour.YELLOW: [[(0.5, 0.08), (1.0, 0.62), (1.0, 0.98), (0.5, 0.46), (0.0, 0.98), (0.0, 0.62)]],
    Colour.PURPLE: [[(0.66, 0.0), (1.0, 0.0), (0.34, 1.0), (0.0, 1.0)]],
}


def _polygon(pen: Pen, points: Sequence[Spot], side: int, shade: int = 255) -> None:
    pen.polygon([(x * side, y * side) for x, y in points], shade)


def _box(x: float, y: float, radius: float, side: int) -> tuple[float, float, float, float]:
    return (x - radius) * side, (y - radius) * side, (x + radius) * side, (y + radius) * side


def _star_points(corners: int, outer: float, inner: float, middle: float = 0.5) -> list[Spot]:
    """Return the corners of a star around (0.5, `middle`), with its first point up."""
    points = []
    for i in range(2 * corners):
        angle = math.pi * (i / corners - 0.5)
        radius = inner if i % 2 else outer
        points.append((0.5 + radius * math.cos(angle), middle + radius * math.sin(angle)))
    return points


def _sun(pen: Pen, side: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.23, side), 255)
    for i in range(8):
        dx, dy = math.cos(math.pi * i / 4), math.sin(math.pi * i / 4)
        ends = [((0.5 + r * dx) * side, (0.5 + r * dy) * side) for r in (0.31, 0.5)]
        pen.line(ends, 255, width=round(0.1 * side))


def _star(pen: Pen, side: int) -> None:
    _polygon(pen, _star_points(5, 0.53, 0.22, 0.54), side)


def _heart(pen: Pen, side: int) -> None:
    turns = [2 * math.pi * i / 60 for i in range(60)]
    points = [
        (
            0.5 + 0.031 * 16 * math.sin(t) ** 3,
            0.47 - 0.031 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)),
        )
        for t in turns
    ]
    _polygon(pen, points, side)


def _diamond(pen: Pen, side: int) -> None:
    _polygon(pen, [(0.5, 0.0), (0.88, 0.5), (0.5, 1.0), (0.12, 0.5)], side)


def _ring(pen: Pen, side: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.46, side), 255)
    pen.ellipse(_box(0.5, 0.5, 0.3, side), 0)
    pen.ellipse(_box(0.5, 0.5, 0.13, side), 255)  # without it the ring would read as a letter


def _triangle(pen: Pen, side: int) -> None:
    _polygon(pen, [(0.5, 0.04), (1.0, 0.92), (0.0, 0.92)], side)


def _moon(pen: Pen, side: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.48, side), 255)
    pen.ellipse(_box(0.7, 0.4, 0.42, side), 0)


def _plus(pen: Pen, side: int) -> None:
    for left, top in ((0.04, 0.34), (0.34, 0.04)):
        pen.rectangle((left * side, top * side, (1 - left) * side, (1 - top) * side), 255)


def _drop(pen: Pen, side: int) -> None:
    pen.ellipse(_box(0.5, 0.66, 0.33, side), 255)
    _polygon(pen, [(0.5, 0.0), (0.805, 0.53), (0.5, 0.66), (0.195, 0.53)], side)


def _joker(pen: Pen, side: int) -> None:
    """Draw a fool's cap with three bells."""
    _polygon(pen, [(0.06, 0.3), (0.33, 0.52), (0.5, 0.16), (0.67, 0.52), (0.94, 0.3), (0.84, 0.74), (0.16, 0.74)], side)
    pen.rectangle((0.16 * side, 0.8 * side, 0.84 * side, 0.95 * side), 255)
    for x, y in ((0.08, 0.24), (0.5, 0.1), (0.92, 0.24)):
        pen.ellipse(_box(x, y, 0.1, side), 255)


_SYMBOLS: Mapping[str, Callable[[Pen, int], None]] = {
    "sun": _sun,
    "star": _star,
    "heart": _heart,
    "diamond": _diamond,
    "ring": _ring,
    "triangle": _triangle,
    "moon": _moon,
    "plus": _plus,
    "drop": _drop,
}
