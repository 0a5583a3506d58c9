"""The seats of Blockers as a small table, with points, groups, prisoners by colour, and tiles left."""

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

_BOTTOM_SPACE = 8
_ROW_LEFT, _ROW_RIGHT = 10, 890
_TO_PLACE_RIGHT = 876
"""The right edge of the last column, the tiles to place."""
_LEAST_GAP = 16
"""The least room between the explanation of the padlocks and the first heading."""


class PanelSizes(NamedTuple):
    """The sizes of the rows and the places of their columns, in pixels."""

    row_height: int
    head_height: int
    heading_size: int
    name_size: int
    number_size: int
    swatch: int
    points_right: int
    groups_right: int | None
    """None in large print, which leaves the groups out."""
    prisoners_left: int
    prisoner_pitch: int
    """The room for the prisoners of one colour."""

    def height(self, seats: int) -> int:
        """Return the height of the table."""
        return self.head_height + self.row_height * seats + _BOTTOM_SPACE


USUAL = PanelSizes(row_height=50, head_height=36, heading_size=25, name_size=30, number_size=34, swatch=34,
                   points_right=374, groups_right=494, prisoners_left=512, prisoner_pitch=62)  # fmt: skip


def large(seats: int, room: int) -> PanelSizes:
    """Return the sizes of large print: the largest with which the table is at most `room` pixels high."""
    head = 50
    row = min(68, (room - head - _BOTTOM_SPACE) // seats)
    return PanelSizes(row_height=row, head_height=head, heading_size=36, name_size=row * 5 // 8,
                      number_size=row * 2 // 3, swatch=row * 2 // 3, points_right=410, groups_right=None,
                      prisoners_left=436, prisoner_pitch=76)  # fmt: skip


def badge(seen: BlockersObservation, seat: Seat, size: int) -> picture.Sprite:
    """Return the swatch of a seat's colour; two swatches overlap, from upper left to lower right."""
    colours = seen.colours(seat)
    if len(colours) == 1:
        return pieces.swatch(colours[0], size)
    canvas, mask = picture.blank(size, size), Image.new("L", (size, size), 0)
    swatch_size = size * 11 // 20  # slightly more than half, so that the two overlap
    for colour, middle in zip(colours, (swatch_size // 2, size - swatch_size // 2), strict=False):
        swatch = pieces.swatch(colour, swatch_size)
        picture.stamp(canvas, swatch, middle, middle)
        mask.paste(swatch.mask, (middle - swatch_size // 2, middle - swatch_size // 2), swatch.mask)
    return picture.Sprite(canvas, mask)


def shade(seen: BlockersObservation, seat: Seat) -> palette.Colour:
    """Return the first colour of a seat."""
    return palette.BLOCKERS[seen.colours(seat)[0]]


def panel(canvas: Image.Image, seen: BlockersObservation, top: int, words: Words, size: PanelSizes = USUAL) -> None:
    """Draw the table below `top`."""
    heads: list[tuple[int, Message, text.Align]] = [
        (size.points_right, msg("points"), "right"),
        (size.prisoners_left + 10, msg("prisoners"), "left"),
        (_TO_PLACE_RIGHT, msg("to place"), "right"),
    ]
    if size.groups_right is not None:
        heads.append((size.groups_right, msg("groups"), "right"))
    for x, head, align in heads:
        text.draw(canvas, x, top + size.head_height - 10, words.text(head), size.heading_size, GRID_TEXT, align)
    if any(seen.protected):  # a padlock is on the board; it is explained left of the heading "points"
        right = size.points_right - text.width(words.text(heads[0][1]), size.heading_size) - _LEAST_GAP
        _padlock(canvas, top + size.head_height - 10, size.heading_size, right, words)
    for seat in range(seen.seats):
        _row(canvas, seen, seat, top + size.head_height + seat * size.row_height, words, size)


def _padlock(canvas: Image.Image, base: int, size: int, right: int, words: Words) -> None:
    """Explain the padlocks on the board, in the room up to `right`, left of the first heading."""
    lock = shapes.lock(size)
    tint(canvas, lock, _ROW_LEFT + 11, base - lock.height + 3, GRID_TEXT)
    left = _ROW_LEFT + 18 + lock.width
    text.name(canvas, left, base, words.text(msg("can't be taken")), size, GRID_TEXT, limit=right - left)


def _row(canvas: Image.Image, seen: BlockersObservation, seat: Seat, top: int, words: Words, size: PanelSizes) -> None:
    is_next = seat == seen.to_act
    score = seen.scores[seat]
    middle = top + size.row_height // 2
    base = middle + round(0.27 * size.number_size)
    box = (_ROW_LEFT, top + 2, _ROW_RIGHT - _ROW_LEFT, size.row_height - 4)
    picture.plate(canvas, box, 12, DARK if is_next else GRID_LIGHT, LABEL if is_next else GRID_LIGHT, 4)
    left = _ROW_LEFT + 11
    for colour in seen.colours(seat):
        picture.stamp(canvas, pieces.swatch(colour, size.swatch), left + size.swatch // 2, middle)
        left += size.swatch + 6
    shade = LABEL if is_next else FACE
    points = str(score.points).replace("-", "−")
    points_width = text.draw(canvas, size.points_right, base, points, size.number_size, shade, "right", face=text.LABEL)
    left += 5
    room = size.points_right - points_width - 12 - left
    text.name(canvas, left, base - 1, words.name(seat), size.name_size, shade, limit=room)
    if size.groups_right is not None:
        text.draw(canvas, size.groups_right, base, str(score.groups), size.number_size, FACE, "right", face=text.LABEL)
    to_place = str(seen.turns_left[seat])
    text.draw(canvas, _TO_PLACE_RIGHT, base, to_place, size.number_size, FACE, "right", face=text.LABEL)
    prisoners(canvas, seen, seat, size.prisoners_left, middle, size.prisoner_pitch, size.swatch - 4)


def prisoners(
    canvas: Image.Image, seen: BlockersObservation, seat: Seat, x: int, middle: int, pitch: int, size: int = 30
) -> None:
    """Draw a swatch and a number for each colour that the seat has captured.

    The number of the most-captured colour is yellow, as it costs points; under `uptown` no colour does.
    """
    score = seen.scores[seat]
    for colour, n in enumerate(score.prisoners):
        if n:
            picture.stamp(canvas, pieces.swatch(Colour(colour), size), x + size // 2 + 5, middle)
            shade = LABEL if n == score.penalised else FACE
            text.draw(canvas, x + size + 9, middle + size // 3, str(n), size, shade, face=text.LABEL)
        x += pitch
