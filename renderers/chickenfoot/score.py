"""The picture of what a round came to, for everybody to check.

All hands lie face up with the value of each tile, and the totals stand beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.game import Outcome, Seat
from engine.games.chickenfoot.observation import ChickenfootObservation, DeadFoot, RoundResult
from engine.games.chickenfoot.options import Terms
from engine.tiles import Tile, tile_set
from engine.words import Message, Who, Words, join_items, join_with_dots, msg
from renderers.chickenfoot.words import name_ending
from renderers.kit import picture, sprites, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, LOSS, SOFT
from renderers.kit.pile import pile

_MARGIN, _TITLE, _HEADINGS, _YARD = 24, 100, 50, 80
_PROOF, _PROVED = 92, 30
"""The height of the proof that a foot can't be finished, and the most pixels per u of its tiles."""
_TABLE, _ENTRY = 76, 54
"""Height of the head and of each line of the table of totals."""
_TILES = 330
"""The left edge of a row's tiles; the seat's mark and name stand left of it."""
_BEFORE, _VALUE, _TOTAL = (picture.WIDTH - right for right in (296, 168, 44))
"""The right edges of the columns of numbers."""
_TALLEST = 1200
_UNITS = (44, 40, 37, 34, 31, 28, 25, 22, 19, 16, 14, 12, 10)
"""Pixels per u; the largest at which everything fits is taken."""
_LARGE = 28
"""Pixels per u below which the hands come before everything else."""
_COLUMNS = 9
"""The number of latest rounds that are listed one by one in the table of totals."""
_TEXT, _NUMBER = 36, 42


class _Plan(NamedTuple):
    """What the picture holds beside the hands."""

    proof: int
    """The height of the proof that a foot can't be finished."""
    table: bool
    yard: bool
    unit: int
    high: int


def score(seen: ChickenfootObservation, words: Words) -> Image.Image | None:
    """Return the picture of a round that was just scored, else None.

    It is at most 1200 x 1200 pixels.
    """
    if seen.result is None:
        return None
    plan = _plan(seen)
    canvas = picture.blank(picture.WIDTH, plan.high)
    _title(canvas, seen, seen.result, words)
    if plan.proof and seen.dead_foot is not None:
        _prove(canvas, seen, seen.dead_foot, words)
    head = _TITLE + plan.proof
    for right, heading in (_BEFORE, msg("before")), (_VALUE, msg("round")), (_TOTAL, msg("total")):
        text.name(canvas, right, head + 36, words.text(heading), 32, SOFT, "right", limit=120)
    if seen.outcome is not None:
        won = words.text(_winner_title(seen.outcome))
        text.draw(canvas, _MARGIN, head + 36, won, _TEXT, LABEL, limit=_BEFORE - 140 - _MARGIN)
    top = head + _HEADINGS
    for seat in range(len(seen.sizes)):
        _hand(canvas, seen, seen.result, seat, words, plan.unit, top)
        top += _high(seen, seat, plan.unit)
    if plan.yard:
        x = pile(canvas, _MARGIN + 8, top + _YARD // 2, len(seen.unseen)) + 24
        _loose(canvas, seen.unseen, x, top, _YARD)
        top += _YARD
    if plan.table:
        _rounds(canvas, seen, words, top)
    return canvas


def _plan(seen: ChickenfootObservation) -> _Plan:
    """Choose what the picture shows beside the hands, which stay large."""
    seats = range(len(seen.sizes))
    several, left = len(seen.scores) > 1, bool(seen.unseen)
    dead = _PROOF if seen.dead_foot is not None and seen.result is not None and seen.result.out is None else 0
    for proof, table, yard in (
        (dead, several, left), (dead, several, False), (dead, False, left), (dead, False, False), (0, False, False),
    ):  # fmt: skip
        rest = _TITLE + proof + _HEADINGS + _MARGIN + yard * _YARD + table * (_TABLE + _ENTRY * len(seats))
        highs = {unit: rest + sum(_high(seen, seat, unit) for seat in seats) for unit in _UNITS}
        unit = next((unit for unit in _UNITS if highs[unit] <= _TALLEST), _UNITS[-1])
        if unit >= _LARGE:
            break
    return _Plan(proof, table, yard, unit, min(highs[unit], _TALLEST))


def _title(canvas: Image.Image, seen: ChickenfootObservation, result: RoundResult, words: Words) -> None:
    right = picture.WIDTH - _MARGIN
    for seat in reversed(result.confirmed):
        picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), right - 22, 50)
        right -= 54
    double = str(Tile(seen.double, seen.double))
    title = words.text(join_with_dots(msg("Round {double}", double=double), name_ending(seen, result)))
    text.draw(canvas, _MARGIN, 66, title, 48, FACE, limit=right - _MARGIN)


