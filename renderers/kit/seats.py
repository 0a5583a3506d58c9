"""The strip of seats.

Each seat has a plate with its mark, name, tiles and score; the plate of the seat whose turn it is has a bright frame.
Partners have one score, in a box beside the plates.

plates = [Plate(0, "Ana", tiles=5, score="38", turn=True), Plate(1, "Ben", tiles=7, score="52")]
top = seats.height(len(plates), picture.WIDTH, 700)
canvas = picture.blank(picture.WIDTH, top + 700)
seats.strip(canvas, plates, top)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT, Colour
from renderers.kit.picture import Sprite

_MARGIN = 18
"""The space left and right of the strip, in pixels, like all sizes below."""
_GAP = 12
"""The space between two plates in a row."""
_EDGE = 8
"""The space above all rows, and below them."""
_ROW_GAP = 4
"""The space between two rows."""
_SINGLE_ROW_HEIGHT = 92
"""The height of a plate in a single row."""
_ROW_HEIGHTS = (79, 69, 57)
"""The heights to try for plates in several rows."""
_MAX_SHARE = 15
"""The most hundredths of a picture's height that several rows may take.

A picture with little to show is made high enough to keep this limit.
"""
_NAME_SIZES = (38, 35, 32, 30, 28)
"""The sizes to try for a name beside its mark."""
_LOW_NAME_SIZE = 26
"""The size of a name on a plate that is too low for the sizes above."""
_NAME_LINE = 2.19
"""The least height of a plate, as a multiple of the size of its name."""
_LONG_NAME_SIZE = 28
"""The size of a name that does not fit beside its mark.

Such a name takes the whole line above the mark. There it may be as small and as narrow as any name. Only a name that is
still too long is cut.
"""
_TWO_LINES = (0.26, 0.52)
"""The base lines of a name in two lines, as shares of the height."""
_INSET = 14
"""The space left of a mark or a long name on its plate."""
_SMALL_MARK = 34
"""The size of a mark below a long name."""
_FACT_SIZES = range(36, 18, -2)
"""The sizes to try for the facts below a name, the largest first."""
_NARROW_FACT_SIZES = (18, 16)
"""More sizes to try, for narrow plates only."""
_NOTE_REDUCTION = 4
"""How much smaller a note is than the facts beside it."""
_LEAST_NOTE_SIZE = 24
"""The least size of a note, unless the facts are smaller."""
_BACK_WIDTH = 26
"""The width of the tile's back before the number of tiles."""
_FACT_GAP = 18
"""The gap between two facts."""
_PLATES_A_ROW = 4
_LEAST_WIDTH = 240
"""The least width of a plate; it decides how many fit in a row."""
_BOX_WIDTH = 164
"""The width of a box with the score of partners."""
_SCORE_SIZES = (46, 42, 38, 36, 34, 32, 30, 28, 26, 24)
"""The sizes to try for the score of partners."""
_GAIN_SHARE = 0.8
"""The size of the gain beside the score, as a share of the score's size."""
_ARROW = (26, 38)
"""The width and height of the arrow."""
RIGHTWARD, LEFTWARD = "▸", "◂"
"""The arrow at the first plate: the order of turns runs to the right, or to the left."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What is shown of one seat."""

    seat: int
    name: str
    tiles: int | None = None
    """How many tiles are in the hand."""
    score: str = ""
    note: str = ""
    """A few more words beside the number of tiles, such as "bid 5" or "+76"."""
    shade: Colour = LABEL
    """The colour of the note."""
    turn: bool = False
    """Whether it is the seat's turn."""
    done: bool = False
    """Whether the seat has confirmed or passed; then its shape has a check mark."""
    side: int | None = None
    """The number of its side, from 0, if players have partners."""


@dataclass(frozen=True, slots=True)
class Score:
    """What partners have together."""

    side: int
    """The number of their side, from 0."""
    points: str
    gain: str = ""
    """What they just won, such as "+76"."""


def height(seats: int, picture_width: int, height_below: int) -> int:
    """Return the height of the strip of plates for these seats.

    The picture below the strip is `height_below` pixels high.
    """
    rows = _rows(seats, picture_width)
    if rows == 1:
        return _strip_height(rows, _SINGLE_ROW_HEIGHT)
    strips = [_strip_height(rows, plate_height) for plate_height in _plate_heights(picture_width)]
    return next((strip for strip in strips if 100 * strip <= _MAX_SHARE * (strip + height_below)), strips[-1])


