"""The pictures of statistics: of one player in a game, and of the best players of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.words import Message, Value, Words, msg
from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SEATS, SOFT

_WIDTH = picture.WIDTH
_MARGIN = 40
_GAP = 24
_HEAD_HEIGHT = 150
_NUMBERS_HEIGHT = 170
_CHART_HEIGHT = 330
_FIGURE_HEIGHT = 66
_ROW_HEIGHT = 84
_COLUMN_GAP = 72
"""The gap between two columns of figures."""
CHARTS_LATER = msg("Charts come with the third game.")
_BARS_WIDTH = 400
"""The width of the bars of places beside the curve, in pixels."""


@dataclass(frozen=True, slots=True)
class Card:
    """The statistics of one player."""

    name: str
    game: Message
    numbers: Sequence[tuple[Message, Value]]
    """The three numbers that matter most, each with its label."""
    curve: Message
    """The title of the curve."""
    values: Sequence[int]
    """The numbers that the curve shows, the oldest first."""
    places: Sequence[int]
    """How often the player came first, second …"""
    figures: Sequence[tuple[Message, str]]
    """All other numbers, each with its label."""
    has_charts: bool = True
    """Whether there are enough games for a curve and bars to say anything."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list of a server's best players."""

    name: Value
    value: str
    games: Message
    share: float
    """The length of the bar, from 0 to 1."""


def card(shown: Card, words: Words) -> Image.Image:
    """Draw the statistics of one player."""
    rows = (len(shown.figures) + 1) // 2
    chart_height = _CHART_HEIGHT if shown.has_charts else _FIGURE_HEIGHT
    canvas = picture.blank(
        _WIDTH, _HEAD_HEIGHT + _NUMBERS_HEIGHT + chart_height + 2 * _GAP + rows * _FIGURE_HEIGHT + _MARGIN
    )
    _head(canvas, shown.name, words.text(shown.game))
    _numbers(canvas, shown, words)
    top = _HEAD_HEIGHT + _NUMBERS_HEIGHT
    if shown.has_charts:
        _curve(canvas, shown, words, (_MARGIN, top, _WIDTH - 2 * _MARGIN - _BARS_WIDTH - _GAP, chart_height))
        _places(canvas, shown, words, (_WIDTH - _MARGIN - _BARS_WIDTH, top, _BARS_WIDTH, chart_height))
    else:
        text.draw(canvas, _MARGIN, top + 44, words.text(CHARTS_LATER), 38, SOFT, limit=_WIDTH - 2 * _MARGIN)
    _figures(canvas, shown, words, top + chart_height + _GAP)
    return canvas


def ranking(
    title: Message, game: Message, lines: Sequence[Line], words: Words, below: Sequence[Message] = ()
) -> Image.Image:
    """Draw the list of a server's best players, a row for each, and other lines `below`."""
    top = _HEAD_HEIGHT + len(lines) * (_ROW_HEIGHT + 12)
    canvas = picture.blank(_WIDTH, top + len(below) * _FIGURE_HEIGHT + _MARGIN)
    _head(canvas, words.text(title), words.text(game))
    for number, line in enumerate(lines):
        _line(canvas, number, line, words, _HEAD_HEIGHT + number * (_ROW_HEIGHT + 12))
    for number, message in enumerate(below):
        base = top + number * _FIGURE_HEIGHT + 46
        text.draw(canvas, _MARGIN, base, words.text(message), 40, FACE, limit=_WIDTH - 2 * _MARGIN)
    return canvas