def _prove(canvas: Image.Image, seen: ChickenfootObservation, foot: DeadFoot, words: Words) -> None:
    """Draw the tiles with the number of a foot that can't be finished.

    Those that are not on the table are dim.
    """
    laid = {laid.tile for laid in seen.laid}
    tiles = [tile for tile in sorted(tile_set(seen.highest).tiles, reverse=True) if tile.has(foot.number)]
    said = text.lines(words.text(foot.why), _TEXT, _BEFORE - 330)[:2]
    right = picture.WIDTH - _MARGIN
    room = right - _MARGIN - max(text.width(line, _TEXT) for line in said) - 24
    unit = min(_PROVED, room * 4 // (5 * len(tiles)))
    for i, tile in enumerate(tiles):
        sprite = sprites.tile(
            foot.number, tile.other(foot.number), 2, unit, sprites.style_for(unit), dim=tile not in laid
        )
        picture.stamp(canvas, sprite, _MARGIN + round((i + 0.5) * 1.25 * unit), _TITLE + _PROOF // 2 - 8)
    for i, line in enumerate(said):
        base = _TITLE + _PROOF // 2 + 4 + 42 * i - 21 * (len(said) - 1)
        text.draw(canvas, right, base, line, _TEXT, SOFT, "right")


def _winner_title(outcome: Outcome) -> Message:
    who = join_items([Who(seat) for seat in outcome.winners])
    return msg("{who} wins the game" if len(outcome.winners) == 1 else "{who} share the win", who=who)


def _columns(unit: int) -> int:
    return (_BEFORE - 90 - _TILES) // round(1.25 * unit)


def _high(seen: ChickenfootObservation, seat: Seat, unit: int) -> int:
    """Return the height of a seat's row.

    Its tiles stand in as many lines as they need, with their values below.
    """
    lines = -(-seen.sizes[seat] // _columns(unit))
    return max(lines * _line(unit) + 20, 76)


def _line(unit: int) -> int:
    return round(2.2 * unit) + _caption(unit) + 6


def _caption(unit: int) -> int:
    """Return the size of the numbers below the tiles."""
    return max(round(0.72 * unit), 18)


def _hand(
    canvas: Image.Image,
    seen: ChickenfootObservation,
    result: RoundResult,
    seat: Seat,
    words: Words,
    unit: int,
    top: int,
) -> None:
    """Draw a seat's row.

    It has the mark, the name, the tiles with what each counts, the sum and the total.
    """
    high = _high(seen, seat, unit) - 8
    first = seat == result.out if seen.outcome is None else seat in seen.outcome.winners
    box = (_MARGIN - 8, top, picture.WIDTH - 2 * _MARGIN + 16, high)
    picture.plate(canvas, box, 14, DARK, LABEL if first else LINE, 5 if first else 2)
    base = top + high // 2 + 14
    picture.stamp(canvas, sprites.mark(seat, 48, numbered=True), _MARGIN + 36, top + high // 2)
    text.name(canvas, _MARGIN + 74, base, words.name(seat), _TEXT, FACE, limit=_TILES - _MARGIN - 86)
    terms = Terms(seen.options, len(seen.sizes))
    for i, tile in enumerate(sorted(seen.hands[seat] or ())):
        row, column = divmod(i, _columns(unit))
        x, y = _TILES + round((column + 0.5) * round(1.25 * unit)), top + 6 + row * _line(unit)
        sprite = sprites.tile(tile.high, tile.low, 2, unit, sprites.style_for(unit))
        picture.stamp(canvas, sprite, x, y + round(1.08 * unit))
        counts = terms.values[terms.tiles.index[tile]]
        shade = SOFT if counts == tile.pips else LABEL
        below = y + round(2.2 * unit) + _caption(unit) - 4
        text.draw(canvas, x, below, str(counts), _caption(unit), shade, "centre", face=text.LABEL)
    value, won = result.values[seat], seen.outcome is not None and seat in seen.outcome.winners
    before = seen.totals[seat] - value
    text.draw(canvas, _BEFORE, base, str(before), _NUMBER, SOFT, "right", face=text.LABEL)
    text.draw(
        canvas, _VALUE, base, f"+{value}" if value else "0", _NUMBER, LOSS if value else LABEL, "right", face=text.LABEL
    )
    text.draw(canvas, _TOTAL, base, str(seen.totals[seat]), _NUMBER, LABEL if won else FACE, "right", face=text.LABEL)


def _loose(canvas: Image.Image, tiles: Sequence[Tile], x: int, top: int, high: int) -> None:
    """Draw what was left in the chicken yard, in one or two lines."""
    room = picture.WIDTH - _MARGIN - x
    for unit, lines in (28, 1), (22, 1), (17, 2), (14, 2), (11, 3):
        columns = room // round(1.2 * unit)
        if len(tiles) <= lines * columns and lines * 2.2 * unit <= high:
            break
    style = sprites.style_for(unit)
    for i, tile in enumerate(tiles):
        row, column = divmod(i, columns)
        y = top + high // 2 + round((row - (-(-len(tiles) // columns) - 1) / 2) * 2.2 * unit)
        sprite = sprites.tile(tile.high, tile.low, 2, unit, style)
        picture.stamp(canvas, sprite, x + round((column + 0.5) * 1.2 * unit), y)


def _rounds(canvas: Image.Image, seen: ChickenfootObservation, words: Words, top: int) -> None:
    """Write the points of each round, the latest rounds one by one."""
    earlier, latest = seen.scores[:-_COLUMNS], seen.scores[-_COLUMNS:]
    first = len(earlier)
    columns = [(words.text(msg("before")), [sum(points) for points in zip(*earlier, strict=True)])] if earlier else []
    columns += [
        (f"{n}-{n}", list(points)) for n, points in zip(range(seen.highest - first, -1, -1), latest, strict=False)
    ]
    columns.append((words.text(msg("total")), list(seen.totals)))
    step = min(130, (picture.WIDTH - _TILES + 60 - _MARGIN) // len(columns))
    best = min(seen.totals)
    for i, (heading, points) in enumerate(columns):
        right = picture.WIDTH - 44 - (len(columns) - 1 - i) * step
        text.draw(canvas, right, top + 50, heading, 24, SOFT, "right", limit=step - 8)
        for seat, value in enumerate(points):
            last = i == len(columns) - 1
            shade = LABEL if (value == best if last else value == 0) else FACE if last else SOFT
            base = top + _TABLE + _ENTRY * seat + 34
            text.draw(canvas, right, base, str(value), 36, shade, "right", face=text.LABEL)
    for seat in range(len(seen.sizes)):
        middle = top + _TABLE + _ENTRY * seat + 22
        picture.stamp(canvas, sprites.mark(seat, 40, numbered=True), _MARGIN + 36, middle)
        limit = picture.WIDTH - 44 - len(columns) * step - _MARGIN - 74
        text.name(canvas, _MARGIN + 74, middle + 12, words.name(seat), 32, FACE, limit=max(limit, 60))
