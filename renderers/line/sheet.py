"""A sheet of what a round on a line was worth, for everybody to check.

It shows all hands face up, and columns of numbers beside them.

A sheet is made of bands, one below the other: `draw_bands(lambda unit: [title(...), columns(...), ...])`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engine.dominoes.ending import round_title
from engine.game import Seat
from engine.tiles import Tile
from engine.words import Message, Words, msg
from renderers.kit import phrases, picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT, Colour
from renderers.kit.partners import find_side_number
from renderers.kit.pile import pile
from renderers.line.table import Table

MARGIN = 24
_TALLEST = 1200
_TILES_LEFT = 330
"""The left edge of a row's tiles; the seat's mark and name stand left of it."""
_NUMBERS_RIGHT = picture.WIDTH - 40
"""The right edge of the last column of numbers."""
_COLUMN_STEP, _NARROW_STEP = 130, 110
"""The distance from the right edge of a column to that of the next; the narrow one if there are many."""
_MANY_COLUMNS = 6
_NUMBER_ROOM = 90
"""The room for the numbers of the first column, left of its right edge."""
_TITLE_SIZE = 46
"""The size of the letters of the title."""
_SENTENCE_SIZES = (46, 42, 38)
"""The sizes to try for sentences, the largest first."""
TEXT = 34
"""The size of the letters of other words."""
NUMBER = 40
"""The size of numbers."""
_UNITS = (48, 40, 36, 32, 28, 24, 20, 18, 16, 14, 12, 10)
"""Pixels per u (the width of a standing tile) to try, largest first; the first at which everything fits is used."""


_TWO_LINES = (-5, 22)
"""How far the base lines of a name in two lines are below the middle of its row, in pixels."""
_CROWDED = 20
"""Pixels per u below which rows are lower."""


class Band(NamedTuple):
    """A strip of the picture; `draw` gets the canvas and the strip's upper edge."""

    height: int
    draw: Callable[[Image.Image, int], None]


class Column(NamedTuple):
    """Numbers, one for each seat."""

    heading: Message
    numbers: Sequence[str]
    shade: Colour = FACE
    shared: bool = False
    """Whether partners have one number together."""
    framed: Collection[Seat] = ()
    """The seats whose number has a frame, since it was compared."""


def draw_bands(bands: Callable[[int], Iterable[Band]], tallest: int = _TALLEST) -> Image.Image:
    """Draw the bands, 1200 pixels wide and at most `tallest` high.

    `bands` is called with each of `_UNITS` in order, until the bands are low enough.
    """
    for unit in _UNITS:
        shown_bands = list(bands(unit))
        total_height = sum(band.height for band in shown_bands) + MARGIN
        if total_height <= tallest:
            break
    canvas, top = picture.blank(picture.WIDTH, min(total_height, tallest)), 0
    for band in shown_bands:
        band.draw(canvas, top)
        top += band.height
    return canvas


def write(canvas: Image.Image, x: int, base: int, line: str, shade: Colour) -> None:
    """Write a line as far as there is room."""
    text.draw(canvas, x, base, line, TEXT, shade, limit=picture.WIDTH - MARGIN - x)


def title(seen: Table, ending: Message, words: Words) -> Band:
    """Return the strip that names the round's end."""

    def draw(canvas: Image.Image, top: int) -> None:
        title_text = words.text(round_title(seen.round, ending))
        text.draw(canvas, MARGIN, top + 64, title_text, _TITLE_SIZE, FACE, limit=picture.WIDTH - 2 * MARGIN)

    return Band(96, draw)


def sentences(messages: Iterable[Message], words: Words) -> Iterator[Band]:
    """Yield the lines of sentences in large letters, such as who won."""
    room = picture.WIDTH - 2 * MARGIN
    for sentence in messages:
        sentence_text = words.text(sentence)
        size = next((size for size in _SENTENCE_SIZES if text.width(sentence_text, size) <= room), _SENTENCE_SIZES[0])
        for line in text.lines(sentence_text, size, room):
            yield _sentence_band(line, size)


def _sentence_band(line: str, size: int) -> Band:
    def draw(canvas: Image.Image, top: int) -> None:
        text.draw(canvas, MARGIN, top + 40, line, size, LABEL, limit=picture.WIDTH - 2 * MARGIN)

    return Band(60, draw)


def space(height: int) -> Band:
    """Return an empty strip of this height."""
    return Band(height, lambda _canvas, _top: None)


