"""The masks of the signs and marks of Blockers.

Each zone has a symbol, and each colour has a mark.

No mark resembles a symbol, a letter or a numeral: square, two bars, hourglass, chevron, slash.
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
_CAP = 0.69
"""The height of capitals and numerals, as a share of the size of their letters."""


@lru_cache(maxsize=256)
def sign(which: Sign, size: int) -> Image.Image:
    """Return what is printed on a tile, in a square of `size` pixels."""
    name = SIGNS[which]
    if name in _SYMBOLS:
        return symbol(name, size)
    if name == "joker":
        return smooth(size, size, lambda pen, n: _joker(pen, size * n))
    mask = Image.new("RGB", (size, size))
    letters = round(size / _CAP * 0.96)
    text.draw(mask, size // 2, round(size * 0.98), name, letters, (255, 255, 255), "centre", face=text.LABEL)
    return mask.convert("L")


@lru_cache(maxsize=64)
def symbol(name: str, size: int) -> Image.Image:
    """Return the symbol of a zone."""
    return smooth(size, size, lambda pen, n: _SYMBOLS[name](pen, size * n))


@lru_cache(maxsize=64)
def mark(colour: Colour, size: int) -> Image.Image:
    """Return the mark of a colour."""

    def draw(pen: Pen, n: int) -> None:
        for outline in _MARKS[colour]:
            _polygon(pen, outline, size * n)

    return smooth(size, size, draw)


@lru_cache(maxsize=16)
def lock(size: int) -> Image.Image:
    """Return a padlock, the mark of what can't be taken."""

    def draw(pen: Pen, n: int) -> None:
        big = size * n
        pen.arc(_box(0.5, 0.36, 0.27, big), 180, 360, 255, width=round(0.13 * big))
        pen.rectangle((0.23 * big, 0.34 * big, 0.36 * big, 0.5 * big), 255)
        pen.rectangle((0.64 * big, 0.34 * big, 0.77 * big, 0.5 * big), 255)
        pen.rounded_rectangle((0.12 * big, 0.46 * big, 0.88 * big, 0.94 * big), 0.1 * big, 255)

    return smooth(size, size, draw)


@lru_cache(maxsize=16)
def cross(size: int) -> Image.Image:
    """Return a cross, the mark of a tile that was or can be taken."""

    def draw(pen: Pen, n: int) -> None:
        low, high = 0.18 * size * n, 0.82 * size * n
        for stroke in ((low, low, high, high), (low, high, high, low)):
            pen.line(stroke, 255, width=round(0.2 * size * n))

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


def _polygon(pen: Pen, points: Sequence[Spot], big: int, shade: int = 255) -> None:
    pen.polygon([(x * big, y * big) for x, y in points], shade)


def _box(x: float, y: float, radius: float, big: int) -> tuple[float, float, float, float]:
    return (x - radius) * big, (y - radius) * big, (x + radius) * big, (y + radius) * big


def _around(corners: int, outer: float, inner: float, middle: float = 0.5) -> list[Spot]:
    """Return a star around (0.5, `middle`), its first point up."""
    points = []
    for i in range(2 * corners):
        angle, radius = math.pi * (i / corners - 0.5), inner if i % 2 else outer
        points.append((0.5 + radius * math.cos(angle), middle + radius * math.sin(angle)))
    return points


def _sun(pen: Pen, big: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.23, big), 255)
    for i in range(8):
        dx, dy = math.cos(math.pi * i / 4), math.sin(math.pi * i / 4)
        ends = [((0.5 + r * dx) * big, (0.5 + r * dy) * big) for r in (0.31, 0.5)]
        pen.line(ends, 255, width=round(0.1 * big))


def _star(pen: Pen, big: int) -> None:
    _polygon(pen, _around(5, 0.53, 0.22, 0.54), big)


def _heart(pen: Pen, big: int) -> None:
    turns = [2 * math.pi * i / 60 for i in range(60)]
    points = [
        (
            0.5 + 0.031 * 16 * math.sin(t) ** 3,
            0.47 - 0.031 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)),
        )
        for t in turns
    ]
    _polygon(pen, points, big)


def _diamond(pen: Pen, big: int) -> None:
    _polygon(pen, [(0.5, 0.0), (0.88, 0.5), (0.5, 1.0), (0.12, 0.5)], big)


def _ring(pen: Pen, big: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.46, big), 255)
    pen.ellipse(_box(0.5, 0.5, 0.3, big), 0)
    pen.ellipse(_box(0.5, 0.5, 0.13, big), 255)  # without it the ring would read as a letter


def _triangle(pen: Pen, big: int) -> None:
    _polygon(pen, [(0.5, 0.04), (1.0, 0.92), (0.0, 0.92)], big)


def _moon(pen: Pen, big: int) -> None:
    pen.ellipse(_box(0.5, 0.5, 0.48, big), 255)
    pen.ellipse(_box(0.7, 0.4, 0.42, big), 0)


def _plus(pen: Pen, big: int) -> None:
    for low, high in ((0.04, 0.34), (0.34, 0.04)):
        pen.rectangle((low * big, high * big, (1 - low) * big, (1 - high) * big), 255)


def _drop(pen: Pen, big: int) -> None:
    pen.ellipse(_box(0.5, 0.66, 0.33, big), 255)
    _polygon(pen, [(0.5, 0.0), (0.805, 0.53), (0.5, 0.66), (0.195, 0.53)], big)


def _joker(pen: Pen, big: int) -> None:
    """Draw a fool's cap with three bells."""
    _polygon(pen, [(0.06, 0.3), (0.33, 0.52), (0.5, 0.16), (0.67, 0.52), (0.94, 0.3), (0.84, 0.74), (0.16, 0.74)], big)
    pen.rectangle((0.16 * big, 0.8 * big, 0.84 * big, 0.95 * big), 255)
    for x, y in ((0.08, 0.24), (0.5, 0.1), (0.92, 0.24)):
        pen.ellipse(_box(x, y, 0.1, big), 255)


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
