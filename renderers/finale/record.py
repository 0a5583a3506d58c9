"""The strip below the picture of a finished game: a medal, and the server record that the game has broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.words import Message, Words
from renderers.finale.rows import draw_fitting
from renderers.kit import picture, text
from renderers.kit.palette import BACK_LIGHT, DARK, FACE, INK, LABEL, LINE
from renderers.kit.picture import Sprite

HEIGHT = 116
"""The height of the strip in pixels."""
GAP = 16
"""The height of the space above it."""
_MARGIN = 20
_MEDAL_SIZE = 92
_TITLE_SIZE = 34
_SENTENCE_SIZE = 44


def draw(canvas: Image.Image, record: Sequence[Message], words: Words) -> None:
    """Draw the two lines of a record, its title and its description, along the bottom of the canvas."""
    title, sentence = (words.text(line) for line in record)
    top, width = canvas.height - _MARGIN - HEIGHT, canvas.width - 2 * _MARGIN
    picture.plate(canvas, (_MARGIN, top, width, HEIGHT), 14, DARK, LINE, 2)
    picture.stamp(canvas, _ribbon(_MEDAL_SIZE), _MARGIN + 70, top + HEIGHT // 2)
    picture.stamp(canvas, _disc(_MEDAL_SIZE), _MARGIN + 70, top + HEIGHT // 2)
    left, room = _MARGIN + 132, width - 132 - 24
    text.draw(canvas, left, top + 44, title, _TITLE_SIZE, LABEL, limit=room)
    draw_fitting(canvas, sentence, left, top + 82, room, FACE, max_size=_SENTENCE_SIZE)


def _ribbon(size: int) -> Sprite:
    """Return the two tails of a medal's ribbon."""

    def tails(pen: Any, scale: int) -> None:
        for side in (-1, 1):
            outline = [(0.5, 0.5), (0.5 + side * 0.2, 0.4), (0.5 + side * 0.36, 0.94), (0.5 + side * 0.2, 0.86)]
            pen.polygon([(x * size * scale, y * size * scale) for x, y in [*outline, (0.5 + side * 0.08, 0.98)]], 255)

    return Sprite(Image.new("RGB", (size, size), BACK_LIGHT), picture.smooth(size, size, tails))


def _disc(size: int) -> Sprite:
    """Return a golden disc with a ring in it."""
    face = Image.new("RGB", (size, size), LABEL)

    def ring(pen: Any, scale: int) -> None:
        for part, shade in ((0.22, 255), (0.18, 0)):
            centre_x, centre_y = size * scale * 0.5, size * scale * 0.38
            r = size * scale * part
            pen.ellipse((centre_x - r, centre_y - r, centre_x + r, centre_y + r), shade)

    def disc(pen: Any, scale: int) -> None:
        centre_x, centre_y, r = size * scale * 0.5, size * scale * 0.38, size * scale * 0.32
        pen.ellipse((centre_x - r, centre_y - r, centre_x + r, centre_y + r), 255)

    picture.tint(face, picture.smooth(size, size, ring), 0, 0, INK)
    return Sprite(face, picture.smooth(size, size, disc))