def _head(canvas: Image.Image, name: str, game: str) -> None:
    width = text.width(game, 42)
    text.draw(canvas, _WIDTH - _MARGIN, 96, game, 42, SOFT, "right", limit=_WIDTH // 2)
    text.name(canvas, _MARGIN, 100, name, 64, LABEL, limit=_WIDTH - 3 * _MARGIN - min(width, _WIDTH // 2))


def _numbers(canvas: Image.Image, shown: Card, words: Words) -> None:
    """Write the numbers that matter most, side by side."""
    pitch = (_WIDTH - 2 * _MARGIN + _GAP) // max(1, len(shown.numbers))
    for place, (label, number) in enumerate(shown.numbers):
        left = _MARGIN + place * pitch
        picture.plate(canvas, (left, _HEAD_HEIGHT, pitch - _GAP, _NUMBERS_HEIGHT - _GAP), 16, DARK, LINE, 2)
        middle = left + (pitch - _GAP) // 2
        text.draw(canvas, middle, _HEAD_HEIGHT + 82, words.text(number), 72, FACE, "centre", face=text.LABEL)
        text.draw(canvas, middle, _HEAD_HEIGHT + 128, words.text(label), 36, SOFT, "centre", limit=pitch - 2 * _GAP)


def _curve(canvas: Image.Image, shown: Card, words: Words, box: tuple[int, int, int, int]) -> None:
    """Draw a number of each game as a line, the oldest at the left."""
    left, top, width, height = box
    picture.plate(canvas, box, 16, DARK, LINE, 2)
    text.draw(canvas, left + 24, top + 50, words.text(shown.curve), 36, SOFT, limit=width - 48)
    values = shown.values
    if not values:
        return
    least, greatest = min(values), max(values)
    # in a dict, so that two equal numbers are written once
    for value, base in {greatest: top + 104, least: top + height - 26}.items():
        text.draw(canvas, left + 24, base, str(value).replace("-", "−"), 36, FACE)
    inset = 40 + max(text.width(str(value), 36) for value in (least, greatest)) + 12
    x0, x1, y0, y1 = left + inset, left + width - 36, top + height - 38, top + 92

    def point_at(place: int) -> tuple[int, int]:
        x = x0 + (x1 - x0) * place // max(1, len(values) - 1)
        if least == greatest:
            return x, (y0 + y1) // 2
        return x, y0 - (y0 - y1) * (values[place] - least) // (greatest - least)

    points = [point_at(place) for place in range(len(values))]
    if len(points) > 1:
        _draw_polyline(canvas, points, box)
    x, y = points[-1]
    picture.plate(canvas, (x - 11, y - 11, 22, 22), 11, LABEL)


def _draw_polyline(canvas: Image.Image, points: Sequence[tuple[int, int]], box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    mask = picture.smooth(
        width,
        height,
        lambda pen, n: pen.line([((x - left) * n, (y - top) * n) for x, y in points], 255, 6 * n, "curve"),
    )
    picture.tint(canvas, mask, left, top, SEATS[0])


def _places(canvas: Image.Image, shown: Card, words: Words, box: tuple[int, int, int, int]) -> None:
    """Draw a bar for each place; its length shows how often the player came in that place."""
    left, top, width, height = box
    picture.plate(canvas, box, 16, DARK, LINE, 2)
    text.draw(canvas, left + 24, top + 50, words.text(msg("Places")), 36, SOFT, limit=width - 48)
    greatest = max(shown.places, default=0)
    pitch = (width - 48) // max(1, len(shown.places))
    for place, number in enumerate(shown.places):
        middle = left + 24 + place * pitch + pitch // 2
        room = height - 176
        length = room * number // max(1, greatest)
        if length:
            shade = LABEL if place == 0 else SEATS[0]
            bar_width = min(60, pitch - 10)
            picture.plate(canvas, (middle - bar_width // 2, top + height - 62 - length, bar_width, length), 6, shade)
        text.draw(canvas, middle, top + height - 72 - length, str(number), 36, FACE, "centre", limit=pitch)
        text.draw(canvas, middle, top + height - 20, str(place + 1), 36, SOFT, "centre")


def _figures(canvas: Image.Image, shown: Card, words: Words, top: int) -> None:
    """Write the other numbers in two columns."""
    pitch = (_WIDTH - 2 * _MARGIN + _COLUMN_GAP) // 2
    for place, (label, number) in enumerate(shown.figures):
        row, column = divmod(place, 2)
        left, base = _MARGIN + column * pitch, top + row * _FIGURE_HEIGHT + 46
        width = text.draw(canvas, left + pitch - _COLUMN_GAP, base, number, 44, FACE, "right", face=text.LABEL)
        text.draw(canvas, left, base, words.text(label), 38, SOFT, limit=pitch - _COLUMN_GAP - _GAP - width)


def _line(canvas: Image.Image, number: int, line: Line, words: Words, top: int) -> None:
    is_first = number == 0
    width = _WIDTH - 2 * _MARGIN
    box = (_MARGIN, top, width, _ROW_HEIGHT)
    picture.plate(canvas, box, 14, DARK, LABEL if is_first else LINE, 4 if is_first else 2)
    base, right = top + _ROW_HEIGHT // 2 + 15, _MARGIN + width - 24
    text.draw(canvas, _MARGIN + 54, base, str(number + 1), 42, LABEL, "centre", face=text.LABEL)
    right -= text.draw(canvas, right, base, line.value, 48, FACE, "right", face=text.LABEL) + 24
    right -= text.draw(canvas, right, base, words.text(line.games), 36, SOFT, "right", limit=420) + 24
    text.name(canvas, _MARGIN + 100, base - 4, words.text(line.name), 44, FACE, limit=right - _MARGIN - 100)
    length = round((right - _MARGIN - 100) * line.share)
    if length > 8:
        bar = (_MARGIN + 100, top + _ROW_HEIGHT - 16, length, 8)
        picture.plate(canvas, bar, 4, LABEL if is_first else SEATS[0])
