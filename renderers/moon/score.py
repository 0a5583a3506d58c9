"""The picture of a scored round, for everybody to check.

It shows each hand in the order in which it was played, the discard, and the sums.
"""

from __future__ import annotations

from PIL import Image

from engine.dominoes.tricks.trick import TRICKS
from engine.game import Seat
from engine.games.moon.observation import HandResult, MoonObservation
from engine.games.moon.words import last_hand_line, reason_of
from engine.words import Words, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN, RIGHT
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT
from renderers.look import Layout
from renderers.moon.words import seats_in_order
from renderers.tricks.parts import trump_pill
from renderers.tricks.score import draw_bar, draw_stage, list_shown, show_sum

_MARGIN, _HEADER, _ROW, _GAP, _FOOTER = 18, 108, 196, 12, 120
"""The margin, and the heights of the header, of a row, of the gap below it and of the footer, in pixels."""
_UNIT = 70
"""Pixels per u, the side of half a tile."""
_PITCH = 101
"""Pixels from the middle of a tile to the middle of the next."""
_TRICK_NUMBERS = 58
"""The height of the numbers of the tricks."""
_TILES_LEFT = 470
"""The left edge of the first tile's column."""


def score(seen: MoonObservation, words: Words) -> Image.Image | None:
    """Return the picture of the round that was just scored, 1200 pixels wide; else None."""
    result = seen.result
    if result is None:
        return None
    result_lines = text.lines(words.text(last_hand_line(seen)), 44, picture.WIDTH - 2 * _MARGIN - 24)
    top = _HEADER + 56 * len(result_lines) + (_TRICK_NUMBERS if seen.past else 16)
    canvas = picture.blank(picture.WIDTH, top + 3 * (_ROW + _GAP) + _FOOTER)
    _head(canvas, seen, result_lines, words)
    for i, seat in enumerate(seats_in_order(seen)):
        _row(canvas, seen, result, seat, top + i * (_ROW + _GAP), words)
    _foot(canvas, seen, result, words)
    return canvas


def draw_tricks(seen: MoonObservation, _layout: Layout, words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the tricks of the round, with a row for each seat."""
    return None if seen.result is None else draw_stage(seen, seen.result.dealt, seats_in_order(seen), words, room)


def _head(canvas: Image.Image, seen: MoonObservation, result_lines: list[str], words: Words) -> None:
    """Write the trump, the number of the round, its result, and the numbers of the tricks."""
    middle = _HEADER // 2
    if seen.trump is not None:
        trump_pill(canvas, seen.trump, middle, words)
    number = words.text(msg("Round {round}", round=seen.round))
    text.draw(canvas, picture.WIDTH - _MARGIN - 12, middle + 17, number, 48, SOFT, "right")
    for i, line in enumerate(result_lines):
        text.draw(canvas, _MARGIN + 12, _HEADER + 44 + 56 * i, line, 44, LABEL)
    if seen.past:
        base = _HEADER + 56 * len(result_lines) + 44
        text.draw(canvas, _TILES_LEFT - 16, base, words.text(msg("Trick")), 36, SOFT, "right")
        for i in range(TRICKS):
            text.draw(canvas, _column_middle(i), base, str(i + 1), 38, SOFT, "centre", face=text.LABEL)


def _row(canvas: Image.Image, seen: MoonObservation, result: HandResult, seat: Seat, top: int, words: Words) -> None:
    """Draw a seat's tiles in the order of the tricks, with its sum on the left.

    Tiles that won a trick have a halo; tiles that led have a bar.
    """
    picture.plate(canvas, (_MARGIN, top, picture.WIDTH - 2 * _MARGIN, _ROW), 22, DARK, LINE, 3)
    picture.stamp(canvas, sprites.mark(seat, 70, numbered=True), _MARGIN + 56, top + 56)
    room = _TILES_LEFT - _MARGIN - 104 - 30
    text.name(canvas, _MARGIN + 104, top + 70, words.name(seat), 42, FACE, limit=room)
    if result.bidder is not None:
        limit = _TILES_LEFT - 60
        shade = LABEL if seat == result.bidder else FACE
        sum_ = show_sum(result.before[seat], result.gains[seat])
        text.draw(canvas, _MARGIN + 24, top + 130, sum_, 50, shade, face=text.LABEL, limit=limit)
        text.draw(canvas, _MARGIN + 24, top + 176, words.text(reason_of(result, seat)), 36, SOFT, limit=limit)
    for i, (tile, won, led, _) in enumerate(list_shown(seen, result.dealt[seat], seat)):
        sprite = sprites.tile(tile.high, tile.low, DOWN, _UNIT, halo=won)
        picture.stamp(canvas, sprite, _column_middle(i), top + _ROW // 2)
        if led:
            draw_bar(canvas, _column_middle(i), top + _ROW - 13)


def _column_middle(place: int) -> int:
    """Return the middle of a column of tiles."""
    return _TILES_LEFT + _PITCH // 2 + place * _PITCH


def _foot(canvas: Image.Image, seen: MoonObservation, result: HandResult, words: Words) -> None:
    """Draw the centre tile and the discard, and on the right an explanation of the bar below some tiles."""
    x = _MARGIN + 12
    middle = canvas.height - _FOOTER // 2 - 4
    labelled_tiles = [(msg("Centre tile"), result.centre)]
    if result.discard is not None:
        labelled_tiles.append((msg("Discarded"), result.discard))
    for label, tile in labelled_tiles:
        x += text.draw(canvas, x, middle + 15, words.text(label), 42, SOFT) + 84
        picture.stamp(canvas, sprites.tile(tile.high, tile.low, RIGHT, 60), x, middle)
        x += 130
    if seen.past:
        right = picture.WIDTH - _MARGIN - 12
        right -= text.draw(canvas, right, middle + 15, words.text(msg("led")), 42, SOFT, "right")
        draw_bar(canvas, right - 36, middle + 2)
