"""The picture of a scored round, for games that draw none of their own.

It shows the round's arithmetic, line by line.

LOOK = Look(score=tally.picture_of(GAME.voice), ...)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from PIL import Image

from engine.game import Observation, Seat, Voice
from engine.words import Listed, Message, Value, Who, Words
from renderers.kit import picture, sprites, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, Colour

_MARGIN = 24
_PAD = 18
"""The space between the edge of a plate and what stands on it."""
_ENTRY_GAP = 10
_MARK_SIZE = 48
_MAX_HEIGHT = 1200
_SIZES = (44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24, 22, 20)
"""Sizes of the letters to try, in pixels; the first size at which everything fits is used."""

Obs = TypeVar("Obs", bound=Observation)


class _Entry(NamedTuple):
    """A sentence of the tally."""

    seat: Seat | None
    """The seat that it is about, if any."""
    lines: Sequence[str]
    shade: Colour


def picture_of(voice: Voice[Any]) -> Callable[[Obs, Words], Image.Image | None]:
    """Return a function that draws the round that was just scored.

    The picture is at most 1200 x 1200 pixels. It is None if no round was scored.
    """

    def score(seen: Obs, words: Words) -> Image.Image | None:
        account = voice.tally(seen)
        if account is None:
            return None
        reasons = [seen.outcome.reason] if seen.outcome else []
        for size in _SIZES:
            entries = [*_entries(reasons, LABEL, size, words), *_entries(_items(account), FACE, size, words)]
            height = 2 * _MARGIN + sum(_entry_height(entry, size) + _ENTRY_GAP for entry in entries) - _ENTRY_GAP
            if height <= _MAX_HEIGHT:
                break
        canvas, top = picture.blank(picture.WIDTH, min(height, _MAX_HEIGHT)), _MARGIN
        for entry in entries:
            _draw(canvas, entry, size, top)
            top += _entry_height(entry, size) + _ENTRY_GAP
        return canvas

    return score


def _items(message: Message) -> Sequence[Value]:
    """Return the lines of a message: the items if it is only a list, else the message itself."""
    values = [value for _, value in message.values]
    return values[0].items if len(values) == 1 and isinstance(values[0], Listed) else [message]


def _entries(items: Sequence[Value], shade: Colour, size: int, words: Words) -> Sequence[_Entry]:
    entries = []
    for item in items:
        seat = _seat(item)
        room = picture.WIDTH - 2 * (_MARGIN + _PAD) - (0 if seat is None else _MARK_SIZE + _PAD)
        entries.append(_Entry(seat, text.lines(words.text(item), size, room), shade))
    return entries


def _seat(item: Value) -> Seat | None:
    """Return the seat that a line names, if any."""
    values = item.values if isinstance(item, Message) else ()
    return next((value.seat for _, value in values if isinstance(value, Who)), None)


def _entry_height(entry: _Entry, size: int) -> int:
    return max(len(entry.lines), 1) * _pitch(size) + (0 if entry.seat is None else _PAD)


def _pitch(size: int) -> int:
    return round(1.35 * size)


def _draw(canvas: Image.Image, entry: _Entry, size: int, top: int) -> None:
    """Draw an entry, on a plate with the seat's mark if it is about a seat."""
    left, height = _MARGIN + _PAD, _entry_height(entry, size)
    if entry.seat is not None:
        picture.plate(canvas, (_MARGIN, top, canvas.width - 2 * _MARGIN, height), 14, DARK, LINE, 2)
        picture.stamp(
            canvas, sprites.mark(entry.seat, _MARK_SIZE, numbered=True), left + _MARK_SIZE // 2, top + height // 2
        )
        left, top = left + _MARK_SIZE + _PAD, top + _PAD // 2
    for i, line in enumerate(entry.lines):
        text.draw(canvas, left, top + i * _pitch(size) + size, line, size, entry.shade)
