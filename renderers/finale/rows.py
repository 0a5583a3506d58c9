"""The standings at the end.

Each player or pair has a row with a bar, the best first; a chart shows the points after each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.game import Seat
from engine.sides import Side, Sides
from engine.words import Words, format_signed
from renderers.finale.end import End
from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, MUTED, SOFT, Colour

_FEW = 4
"""The most sides whose rows are tall."""
_TALL_HEIGHT = 74
_SHORT_HEIGHT = 52
_ROW_GAP = 8
_PAIR_HEIGHT = 108
"""The usual height of a row of partners."""
_NAME_PITCH = 44
"""The pixels from one name to the next."""
_MAX_HEIGHT = 150
"""The greatest height of a row."""
_DETAILED_HEIGHT = 100
"""The least height of a row with details: what the points are made of."""
_DETAIL_SIZE = 38
"""The size of the letters of details."""
_LEAST_BAR = 420
"""The least room for a bar, beside the name and the number."""
_NAME_ROOM = 330
"""The room for a name beside a bar."""
_BADGE_SIZE = 30
"""The size of a badge at the end of a line of the chart."""
_LINE_WIDTH = 7
"""The width of a line of the chart."""
_SIZES = (44, 40, 36, 32, 28)


def height(sides: Sides, row_height: int | None = None) -> int:
    """Return the height of all rows together; each is `row_height` pixels high, or of the usual height."""
    return len(sides) * ((row_height or usual_height(sides)) + _ROW_GAP) - _ROW_GAP


def usual_height(sides: Sides) -> int:
    """Return the usual height of a row."""
    if len(sides[0]) > 1:
        return _PAIR_HEIGHT
    return _TALL_HEIGHT if len(sides) <= _FEW else _SHORT_HEIGHT


def filling_height(sides: Sides, room: int) -> int:
    """Return the height of a row if all rows together may take `room` pixels."""
    return min((room + _ROW_GAP) // len(sides) - _ROW_GAP, _MAX_HEIGHT)


def draw(
    canvas: Image.Image, end: End[Any], words: Words, place: tuple[int, int, int], row_height: int | None = None
) -> None:
    """Draw a row for each side below a place (left, top, width)."""
    left, top, width = place
    row_height = row_height or usual_height(end.sides)
    for i, side in enumerate(end.order):
        _side(canvas, end, side, words, (left, top + i * (row_height + _ROW_GAP), width, row_height))


def _side(canvas: Image.Image, end: End[Any], side: Side, words: Words, box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    seat = side[0]
    middle = top + height // 2
    mark = min(height - 18, _TALL_HEIGHT)
    won = seat in end.leading_seats
    picture.plate(canvas, box, 14, DARK, LABEL if won else LINE, 5 if won else 2)
    picture.stamp(canvas, end.side_badge(side, mark), left + 14 + mark // 2, middle)
    text_left, right = left + mark + 30, left + width - 22
    size = min(height, _TALL_HEIGHT + 10) * 5 // 9
    number = format_signed(end.shown_points(end.points[seat]))
    number_width = max(text.width(format_signed(end.shown_points(points)), size, text.LABEL) for points in end.points)
    text.draw(canvas, right, middle + size // 3, number, size, LABEL if won else FACE, "right", face=text.LABEL)
    right -= number_width + 20
    room_for_bar = right - text_left - _NAME_ROOM
    bar_width = room_for_bar if room_for_bar >= _LEAST_BAR else 0
    detail = end.detail(seat) if height >= _DETAILED_HEIGHT and len(side) == 1 else None
    if detail is not None:
        draw_fitting(canvas, words.text(detail), text_left, middle + 28, right - text_left, SOFT, max_size=_DETAIL_SIZE)
    room = right - text_left - (bar_width + 24 if bar_width else 0)
    for i, member in enumerate(side):
        from_middle = _NAME_PITCH * (2 * i + 1 - len(side)) // 2
        name_middle = middle - (24 if detail else 0) + from_middle
        draw_fitting(canvas, words.name(member), text_left, name_middle, room, FACE, max_size=size - 2)
    if bar_width:
        _bar(canvas, end, seat, (text_left + _NAME_ROOM, middle - 12, bar_width - 10, 24))


def draw_fitting(canvas: Image.Image, line: str, x: int, middle: int, room: int, shade: Any, *, max_size: int) -> None:
    """Write a line, such as a name, as large as it fits.

    It is cut only if the smallest and narrowest letters need more room.
    """
    size = next((size for size in _SIZES if size <= max_size and text.width(line, size) <= room), _SIZES[-1])
    text.name(canvas, x, middle + round(size * 0.35), line, size, shade, limit=room, least=size)


def _bar(canvas: Image.Image, end: End[Any], seat: Seat, box: tuple[int, int, int, int]) -> None:
    """Draw a bar as long as the points.

    It is hollow for points below zero, unless they are penalties.
    """
    left, top, width, height = box
    greatest = max(map(abs, end.points)) or 1
    points = end.points[seat]
    length = width * abs(points) // greatest
    if length > height:
        shade = end.shade(seat)
        is_hollow = points < 0 and not end.penalties
        picture.plate(canvas, (left, top, length, height), height // 2, DARK if is_hollow else shade, shade, 4)


def chart(canvas: Image.Image, end: End[Any], box: tuple[int, int, int, int]) -> None:
    """Draw the points of each side after each round as a line of its colour.

    The line ends with the mark of its seat, or with the sign of partners.
    """
    left, top, width, height = box
    picture.plate(canvas, box, 14, DARK, LINE, 2)
    after_rounds = end.scores
    scores = [(0,) * len(after_rounds[0]), *after_rounds]
    lowest, highest = min(map(min, scores)), max(map(max, scores))
    x0, x1, y0, y1 = left + 26, left + width - 44, top + height - 30, top + 30

    def point_at(step: int, points: int) -> tuple[int, int]:
        x = x0 + (x1 - x0) * step // (len(scores) - 1)
        y = y0 - (y0 - y1) * (points - lowest) // ((highest - lowest) or 1)
        return x, y

    # the line of zero points
    canvas.paste(MUTED, (x0, point_at(0, 0)[1] - 1, x1, point_at(0, 0)[1] + 1))
    for step in range(1, len(scores)):
        x = point_at(step, 0)[0]
        # a tick for each round, dim if many ticks stand close together
        canvas.paste(SOFT if len(scores) < 16 else MUTED, (x - 1, y0 + 8, x + 1, y0 + 16))
    lowest_first = sorted(end.sides, key=lambda side: after_rounds[-1][side[0]])
    for side in lowest_first:
        points_of_side = [point_at(step, points[side[0]]) for step, points in enumerate(scores)]
        _draw_polyline(canvas, points_of_side, box, end.shade(side[0]))
    for side in lowest_first:
        picture.stamp(canvas, end.side_badge(side, _BADGE_SIZE), *point_at(len(scores) - 1, after_rounds[-1][side[0]]))


def _draw_polyline(
    canvas: Image.Image, points: Sequence[tuple[int, int]], box: tuple[int, int, int, int], shade: Colour
) -> None:
    left, top, width, height = box
    mask = picture.smooth(
        width,
        height,
        lambda pen, scale: pen.line(
            [((x - left) * scale, (y - top) * scale) for x, y in points], 255, _LINE_WIDTH * scale, joint="curve"
        ),
    )
    picture.tint(canvas, mask, left, top, shade)
