"""The foot of an end, with the record of the server that was broken, beside a medal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.words import Message, Words
from renderers.finale.rows import name
from renderers.kit import picture, text
from renderers.kit.palette import BACK_LIGHT, DARK, FACE, INK, LABEL, LINE
from renderers.kit.picture import Sprite

HIGH, GAP = 116, 16
_MARGIN, _MEDAL, _TITLE, _SENTENCE = 20, 92, 34, 44


def draw(canvas: Image.Image, record: Sequence[Message], words: Words) -> None:
    """Draw the title and the record, each in a line, along the bottom of the canvas."""
    title, sentence = (words.text(line) for line in record)
    top, wide = canvas.height - _MARGIN - HIGH, canvas.width - 2 * _MARGIN
    picture.plate(canvas, (_MARGIN, top, wide, HIGH), 14, DARK, LINE, 2)
    picture.stamp(canvas, _ribbon(_MEDAL), _MARGIN + 70, top + HIGH // 2)
    picture.stamp(canvas, _disc(_MEDAL), _MARGIN + 70, top + HIGH // 2)
    left, room = _MARGIN + 132, wide - 132 - 24
    text.draw(canvas, left, top + 44, title, _TITLE, LABEL, limit=room)
    name(canvas, sentence, left, top + 82, room, FACE, most=_SENTENCE)


def _ribbon(size: int) -> Sprite:
    """Return the two tails of a medal's ribbon."""

    def tails(pen: Any, n: int) -> None:
        for side in (-1, 1):
            across = [(0.5, 0.5), (0.5 + side * 0.2, 0.4), (0.5 + side * 0.36, 0.94), (0.5 + side * 0.2, 0.86)]
            pen.polygon([(x * size * n, y * size * n) for x, y in [*across, (0.5 + side * 0.08, 0.98)]], 255)

    return Sprite(Image.new("RGB", (size, size), BACK_LIGHT), picture.smooth(size, size, tails))


def _disc(size: int) -> Sprite:
    """Return a golden disc with a ring in it."""
    face = Image.new("RGB", (size, size), LABEL)

    def ring(pen: Any, n: int) -> None:
        for part, shade in ((0.22, 255), (0.18, 0)):
            middle, high = size * n * 0.5, size * n * 0.38
            r = size * n * part
            pen.ellipse((middle - r, high - r, middle + r, high + r), shade)

    def disc(pen: Any, n: int) -> None:
        middle, high, r = size * n * 0.5, size * n * 0.38, size * n * 0.32
        pen.ellipse((middle - r, high - r, middle + r, high + r), 255)

    picture.tint(face, picture.smooth(size, size, ring), 0, 0, INK)
    return Sprite(face, picture.smooth(size, size, disc))