def hands(
    seen: Table,
    shown: Sequence[Column],
    winners: Collection[Seat],
    words: Words,
    unit: int,
    covered: Collection[Seat] = (),
) -> Iterator[Band]:
    """Yield the headings of the columns, then a plate for each side.

    A plate has the mark, name, tiles and numbers of each seat; `covered` hands lie face down.
    """
    step = _COLUMN_STEP if len(shown) < _MANY_COLUMNS else _NARROW_STEP
    # counted from the last column; all but the last two stand 10 pixels further left
    rights = [_NUMBERS_RIGHT - step * place - (10 if place > 1 else 0) for place in reversed(range(len(shown)))]
    yield _headings(shown, rights, step - 2, words)
    rows = [
        Row(sorted(hand or ()), unit, rights[0] - _NUMBER_ROOM, covered=seat in covered)
        for seat, hand in enumerate(seen.hands)
    ]
    for side in seen.options.sides(len(rows)):
        hands_of_side = [_Hand(seat, rows[seat], find_side_number(seen, seat)) for seat in side]
        yield _plate(hands_of_side, list(zip(shown, rights, strict=True)), words, won=side[0] in winners)


def before_columns(seen: Table, gains: Sequence[int]) -> Iterator[Column]:
    """Yield what each side had before the round, if it isn't the first of its game.

    `gains` are what each seat's side won or lost in the round.
    """
    if seen.round > 1:
        points_before = [score - gain for score, gain in zip(seen.points, gains, strict=True)]
        yield Column(phrases.BEFORE, list(map(str, points_before)), SOFT, shared=True)


def _headings(shown: Sequence[Column], rights: Sequence[int], limit: int, words: Words) -> Band:
    def draw(canvas: Image.Image, top: int) -> None:
        if any(column.framed for column in shown):
            draw_frame(canvas, MARGIN + 12, MARGIN + 32, top + 22, height=38)
            text.draw(canvas, MARGIN + 22, top + 33, "<", 30, LABEL, "centre", face=text.LABEL)
            text.draw(canvas, MARGIN + 56, top + 34, words.text(msg("compared")), 30, SOFT, limit=rights[0] - 400)
        for column, right in zip(shown, rights, strict=True):
            text.draw(canvas, right, top + 34, words.text(column.heading), 30, SOFT, "right", limit=limit)

    return Band(46, draw)


class _Hand(NamedTuple):
    """What a plate shows of one hand."""

    seat: Seat
    row: Row
    side: int | None
    """The number of the seat's side, if players have partners."""

    @property
    def height(self) -> int:
        return max(self.row.height + 16, 68 if self.row.unit >= _CROWDED else 56)