def least_height_below(seats: int, picture_width: int) -> int:
    """Return the least height of a picture below the strip.

    In a lower picture, several rows of plates would take too large a share.
    """
    rows = _rows(seats, picture_width)
    if rows == 1 or picture_width <= picture.LARGE_WIDTH:
        return 0
    return -(-_strip_height(rows, _ROW_HEIGHTS[-1]) * (100 - _MAX_SHARE) // _MAX_SHARE)  # rounded up


def reserved_height(seats: int, picture_width: int, picture_height: int) -> int:
    """Return the height that is reserved for the strip in a picture that may get `picture_height` pixels high."""
    return height(seats, picture_width, picture_height * (100 - _MAX_SHARE) // 100)


def strip(
    canvas: Image.Image, plates: Sequence[Plate], strip_height: int, *, scores: Sequence[Score] = (), arrow: str = ""
) -> None:
    """Draw the plates in the order of turns, in a strip of this height.

    There are at most four in a row. They begin at the left, or at the right if the arrow is LEFTWARD. The `scores` of
    partners are in boxes right of them.
    """
    rows, right = _rows(len(plates), canvas.width), canvas.width - _MARGIN
    if scores:
        right -= _BOX_WIDTH + _GAP
        _draw_boxes(canvas, scores, strip_height)
    columns = -(-len(plates) // rows)  # rounded up
    plate_width = (right - _MARGIN - (columns - 1) * _GAP) // columns
    plate_height = (strip_height - _strip_height(rows, 0)) // rows
    for i, plate in enumerate(plates):
        column = columns - 1 - i % columns if arrow == LEFTWARD else i % columns
        left = _MARGIN + column * (plate_width + _GAP)
        draw(canvas, plate, (left, _EDGE + i // columns * (plate_height + _ROW_GAP), plate_width, plate_height))
    if arrow and columns > 1:
        # the arrow stands in the gap behind the first plate, which is the last gap if plates run to the left
        gap_number = columns - 1 if arrow == LEFTWARD else 1
        x = _MARGIN + gap_number * (plate_width + _GAP) - _GAP // 2
        picture.stamp(canvas, _arrow(arrow), x, _EDGE + plate_height // 2)


def _draw_boxes(canvas: Image.Image, scores: Sequence[Score], strip_height: int) -> None:
    """Draw the boxes with the scores of partners one below the other, at the right of a strip."""
    height = (strip_height - _strip_height(len(scores), 0)) // len(scores)
    for i, score in enumerate(scores):
        _draw_box(
            canvas, score, (canvas.width - _MARGIN - _BOX_WIDTH, _EDGE + i * (height + _ROW_GAP), _BOX_WIDTH, height)
        )


def _draw_box(canvas: Image.Image, score: Score, box: tuple[int, int, int, int]) -> None:
    """Draw the sign of partners, what they have, and what they just won, as large as it fits."""
    left, top, width, height = box
    picture.plate(canvas, box, min(20, height // 2), DARK, LINE, 3)
    mark, middle = min(height - 12, 44), top + height // 2
    picture.stamp(canvas, sprites.sign(score.side, mark), left + 8 + mark // 2, middle)
    start, end = left + mark + 14, left + width - 12
    sizes = [size for size in _SCORE_SIZES if size <= 0.8 * height]
    size = next((size for size in sizes if _score_width(score, size) <= end - start), sizes[-1])
    base = middle + round(0.36 * size)
    start += text.draw(canvas, start, base, score.points, size, FACE, face=text.LABEL, limit=end - start)
    if score.gain:
        text.draw(canvas, end, base, score.gain, round(_GAIN_SHARE * size), LABEL, "right", face=text.LABEL)


def _score_width(score: Score, size: int) -> int:
    gain = 8 + text.width(score.gain, round(_GAIN_SHARE * size), text.LABEL) if score.gain else 0
    return text.width(score.points, size, text.LABEL) + gain


@lru_cache(maxsize=2)
def _arrow(arrow: str) -> Sprite:
    """Return the arrow that stands on the edge of the first plate."""
    width, height = _ARROW
    tip, back = (width, 0) if arrow == RIGHTWARD else (0, width)
    mask = picture.smooth(
        width,
        height,
        lambda pen, n: pen.polygon([(back * n, 0), (tip * n, height * n // 2), (back * n, height * n)], 255),
    )
    return Sprite(Image.new("RGB", (width, height), FACE), mask)


def _plate_heights(picture_width: int) -> Sequence[int]:
    """Return the heights to try for plates in several rows, the largest first.

    They depend on the width, as a phone shows all pictures equally wide.
    """
    if picture_width <= picture.LARGE_WIDTH:
        return _ROW_HEIGHTS[:1]
    return _ROW_HEIGHTS if picture_width >= picture.WIDTH else _ROW_HEIGHTS[1:]


def _strip_height(rows: int, plate_height: int) -> int:
    """Return the height of a strip of `rows` rows of plates."""
    return 2 * _EDGE + rows * plate_height + (rows - 1) * _ROW_GAP


def _rows(seats: int, picture_width: int) -> int:
    return -(-seats // min(_PLATES_A_ROW, picture_width // _LEAST_WIDTH))  # rounded up


def draw(canvas: Image.Image, plate: Plate, box: tuple[int, int, int, int]) -> None:
    """Draw one plate into a box (left, top, width, height).

    The box is at least 220 x 57.
    """
    left, top, width, height = box
    canvas.paste(_plate_image(plate, width, height, text.least_name(canvas.width)), (left, top))


@lru_cache(maxsize=64)
def _plate_image(plate: Plate, width: int, height: int, least: int) -> Image.Image:
    """Return a plate on felt, with a name whose size is at least `least`.

    It is cached, since most plates stay the same from move to move.
    """
    canvas = _empty_plate(width, height, plate.turn).copy()
    mark = _mark_size(width, height)
    start, end = _INSET + mark + 10, width - 16
    sizes = _NAME_SIZES if height > _NAME_LINE * _NAME_SIZES[-1] else (_LOW_NAME_SIZE,)
    size = _fitting_size(plate.name, sizes, height, end - start)
    if size is not None:
        _mark(canvas, plate, mark, height // 2)
        _name(canvas, plate, size, start, end)
    else:
        mark = min(_SMALL_MARK, round(0.43 * height))
        start = _INSET + mark + 10
        _mark(canvas, plate, mark, height - mark // 2 - 7)
        _long_name(canvas, plate, least)
    _facts(canvas, plate, start, end, round(0.86 * height))
    return canvas


def _mark_size(width: int, height: int) -> int:
    size = height - (30 if height >= _ROW_HEIGHTS[0] else 22)
    return min(size, width // 5) if width < _LEAST_WIDTH else size


@lru_cache(maxsize=8)
def _empty_plate(width: int, height: int, turn: bool) -> Image.Image:
    """Return a plate with nothing on it."""
    canvas = picture.blank(width, height)
    frame = LABEL if turn else LINE
    frame_width = min(6, round(height / 14)) if turn else 3
    picture.plate(canvas, (0, 0, width, height), 20, DARK, frame, frame_width)
    return canvas


def _fitting_size(name: str, sizes: Sequence[int], height: int, room: int) -> int | None:
    """Return the largest of these sizes at which a name fits on a plate, or None."""
    return next((size for size in sizes if size < height / _NAME_LINE and text.width(name, size) <= room), None)


def _mark(canvas: Image.Image, plate: Plate, size: int, middle: int) -> None:
    x = _INSET + size // 2
    picture.stamp(canvas, sprites.mark(plate.seat, size, numbered=True, side=plate.side), x, middle)
    if plate.done:
        offset = min(18, size // 3)
        picture.stamp(canvas, sprites.tick(2 * offset, FACE), x + offset, middle + offset)


def _name(canvas: Image.Image, plate: Plate, size: int, start: int, end: int) -> None:
    shade = LABEL if plate.turn else FACE
    text.name(canvas, start, round(0.44 * canvas.height), plate.name, size, shade, limit=end - start, least=size)


def _long_name(canvas: Image.Image, plate: Plate, least: int) -> None:
    """Write a name over the whole width, as large as it fits.

    Beside the scores of partners there is less room, so the longest names have two lines there.
    """
    end, height = canvas.width - _INSET, canvas.height
    room = end - _INSET
    size = _fitting_size(plate.name, range(_LONG_NAME_SIZE, least - 1, -2), height, room) or least
    name_lines = text.lines(plate.name, size, room)
    if plate.side is None or text.width(plate.name, size) <= room or len(name_lines) != len(_TWO_LINES):
        _name(canvas, plate, size, _INSET, end)
        return
    shade = LABEL if plate.turn else FACE
    for line, base in zip(name_lines, _TWO_LINES, strict=True):
        text.name(canvas, _INSET, round(base * height), line, size, shade, limit=room, least=size)


def _facts(canvas: Image.Image, plate: Plate, start: int, end: int, base: int) -> None:
    """Write tiles, note and score in one line, as large as they fit.

    If they don't fit even in the smallest size, the note is cut.
    """
    tiles = "" if plate.tiles is None else str(plate.tiles)
    gap = _fact_gap(canvas.width)
    largest = _FACT_SIZES[0] - 0.6 * (_ROW_HEIGHTS[0] - canvas.height)  # smaller on low plates
    sizes = [size for size in _FACT_SIZES if size <= largest]
    sizes += _NARROW_FACT_SIZES if canvas.width < _LEAST_WIDTH else ()
    size = next((size for size in sizes if _facts_width(plate, tiles, size, gap) <= end - start), sizes[-1])
    end -= text.draw(canvas, end, base, plate.score, size, FACE, "right", face=text.LABEL, limit=end - start)
    if tiles:
        picture.stamp(
            canvas, sprites.back(DOWN, round(15 * sizes[0] / _FACT_SIZES[0])), start + 10, base - sizes[0] // 3
        )
        start += _BACK_WIDTH + text.draw(canvas, start + _BACK_WIDTH, base, tiles, size, SOFT, face=text.LABEL) + gap
    if plate.note and end - start > gap:
        text.draw(canvas, start, base, plate.note, _note_size(size), plate.shade, limit=end - start - gap // 3)


def _fact_gap(width: int) -> int:
    """Return the gap between two facts on a plate of this width."""
    return min(_FACT_GAP, width // 16)


def _facts_width(plate: Plate, tiles: str, size: int, gap: int) -> int:
    width = text.width(plate.score, size, text.LABEL)
    if tiles:
        width += _BACK_WIDTH + text.width(tiles, size, text.LABEL) + gap
    return width + (text.width(plate.note, _note_size(size)) + gap if plate.note else 0)


def _note_size(size: int) -> int:
    return min(size, max(size - _NOTE_REDUCTION, _LEAST_NOTE_SIZE))
