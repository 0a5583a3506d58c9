"""The picture of a month on a server: a plate for each thing that was done best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PIL import Image

from engine.words import Message, Words
from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT

_MARGIN, _HEAD, _PLATE, _GAP, _PAD = 40, 190, 190, 20, 32


class Row(Protocol):
    """Something of a month: what it is, who did it, and how much."""

    @property
    def label(self) -> Message: ...
    @property
    def who(self) -> str: ...
    @property
    def value(self) -> Message: ...


def month(title: Message, games: Message, rows: Sequence[Row], words: Words) -> Image.Image:
    """Draw a month."""
    canvas = picture.blank(picture.WIDTH, _HEAD + len(rows) * (_PLATE + _GAP) + _MARGIN)
    room = picture.WIDTH - 2 * _MARGIN
    text.draw(canvas, _MARGIN, 96, words.text(title), 60, LABEL, limit=room)
    text.draw(canvas, _MARGIN, 156, words.text(games), 42, SOFT, limit=room)
    for number, row in enumerate(rows):
        _plate(canvas, row, words, _HEAD + number * (_PLATE + _GAP))
    return canvas


def _plate(canvas: Image.Image, row: Row, words: Words, top: int) -> None:
    """Draw what it is above who did it, and how much at the right."""
    wide, left = picture.WIDTH - 2 * _MARGIN, _MARGIN + _PAD
    picture.plate(canvas, (_MARGIN, top, wide, _PLATE), 16, DARK, LINE, 2)
    text.draw(canvas, left, top + 58, words.text(row.label), 38, SOFT, limit=wide - 2 * _PAD)
    text.name(canvas, left, top + 112, row.who, 52, FACE, limit=wide - 2 * _PAD)
    text.draw(canvas, left, top + 164, words.text(row.value), 40, LABEL, limit=wide - 2 * _PAD)
