"""The picture of a scored round, for everybody to check.

It shows all hands with the points of each tile, and the totals beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.game import Outcome, Seat
from engine.games.chickenfoot.observation import ChickenfootObservation, DeadFoot, RoundResult
from engine.games.chickenfoot.options import Terms
from engine.tiles import Tile, tile_set
from engine.words import Message, Who, Words, join_items, join_with_dots, msg, term
from renderers.chickenfoot.words import name_ending
from renderers.kit import phrases, picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, LOSS, SOFT
from renderers.kit.pile import pile

_MARGIN = 24
_TITLE = 100
"""The height of the title."""
_HEADINGS = 50
"""The height of the headings of the columns."""
_YARD = 80
"""The height of the tiles left in the yard."""
_PROOF = 92
"""The height of the proof that a foot can't be finished."""
_PROOF_UNIT = 30
"""The largest scale of the tiles in the proof, in pixels per u (the side of half a tile)."""
_TABLE_HEAD = 76
"""The height of the head of the table of totals."""
_TABLE_LINE = 54
"""The height of each line of that table."""
_TILES_LEFT = 330
"""The left edge of a row's tiles; the seat's mark and name stand left of it."""
_BEFORE_RIGHT, _VALUE_RIGHT, _TOTAL_RIGHT = (picture.WIDTH - space for space in (296, 168, 44))
"""The right edges of the columns of numbers."""
_MAX_HEIGHT = 1200
_UNITS = (44, 40, 37, 34, 31, 28, 25, 22, 19, 16, 14, 12, 10)
"""The scales to try, in pixels per u; the first at which everything fits is used."""
_LARGE_UNIT = 28
"""If the hands were smaller than this, in pixels per u, the picture leaves other things out."""
_MOST_ROUNDS = 9
"""How many of the latest rounds the table of totals lists one by one."""
_TEXT_SIZE, _NUMBER_SIZE = 36, 42


class _Plan(NamedTuple):
    """What the picture shows beside the hands, and its sizes."""

    proof: int
    """The height of the proof that a foot can't be finished, or 0."""
    table: bool
    """Whether it shows the table of totals."""
    yard: bool
    """Whether it shows the tiles left in the yard."""
    unit: int
    height: int


def score(seen: ChickenfootObservation, words: Words) -> Image.Image | None:
    """Return the picture of a round that was just scored, else None.

    It is at most 1200 x 1200 pixels.
    """
    if seen.result is None:
        return None
    plan = _plan(seen)
    canvas = picture.blank(picture.WIDTH, plan.height)
    _draw_title(canvas, seen, seen.result, words)
    if plan.proof and seen.dead_foot is not None:
        _draw_proof(canvas, seen, seen.dead_foot, words)
    head = _TITLE + plan.proof
    for right, heading in (
        (_BEFORE_RIGHT, phrases.BEFORE),
        (_VALUE_RIGHT, term("round", "column")),
        (_TOTAL_RIGHT, msg("total")),
    ):
        text.name(canvas, right, head + 36, words.text(heading), 32, SOFT, "right", limit=120)
    if seen.outcome is not None:
        winner_title = words.text(_winner_title(seen.outcome))
        text.draw(canvas, _MARGIN, head + 36, winner_title, _TEXT_SIZE, LABEL, limit=_BEFORE_RIGHT - 140 - _MARGIN)
    top = head + _HEADINGS
    for seat in range(len(seen.sizes)):
        _draw_row(canvas, seen, seen.result, seat, words, plan.unit, top)
        top += _row_height(seen, seat, plan.unit)
    if plan.yard:
        x = pile(canvas, _MARGIN + 8, top + _YARD // 2, len(seen.unseen)) + 24
        _draw_yard(canvas, seen.unseen, x, top, _YARD)
        top += _YARD
    if plan.table:
        _draw_table(canvas, seen, words, top)
    return canvas


def _plan(seen: ChickenfootObservation) -> _Plan:
    """Choose what the picture shows beside the hands.

    It shows as much as possible as long as the hands stay large: all parts are tried first, then fewer and fewer.
    If nobody went out, a proof shows why the dead foot could not be finished.
    """
    seats = range(len(seen.sizes))
    has_rounds, has_yard = len(seen.scores) > 1, bool(seen.unseen)
    proof_height = _PROOF if seen.dead_foot is not None and seen.result is not None and seen.result.out is None else 0
    for proof, table, yard in (
        (proof_height, has_rounds, has_yard), (proof_height, has_rounds, False), (proof_height, False, has_yard),
        (proof_height, False, False), (0, False, False),
    ):  # fmt: skip
        yard_height = _YARD if yard else 0
        table_height = _TABLE_HEAD + _TABLE_LINE * len(seats) if table else 0
        other_height = _TITLE + proof + _HEADINGS + _MARGIN + yard_height + table_height
        heights = {unit: other_height + sum(_row_height(seen, seat, unit) for seat in seats) for unit in _UNITS}
        unit = next((unit for unit in _UNITS if heights[unit] <= _MAX_HEIGHT), _UNITS[-1])
        if unit >= _LARGE_UNIT:
            break
    return _Plan(proof, table, yard, unit, min(heights[unit], _MAX_HEIGHT))


def _draw_title(canvas: Image.Image, seen: ChickenfootObservation, result: RoundResult, words: Words) -> None:
    right = picture.WIDTH - _MARGIN
    for seat in reversed(result.confirmed):
        picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), right - 22, 50)
        right -= 54
    double = str(Tile(seen.double, seen.double))
    title = words.text(join_with_dots(msg("Round {double}", double=double), name_ending(seen, result)))
    text.draw(canvas, _MARGIN, 66, title, 48, FACE, limit=right - _MARGIN)


