"""The mark of computer players, drawn by ourselves.

A font's thin outline of a robot is lost on a phone.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderers.kit.picture import smooth
from renderers.kit.text.fonts import Source

ROBOT = "🤖"
DRAWN = Source("robot")
"""A source without a font file: the mark is drawn."""

_ADVANCE = 1.28
"""The mark's width, as a share of the text's size."""
_HEIGHT = 1.0
"""The mark's height, as a share of the text's size."""
_BASE = 0.92
"""The depth of the base line below the mark's top, as a share of the text's size."""
Span = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of the text's size."""
_HEAD: Span = (0.16, 0.3, 1.08, 0.98)
_EARS: tuple[Span, ...] = ((0.04, 0.5, 0.13, 0.8), (1.11, 0.5, 1.2, 0.8))
_STEM: Span = (0.57, 0.14, 0.67, 0.32)
_BALL: Span = (0.52, 0.04, 0.72, 0.24)
_EYES: tuple[Span, ...] = ((0.3, 0.42, 0.54, 0.66), (0.7, 0.42, 0.94, 0.66))
_MOUTH: Span = (0.36, 0.77, 0.88, 0.87)


def advance(size: int) -> float:
    """Return the width of the mark in a text of this size."""
    return _ADVANCE * size


def draw(mask: Image.Image, x: float, base: int, marks: int, size: int) -> None:
    """Draw this number of marks in a row on the mask of a line of text."""
    mark = smooth(round(_ADVANCE * size), round(_HEIGHT * size), lambda pen, scale: _paint(pen, size * scale))
    for i in range(marks):
        mask.paste(mark, (round(x + i * advance(size)), base - round(_BASE * size)))


def _paint(pen: ImageDraw.ImageDraw, size: int) -> None:
    def scale(span: Span) -> Span:
        left, top, right, bottom = (part * size for part in span)
        return left, top, right, bottom

    pen.rounded_rectangle(scale(_HEAD), 0.2 * size, 255)
    for ear in _EARS:
        pen.rounded_rectangle(scale(ear), 0.04 * size, 255)
    pen.rectangle(scale(_STEM), 255)
    pen.ellipse(scale(_BALL), 255)
    for eye in _EYES:
        pen.ellipse(scale(eye), 0)
    pen.rounded_rectangle(scale(_MOUTH), 0.05 * size, 0)