def _plate(hands: Sequence[_Hand], columns: Sequence[tuple[Column, int]], words: Words, *, won: bool) -> Band:
    """Return the plate with the hands of a side; each column has its right edge."""
    height = sum(hand.height for hand in hands)

    def draw(canvas: Image.Image, top: int) -> None:
        box = (MARGIN - 8, top, picture.WIDTH - 2 * MARGIN + 16, height)
        picture.plate(canvas, box, 14, DARK, LABEL if won else LINE, 5 if won else 2)
        is_alone = len(hands) == 1
        for column, right in columns:
            if column.shared and not is_alone:
                _number(canvas, column, hands[0].seat, right, top + height // 2)
        for hand in hands:
            _hand(canvas, hand, top, words)
            for column, right in columns:
                if is_alone or not column.shared:
                    _number(canvas, column, hand.seat, right, top + hand.height // 2)
            top += hand.height

    return Band(height + 8, draw)


def _hand(canvas: Image.Image, hand: _Hand, top: int, words: Words) -> None:
    """Draw the mark, the name and the tiles of a seat."""
    middle = top + hand.height // 2
    picture.stamp(canvas, sprites.mark(hand.seat, 48, numbered=True, side=hand.side), MARGIN + 36, middle)
    _name(canvas, hand, middle, words.name(hand.seat))
    hand.row.draw(canvas, top, hand.height)


def _name(canvas: Image.Image, hand: _Hand, middle: int, name: str) -> None:
    """Write a name beside the mark of its seat; the longest names of partners get two lines."""
    left, room, least_size = MARGIN + 74, _TILES_LEFT - MARGIN - 86, text.least_name(canvas.width)
    name_lines = text.lines(name, least_size, room)
    if hand.side is None or text.width(name, least_size) <= room or len(name_lines) != len(_TWO_LINES):
        text.name(canvas, left, middle + 14, name, TEXT, FACE, limit=room)
        return
    for part, down in zip(name_lines, _TWO_LINES, strict=True):
        text.name(canvas, left, middle + down, part, least_size, FACE, limit=room)


def _number(canvas: Image.Image, column: Column, seat: Seat, right: int, middle: int) -> None:
    number = column.numbers[seat].replace("-", "−")
    if seat in column.framed and number:
        draw_frame(canvas, right - text.width(number, NUMBER, text.LABEL), right, middle)
    text.draw(canvas, right, middle + 14, number, NUMBER, column.shade, "right", face=text.LABEL)


def draw_frame(canvas: Image.Image, left: int, right: int, middle: int, height: int = 50) -> None:
    """Draw the frame around a number that was compared and reaches from `left` to `right`."""
    picture.plate(canvas, (left - 12, middle - height // 2, right - left + 24, height), height // 3, DARK, LABEL, 3)


def yard(seen: Table, unit: int) -> Iterator[Band]:
    """Yield a strip with the tiles left in the boneyard, at most `unit` pixels per u."""
    if seen.unseen:
        right = picture.WIDTH - MARGIN
        row = Row(seen.unseen, largest_unit(len(seen.unseen), right, lines=2, at_most=unit), right)
        height = max(row.height, 60)

        def draw(canvas: Image.Image, top: int) -> None:
            pile(canvas, MARGIN + 8, top + 8 + height // 2, seen.boneyard)
            row.draw(canvas, top + 8, height)

        yield Band(height + 16, draw)


def notes(messages: Iterable[Message], words: Words) -> Iterator[Band]:
    """Yield a strip for each line of these messages, such as the tie rule that decided."""
    for message in messages:
        for line in text.lines(words.text(message), TEXT, picture.WIDTH - 2 * MARGIN):
            yield _note_band(line)


def _note_band(line: str) -> Band:
    return Band(50, lambda canvas, top: write(canvas, MARGIN, top + 38, line, LABEL))


def format_gains(points: Iterable[int]) -> Sequence[str]:
    """Return the points of each seat with a plus sign, or an empty text for zero."""
    return [f"+{number}" if number else "" for number in points]


def largest_unit(tiles: int, right: int, *, lines: int, at_most: int) -> int:
    """Return the largest unit at which the tiles fit in `lines` lines.

    The lines end at `right`. If the tiles fit at no unit, return the smallest.
    """
    fits = (unit for unit in _UNITS if unit <= at_most and tiles <= lines * _tiles_per_line(unit, right))
    return next(fits, _UNITS[-1])


def _tiles_per_line(unit: int, right: int) -> int:
    return max(1, (right - _TILES_LEFT) // round(1.2 * unit))


class Row:
    """Tiles standing side by side from `_TILES_LEFT` to `right`.

    They stand in as many lines as they need, and face down if they are `covered`.
    """

    def __init__(self, tiles: Sequence[Tile], unit: int, right: int, *, covered: bool = False) -> None:
        self._covered = covered
        self.unit = unit
        self.style = sprites.style_for(unit)
        self._tiles = tiles
        self._step = round(1.2 * unit), round(2.3 * unit)
        self._columns = _tiles_per_line(unit, right)
        self.height = -(-len(tiles) // self._columns) * self._step[1]  # the number of lines, rounded up
        self.right = _TILES_LEFT + min(len(tiles), self._columns) * self._step[0]

    def places(self, top: int, height: int) -> Iterator[tuple[Tile, int, int]]:
        """Yield each tile and the pixel of its centre.

        The lines are centred vertically in the `height` pixels below `top`.
        """
        across, down = self._step
        top += (height - self.height) // 2
        for i, tile in enumerate(self._tiles):
            x, y = _TILES_LEFT + i % self._columns * across, top + i // self._columns * down
            yield tile, x + across // 2, y + down // 2

    def draw(self, canvas: Image.Image, top: int, height: int) -> None:
        """Draw the tiles, centred vertically in the `height` pixels below `top`."""
        back = sprites.back(DOWN, self.unit)
        for tile, x, y in self.places(top, height):
            sprite = back if self._covered else sprites.tile(tile.high, tile.low, DOWN, self.unit, self.style)
            picture.stamp(canvas, sprite, x, y)