def _draw_proof(canvas: Image.Image, seen: ChickenfootObservation, foot: DeadFoot, words: Words) -> None:
    """Draw all tiles with the number of a foot that can't be finished.

    Those that are not on the table are dim.
    """
    laid = {laid.tile for laid in seen.laid}
    tiles = [tile for tile in sorted(tile_set(seen.highest).tiles, reverse=True) if tile.has(foot.number)]
    lines = text.lines(words.text(foot.why), _TEXT_SIZE, _BEFORE_RIGHT - 330)[:2]
    right = picture.WIDTH - _MARGIN
    room = right - _MARGIN - max(text.width(line, _TEXT_SIZE) for line in lines) - 24
    # a tile takes 1.25 u of the row, which is 5 / 4
    unit = min(_PROOF_UNIT, room * 4 // (5 * len(tiles)))
    for i, tile in enumerate(tiles):
        sprite = sprites.tile(
            foot.number, tile.other(foot.number), DOWN, unit, sprites.style_for(unit), dim=tile not in laid
        )
        picture.stamp(canvas, sprite, _MARGIN + round((i + 0.5) * 1.25 * unit), _TITLE + _PROOF // 2 - 8)
    for i, line in enumerate(lines):
        base = _TITLE + _PROOF // 2 + 4 + 42 * i - 21 * (len(lines) - 1)
        text.draw(canvas, right, base, line, _TEXT_SIZE, SOFT, "right")


def _winner_title(outcome: Outcome) -> Message:
    who = join_items([Who(seat) for seat in outcome.winners])
    return msg("{who} wins the game" if len(outcome.winners) == 1 else "{who} share the win", who=who)


def _tiles_per_line(unit: int) -> int:
    return (_BEFORE_RIGHT - 90 - _TILES_LEFT) // round(1.25 * unit)


def _row_height(seen: ChickenfootObservation, seat: Seat, unit: int) -> int:
    """Return the height of a seat's row.

    Its tiles stand in as many lines as they need, with their values below.
    """
    lines = -(-seen.sizes[seat] // _tiles_per_line(unit))  # rounded up
    return max(lines * _line_pitch(unit) + 20, 76)


def _line_pitch(unit: int) -> int:
    return round(2.2 * unit) + _caption_size(unit) + 6


def _caption_size(unit: int) -> int:
    """Return the size of the points below the tiles."""
    return max(round(0.72 * unit), 18)


def _draw_row(
    canvas: Image.Image,
    seen: ChickenfootObservation,
    result: RoundResult,
    seat: Seat,
    words: Words,
    unit: int,
    top: int,
) -> None:
    """Draw a seat's row.

    It has the mark, the name, the tiles with the points of each, their sum and the total.
    """
    height = _row_height(seen, seat, unit) - 8
    winners = (result.out,) if seen.outcome is None else seen.outcome.winners
    is_winner = seat in winners
    box = (_MARGIN - 8, top, picture.WIDTH - 2 * _MARGIN + 16, height)
    picture.plate(canvas, box, 14, DARK, LABEL if is_winner else LINE, 5 if is_winner else 2)
    base = top + height // 2 + 14
    picture.stamp(canvas, sprites.mark(seat, 48, numbered=True), _MARGIN + 36, top + height // 2)
    text.name(canvas, _MARGIN + 74, base, words.name(seat), _TEXT_SIZE, FACE, limit=_TILES_LEFT - _MARGIN - 86)
    terms = Terms(seen.options, len(seen.sizes))
    for i, tile in enumerate(sorted(seen.hands[seat] or ())):
        row, column = divmod(i, _tiles_per_line(unit))
        x, y = _TILES_LEFT + round((column + 0.5) * round(1.25 * unit)), top + 6 + row * _line_pitch(unit)
        sprite = sprites.tile(tile.high, tile.low, DOWN, unit, sprites.style_for(unit))
        picture.stamp(canvas, sprite, x, y + round(1.08 * unit))
        points = terms.value_of(tile)
        shade = SOFT if points == tile.pips else LABEL
        caption_base = y + round(2.2 * unit) + _caption_size(unit) - 4
        text.draw(canvas, x, caption_base, str(points), _caption_size(unit), shade, "centre", face=text.LABEL)
    value = result.values[seat]
    won = seen.outcome is not None and seat in seen.outcome.winners
    total_before = seen.totals[seat] - value
    for right, points_text, shade in (
        (_BEFORE_RIGHT, str(total_before), SOFT),
        (_VALUE_RIGHT, f"+{value}" if value else "0", LOSS if value else LABEL),
        (_TOTAL_RIGHT, str(seen.totals[seat]), LABEL if won else FACE),
    ):
        text.draw(canvas, right, base, points_text, _NUMBER_SIZE, shade, "right", face=text.LABEL)


def _draw_yard(canvas: Image.Image, tiles: Sequence[Tile], x: int, top: int, height: int) -> None:
    """Draw the tiles that were left in the yard, in up to three lines."""
    room = picture.WIDTH - _MARGIN - x
    # the scales to try, in pixels per u, and how many lines the tiles may fill
    for unit, lines in (28, 1), (22, 1), (17, 2), (14, 2), (11, 3):
        columns = room // round(1.2 * unit)
        if len(tiles) <= lines * columns and lines * 2.2 * unit <= height:
            break
    style = sprites.style_for(unit)
    last_row = (len(tiles) - 1) // columns
    for i, tile in enumerate(tiles):
        row, column = divmod(i, columns)
        y = top + height // 2 + round((row - last_row / 2) * 2.2 * unit)
        sprite = sprites.tile(tile.high, tile.low, DOWN, unit, style)
        picture.stamp(canvas, sprite, x + round((column + 0.5) * 1.2 * unit), y)


def _draw_table(canvas: Image.Image, seen: ChickenfootObservation, words: Words, top: int) -> None:
    """Draw the table of totals: the points of each of the latest rounds, and of the earlier ones together."""
    earlier, latest = seen.scores[:-_MOST_ROUNDS], seen.scores[-_MOST_ROUNDS:]
    first_shown = len(earlier)
    columns = [(words.text(phrases.BEFORE), [sum(points) for points in zip(*earlier, strict=True)])] if earlier else []
    doubles = range(seen.highest - first_shown, -1, -1)  # each round opens with the next lower double
    columns += [(f"{n}-{n}", list(points)) for n, points in zip(doubles, latest, strict=False)]
    columns.append((words.text(msg("total")), list(seen.totals)))
    step = min(130, (picture.WIDTH - _TILES_LEFT + 60 - _MARGIN) // len(columns))
    best = min(seen.totals)
    for i, (heading, points) in enumerate(columns):
        right = picture.WIDTH - 44 - (len(columns) - 1 - i) * step
        text.draw(canvas, right, top + 50, heading, 24, SOFT, "right", limit=step - 8)
        for seat, value in enumerate(points):
            is_total = i == len(columns) - 1
            is_best = value == (best if is_total else 0)  # the lowest total, or no points in a round
            shade = LABEL if is_best else FACE if is_total else SOFT
            base = top + _TABLE_HEAD + _TABLE_LINE * seat + 34
            text.draw(canvas, right, base, str(value), 36, shade, "right", face=text.LABEL)
    for seat in range(len(seen.sizes)):
        middle = top + _TABLE_HEAD + _TABLE_LINE * seat + 22
        picture.stamp(canvas, sprites.mark(seat, 40, numbered=True), _MARGIN + 36, middle)
        limit = picture.WIDTH - 44 - len(columns) * step - _MARGIN - 74
        text.name(canvas, _MARGIN + 74, middle + 12, words.name(seat), 32, FACE, limit=max(limit, 60))
