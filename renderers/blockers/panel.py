"""The seats of Blockers as a small table.

Its columns are points, groups, prisoners by colour, and tiles left.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.words import Message, Words, msg
from renderers.blockers import pieces, shapes
from renderers.kit import palette, picture, text
from renderers.kit.palette import DARK, FACE, GRID_LIGHT, GRID_TEXT, LABEL
from renderers.kit.picture import tint

_END, _LEFT, _RIGHT, _TO_PLACE = 8, 10, 890, 876
"""Pixels: the space below the last row, the ends of a row, and the right edge of its last column."""


class Print(NamedTuple):
    """The sizes of the rows and the places of their columns, in pixels."""

    row: int
    head: int
    heading: int
    """The size of the letters in the head."""
    name: int
    figure: int
    """The size of numbers; `name` is that of names."""
    swatch: int
    points: int
    """The right edge of the points."""
    groups: int | None
    """The right edge of the groups; None in large print, which leaves them out."""
    prisoners: int
    """The left edge of the prisoners."""
    slot: int
    """The room for the prisoners of one colour."""

    def height(self, seats: int) -> int:
        """Return how high the table is."""
        return self.head + self.row * seats + _END


USUAL = Print(50, 36, 25, 30, 34, 34, 374, 484, 512, 62)


def large(seats: int, room: int) -> Print:
    """Return the large print, as large as fits into `room` pixels."""
    head = 50
    row = min(68, (room - head - _END) // seats)
    return Print(row, head, 36, row * 5 // 8, row * 2 // 3, row * 2 // 3, 410, None, 436, 76)


def badge(seen: BlockersObservation, seat: Seat, size: int) -> picture.Sprite:
    """Return the swatches of a seat's colours side by side."""
    colours = seen.colours(seat)
    if len(colours) == 1:
        return pieces.swatch(colours[0], size)
    half, canvas, mask = size * 11 // 20, picture.blank(size, size), Image.new("L", (size, size), 0)
    for colour, at in zip(colours, (half // 2, size - half // 2), strict=False):
        swatch = pieces.swatch(colour, half)
        picture.stamp(canvas, swatch, at, at)
        mask.paste(swatch.mask, (at - half // 2, at - half // 2), swatch.mask)
    return picture.Sprite(canvas, mask)


def shade(seen: BlockersObservation, seat: Seat) -> palette.Colour:
    """Return the first colour of a seat."""
    return palette.BLOCKERS[seen.colours(seat)[0]]


def panel(canvas: Image.Image, seen: BlockersObservation, top: int, words: Words, size: Print = USUAL) -> None:
    """Draw the table below `top`."""
    heads: list[tuple[int, Message, text.Align]] = [
        (size.points, msg("points"), "right"),
        (size.prisoners + 10, msg("prisoners"), "left"),
        (_TO_PLACE, msg("to place"), "right"),
    ]
    if size.groups is not None:
        heads.append((size.groups, msg("groups"), "right"))
    for x, head, align in heads:
        text.draw(canvas, x, top + size.head - 10, words.text(head), size.heading, GRID_TEXT, align)
    if any(seen.protected):
        _padlock(canvas, top + size.head - 10, size.heading, words)
    for seat in range(seen.seats):
        _row(canvas, seen, seat, top + size.head + seat * size.row, words, size)


def _padlock(canvas: Image.Image, base: int, size: int, words: Words) -> None:
    """Explain the padlocks on the board."""
    lock = shapes.lock(size)
    tint(canvas, lock, _LEFT + 11, base - lock.height + 3, GRID_TEXT)
    text.draw(canvas, _LEFT + 18 + lock.width, base, words.text(msg("can't be taken")), size, GRID_TEXT, limit=270)


def _row(canvas: Image.Image, seen: BlockersObservation, seat: Seat, top: int, words: Words, size: Print) -> None:
    turn, score, middle = seat == seen.to_act, seen.scores[seat], top + size.row // 2
    base = middle + round(0.27 * size.figure)
    box = (_LEFT, top + 2, _RIGHT - _LEFT, size.row - 4)
    picture.plate(canvas, box, 12, DARK if turn else GRID_LIGHT, LABEL if turn else GRID_LIGHT, 4)
    x = _LEFT + 11 + size.swatch // 2
    for colour in seen.colours(seat):
        picture.stamp(canvas, pieces.swatch(colour, size.swatch), x, middle)
        x += size.swatch + 6
    shade = LABEL if turn else FACE
    points = str(score.points).replace("-", "−")
    wide = text.draw(canvas, size.points, base, points, size.figure, shade, "right", face=text.LABEL)
    left = x - size.swatch // 2 + 5
    text.name(canvas, left, base - 1, words.name(seat), size.name, shade, limit=size.points - wide - 12 - left)
    if size.groups is not None:
        text.draw(canvas, size.groups, base, str(score.groups), size.figure, FACE, "right", face=text.LABEL)
    text.draw(canvas, _TO_PLACE, base, str(seen.turns_left[seat]), size.figure, FACE, "right", face=text.LABEL)
    prisoners(canvas, seen, seat, size.prisoners, middle, size.slot, size.swatch - 4)


def prisoners(
    canvas: Image.Image, seen: BlockersObservation, seat: Seat, x: int, middle: int, slot: int, size: int = 30
) -> None:
    """Draw a swatch and a number for each colour that the seat has captured.

    Numbers that cost points are yellow.
    """
    score = seen.scores[seat]
    for colour, n in enumerate(score.prisoners):
        if n:
            picture.stamp(canvas, pieces.swatch(Colour(colour), size), x + size // 2 + 5, middle)
            shade = LABEL if n == score.penalised else FACE
            text.draw(canvas, x + size + 9, middle + size // 3, str(n), size, shade, face=text.LABEL)
        x += slot
