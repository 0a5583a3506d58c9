"""The picture of a scored round, for everybody to check.

It shows the tiles of the four hands in the order in which they were played, partners together, and each trick's points.
"""

from __future__ import annotations

from PIL import Image

from engine.game import Seat
from engine.games.fortytwo.observation import FortytwoObservation, RoundResult
from engine.games.fortytwo.suits import COUNTS, HAND_POINTS
from engine.sides import PAIRS, Side, find_side
from engine.words import Who, Words, count, join_items, msg, sentences, term
from renderers.fortytwo.head import draw_head
from renderers.fortytwo.words import counts_of, ending, outcome_line, trick_points
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT
from renderers.look import Layout, usual_badge
from renderers.tricks.parts import MARGIN, draw_count, draw_fitting
from renderers.tricks.score import draw_bar, draw_stage, list_shown, show_sum

_HEAD_HEIGHT = 108
_TRICKS_HEIGHT = 112
"""The height of the row of tricks with their points."""
_PAIR_HEIGHT = 74
"""The height of a pair's line."""
_SEAT_HEIGHT = 150
"""The height of a seat's row."""
_GAP = 8
_UNIT = 48
"""Pixels per u, the side of half a tile."""
_PITCH = 106
"""Pixels from the middle of a tile to the middle of the next."""
_TILES_LEFT = 420
"""The left edge of the first tile's column."""
_TEXT_LINE_HEIGHT = 52
"""The height of a line of the text below the head."""


def score(seen: FortytwoObservation, words: Words) -> Image.Image | None:
    """Return the picture of the round that was just scored, 1200 pixels wide; else None."""
    result = seen.result
    if result is None:
        return None
    ending_text = words.text(sentences(*ending(seen, result)))
    lines = text.lines(ending_text, 40, picture.WIDTH - 2 * MARGIN - 24)
    top = _HEAD_HEIGHT + _TEXT_LINE_HEIGHT * len(lines) + (_TRICKS_HEIGHT if seen.past else 20)
    canvas = picture.blank(picture.WIDTH, top + 2 * (_PAIR_HEIGHT + 2 * _SEAT_HEIGHT + _GAP) + 8)
    draw_head(canvas, seen, words)
    for i, line in enumerate(lines):
        text.draw(canvas, MARGIN + 12, _HEAD_HEIGHT + 40 + _TEXT_LINE_HEIGHT * i, line, 40, LABEL)
    if seen.past:
        _tricks(canvas, seen, result, top, words)
    for number, side in enumerate(PAIRS):
        _pair(canvas, result, number, top, words)
        for place, seat in enumerate(side):
            _row(canvas, seen, result, seat, top + _PAIR_HEIGHT + place * _SEAT_HEIGHT, words)
        top += _PAIR_HEIGHT + 2 * _SEAT_HEIGHT + _GAP
    return canvas


def draw_tricks(seen: FortytwoObservation, _layout: Layout, words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the tricks of the round, partners below each other."""
    return None if seen.result is None else draw_stage(seen, seen.result.dealt, (0, 2, 1, 3), words, room)


def _tricks(canvas: Image.Image, seen: FortytwoObservation, result: RoundResult, top: int, words: Words) -> None:
    """Write the number of each trick, and below it the points with the sign of the pair that took it."""
    draw_bar(canvas, MARGIN + 36, top - 36)
    text.draw(canvas, MARGIN + 68, top - 22, words.text(msg("led")), 36, SOFT, limit=_TILES_LEFT // 3)
    lower_label = msg("Winner") if seen.nello else term("Points", "of a trick")
    for label, base in (msg("Trick"), top - 70), (lower_label, top - 22):
        text.draw(canvas, _TILES_LEFT - 10, base, words.text(label), 36, SOFT, "right", limit=_TILES_LEFT // 2)
    tricks = [(str(n), trick.winner, trick_points(trick)) for n, trick in enumerate(seen.past, 1)]
    if result.claimer is not None:
        points_left = HAND_POINTS - sum(points for *_, points in tricks)
        tricks.append((words.text(msg("rest")), result.claimer, points_left))
    for i, (heading, winner, points) in enumerate(tricks):
        x = _column_middle(i)
        text.name(canvas, x, top - 70, heading, 38, SOFT, "centre", face=text.LABEL, limit=_PITCH)
        picture.stamp(
            canvas, sprites.sign(PAIRS.index(find_side(PAIRS, winner)), 32), x - (0 if seen.nello else 24), top - 35
        )
        if not seen.nello:
            text.draw(canvas, x - 2, top - 22, str(points), 38, FACE, face=text.LABEL)


def _pair(canvas: Image.Image, result: RoundResult, number: int, top: int, words: Words) -> None:
    """Write a pair's names, what it took against the bid, and its new score."""
    side: Side = PAIRS[number]
    right, base = picture.WIDTH - MARGIN - 16, top + 50
    picture.stamp(canvas, sprites.sign(number, 50), MARGIN + 38, top + 36)
    if result.contract is not None:
        is_bidding_side = side == result.contract.side
        sum_ = show_sum(result.before[side[0]], result.gains[side[0]])
        outcome_text = words.text(outcome_line(result, side))
        right -= 40 + text.draw(canvas, right, base, sum_, 46, FACE, "right", face=text.LABEL)
        shade = LABEL if is_bidding_side else SOFT
        right -= 30 + text.name(canvas, right, base, outcome_text, 42, shade, "right", face=text.LABEL, limit=420)
    names = words.text(join_items([Who(seat) for seat in side]))
    draw_fitting(canvas, (MARGIN + 76, top + 36, right - MARGIN - 76), names, 42, FACE)


def _row(
    canvas: Image.Image, seen: FortytwoObservation, result: RoundResult, seat: Seat, top: int, words: Words
) -> None:
    """Draw a seat's tiles in the order of the tricks; tiles that won have a halo, tiles that led have a bar."""
    picture.plate(canvas, (MARGIN, top, picture.WIDTH - 2 * MARGIN, _SEAT_HEIGHT - 4), 22, DARK, LINE, 3)
    picture.stamp(canvas, usual_badge(seen, seat, 60), MARGIN + 52, top + 50)
    room = _TILES_LEFT - MARGIN - 94 - 16
    draw_fitting(canvas, (MARGIN + 94, top + 50, room), words.name(seat), 40, FACE)
    caption = words.text(msg("sits out") if seat == seen.idle else count("{n} trick", "{n} tricks", result.taken[seat]))
    text.name(canvas, MARGIN + 94, top + 114, caption, 36, SOFT, limit=room)
    for i, (tile, won, led, unplayed) in enumerate(list_shown(seen, result.dealt[seat], seat)):
        x, middle = _column_middle(i), top + _SEAT_HEIGHT // 2 + 1
        picture.stamp(canvas, sprites.tile(tile.high, tile.low, DOWN, _UNIT, halo=won, dim=unplayed), x, middle)
        if tile in counts_of(seen):
            draw_count(canvas, x, middle - _UNIT, COUNTS[tile], _UNIT)
        if led:
            draw_bar(canvas, x, top + _SEAT_HEIGHT - 16)


def _column_middle(place: int) -> int:
    """Return the middle of a column of tiles."""
    return _TILES_LEFT + _PITCH // 2 + place * _PITCH
