"""The picture of a scored round, for everybody to check.

It shows the four hands, partners together, in the order in which they were played, and each trick's points.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.dominoes.tricks.trick import TRICKS
from engine.dominoes.tricks.words import sign
from engine.game import Seat
from engine.games.fortytwo.observation import FortytwoObservation, RoundResult
from engine.games.fortytwo.suits import COUNTS
from engine.sides import PAIRS, Side, find_side
from engine.tiles import Tile
from engine.words import Who, Words, count, format_signed, join_items, msg, sentences
from renderers.fortytwo.parts import draw_fitting, draw_head
from renderers.fortytwo.words import counts_of, ending, outcome_line, trick_points
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT
from renderers.kit.partners import find_side_number
from renderers.look import Layout
from renderers.tricks.parts import MARGIN, draw_count

_HEADER, _TRICK_ROW, _PAIR, _ROW, _GAP = 108, 112, 74, 150, 8
"""Heights of the head, of the tricks with their points, of a pair's line and of a seat's."""
_UNIT, _PITCH, _LEFT = 48, 106, 420
"""Pixels per u of the tiles, from tile to tile, and the left edge of the first one's column."""
_LINE = 52


class _Shown(NamedTuple):
    """A tile of a seat, and what it did in its trick."""

    tile: Tile
    won: bool = False
    led: bool = False
    kept: bool = False
    """Whether it wasn't played, as the round was decided, or the seat sat out."""


def score(seen: FortytwoObservation, words: Words) -> Image.Image | None:
    """Return the picture of the round that was just scored, 1200 pixels wide; else None."""
    result = seen.result
    if result is None:
        return None
    lines = text.lines(words.text(sentences(*ending(seen, result))), 40, picture.WIDTH - 2 * MARGIN - 24)
    top = _HEADER + _LINE * len(lines) + (_TRICK_ROW if seen.past else 20)
    canvas = picture.blank(picture.WIDTH, top + 2 * (_PAIR + 2 * _ROW + _GAP) + 8)
    draw_head(canvas, seen, words)
    for i, line in enumerate(lines):
        text.draw(canvas, MARGIN + 12, _HEADER + 40 + _LINE * i, line, 40, LABEL)
    _tricks(canvas, seen, top, words)
    for number, side in enumerate(PAIRS):
        _pair(canvas, result, number, top + number * (_PAIR + 2 * _ROW + _GAP), words)
        for place, seat in enumerate(side):
            _row(canvas, seen, result, seat, top + number * (_PAIR + 2 * _ROW + _GAP) + _PAIR + place * _ROW, words)
    return canvas


def stage(seen: FortytwoObservation, _layout: Layout, words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the tricks of the round, with a row for each seat; the tiles that won have a halo."""
    result = seen.result
    if result is None:
        return None
    width, row_height = room[0], room[1] // 4
    unit, left = round(row_height * 0.36), width * 3 // 10
    step = (width - left) // TRICKS
    canvas = picture.blank(width, 4 * row_height)
    for i, seat in enumerate(seat for side in PAIRS for seat in side):
        middle = i * row_height + row_height // 2
        picture.stamp(canvas, sprites.mark(seat, 64, numbered=True, side=find_side_number(seen, seat)), 50, middle)
        draw_fitting(canvas, (98, middle, left - 112), words.name(seat), 42, FACE)
        for place, (tile, won, _, kept) in enumerate(_tiles(seen, result, seat)):
            sprite = sprites.tile(tile.high, tile.low, DOWN, unit, halo=won, dim=kept)
            picture.stamp(canvas, sprite, left + step * place + step // 2, middle)
    return canvas


def _tricks(canvas: Image.Image, seen: FortytwoObservation, top: int, words: Words) -> None:
    """Write the number of each trick, and below it the points with the sign of the pair that took it."""
    if not seen.past:
        return
    _bar(canvas, MARGIN + 36, top - 36)
    text.draw(canvas, MARGIN + 68, top - 22, words.text(msg("led")), 36, SOFT, limit=_LEFT // 3)
    text.draw(canvas, _LEFT - 10, top - 70, words.text(msg("Trick")), 36, SOFT, "right", limit=_LEFT // 2)
    text.draw(
        canvas,
        _LEFT - 10,
        top - 22,
        words.text(msg("Winner") if seen.nello else msg("Points")),
        36,
        SOFT,
        "right",
        limit=_LEFT // 2,
    )
    for i, trick in enumerate(seen.past):
        x = _column_middle(i)
        text.draw(canvas, x, top - 70, str(i + 1), 38, SOFT, "centre", face=text.LABEL)
        number = PAIRS.index(find_side(PAIRS, trick.winner))
        picture.stamp(canvas, sprites.sign(number, 32), x if seen.nello else x - 24, top - 35)
        if not seen.nello:
            text.draw(canvas, x - 2, top - 22, str(trick_points(trick)), 38, FACE, face=text.LABEL)


def _pair(canvas: Image.Image, result: RoundResult, number: int, top: int, words: Words) -> None:
    """Write a pair's names, what it took against the bid, and its new score."""
    side: Side = PAIRS[number]
    right, base = picture.WIDTH - MARGIN - 16, top + 50
    picture.stamp(canvas, sprites.sign(number, 50), MARGIN + 38, top + 36)
    if result.contract is not None:
        bidders = side == result.contract.side
        sum_, took = _sum(result, side), words.text(outcome_line(result, side))
        right -= 40 + text.draw(canvas, right, base, sum_, 46, FACE, "right", face=text.LABEL)
        shade = LABEL if bidders else SOFT
        right -= 30 + text.name(canvas, right, base, took, 42, shade, "right", face=text.LABEL, limit=420)
    names = words.text(join_items([Who(seat) for seat in side]))
    draw_fitting(canvas, (MARGIN + 76, top + 36, right - MARGIN - 76), names, 42, FACE)


def _sum(result: RoundResult, side: Side) -> str:
    before, gain = result.before[side[0]], result.gains[side[0]]
    return f"{format_signed(before)} {sign(gain)} {abs(gain)} = {format_signed(before + gain)}"


def _row(
    canvas: Image.Image, seen: FortytwoObservation, result: RoundResult, seat: Seat, top: int, words: Words
) -> None:
    """Draw a seat's tiles in the order of the tricks; those that won have a halo, those that led a bar."""
    picture.plate(canvas, (MARGIN, top, picture.WIDTH - 2 * MARGIN, _ROW - 4), 22, DARK, LINE, 3)
    picture.stamp(
        canvas, sprites.mark(seat, 60, numbered=True, side=find_side_number(seen, seat)), MARGIN + 52, top + 50
    )
    room = _LEFT - MARGIN - 94 - 16
    draw_fitting(canvas, (MARGIN + 94, top + 50, room), words.name(seat), 40, FACE)
    said = words.text(msg("sits out") if seat == seen.idle else count("{n} trick", "{n} tricks", result.taken[seat]))
    text.name(canvas, MARGIN + 94, top + 114, said, 36, SOFT, limit=room)
    for i, (tile, won, led, kept) in enumerate(_tiles(seen, result, seat)):
        x, middle = _column_middle(i), top + _ROW // 2 + 1
        picture.stamp(canvas, sprites.tile(tile.high, tile.low, DOWN, _UNIT, halo=won, dim=kept), x, middle)
        if tile in counts_of(seen):
            draw_count(canvas, x, middle - _UNIT, COUNTS[tile], _UNIT)
        if led:
            _bar(canvas, x, top + _ROW - 16)


def _bar(canvas: Image.Image, middle: int, top: int) -> None:
    picture.plate(canvas, (middle - 20, top, 40, 6), 3, SOFT)


def _column_middle(place: int) -> int:
    """Return the middle of a column of tiles."""
    return _LEFT + _PITCH // 2 + place * _PITCH


def _tiles(seen: FortytwoObservation, result: RoundResult, seat: Seat) -> list[_Shown]:
    """Return the tiles that a seat played, trick by trick, then those that it kept."""
    played = [
        _Shown(laid.tile, trick.winner == seat, place == 0)
        for trick in seen.past
        for place, laid in enumerate(trick.laid)
        if laid.seat == seat
    ]
    gone = {shown.tile for shown in played}
    return [
        *played,
        *[_Shown(tile, kept=bool(seen.past)) for tile in result.dealt[seat] if tile not in gone],
    ]
