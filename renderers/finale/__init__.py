"""The picture of a game's end.

It shows the winner with a crown, the last round's table, how all stand, how it came to that, and a record of the server
if the game has broken one. If the last round was blocked, its certificate shows the table and how all stand. It is made
of what everybody sees: `finale(End(look, seen, layout, chapters, title), words)`.
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from engine.game import Observation
from engine.words import Words
from renderers.finale import head, record, rows
from renderers.finale.end import End
from renderers.kit import picture
from renderers.kit.palette import FELT

__all__ = ["End", "finale"]

_HIGHEST = 1200
_MARGIN, _GAP, _HEAD = 20, 16, 232
_WIDE = picture.WIDTH - 2 * _MARGIN
_BELOW, _BESIDE = (_WIDE, 460), (620, 640)
"""The room of the table if the standings are below it, and if they are beside it."""
_NARROW = 760
"""The greatest width of a table that leaves room beside it."""
_CHART = 200
"""The least height of a chart."""


def finale(end: End[Any], words: Words) -> Image.Image:
    """Return the picture of a game that is over, 1200 pixels wide and at most as high."""
    spare = record.HIGH + record.GAP if end.record else 0
    canvas = _with_proof(end, words, spare) or _with_standings(end, words, spare)
    if end.record:
        canvas = canvas.crop((0, 0, canvas.width, canvas.height + spare))
        canvas.paste(FELT, (0, canvas.height - spare, canvas.width, canvas.height))
        record.draw(canvas, end.record, words)
    head.draw(canvas, end, words, _HEAD)
    return canvas


def _with_proof(end: End[Any], words: Words, spare: int) -> Image.Image | None:
    """Draw the certificate of the last round; return None unless it was blocked.

    `spare` pixels stay free below the picture.
    """
    proof = end.look.proof(end.seen, words, _HIGHEST - _HEAD - spare)
    if proof is None:
        return None
    canvas = picture.blank(picture.WIDTH, _HEAD + proof.height)
    canvas.paste(proof, (0, _HEAD))
    return canvas


def _with_standings(end: End[Any], words: Words, spare: int) -> Image.Image:
    """Draw the last round's table and the standings, leaving `spare` pixels free below the picture."""
    table = _table(end, words, _BELOW, spare)
    beside = table is not None and table.width <= _NARROW
    if beside:
        table = _table(end, words, _BESIDE, spare)
    return _beside(end, table, words) if beside and table is not None else _below(end, table, words)


def _table(end: End[Observation], words: Words, room: tuple[int, int], spare: int) -> Image.Image | None:
    wide, high = room
    return end.look.stage(end.seen, end.layout, words, (wide, high - spare)) if end.look.stage is not None else None


def _below(end: End[Observation], table: Image.Image | None, words: Words) -> Image.Image:
    """Draw the table across the picture, and the standings below it."""
    top = _HEAD + _GAP
    under = top + (table.height + _GAP if table is not None else 0)
    points, high = end.course, rows.height(end.sides)
    canvas = picture.blank(picture.WIDTH, under + max(high, _CHART if points else 0) + _MARGIN)
    if table is not None:
        canvas.paste(table, ((canvas.width - table.width) // 2, top))
    if not points:
        rows.draw(canvas, end, words, (_MARGIN, under, _WIDE))
        return canvas
    wide = (_WIDE - _GAP) * 11 // 20
    rows.draw(canvas, end, words, (_MARGIN, under, wide))
    box = (_MARGIN + wide + _GAP, under, _WIDE - _GAP - wide, canvas.height - under - _MARGIN)
    rows.chart(canvas, end, box)
    return canvas


def _beside(end: End[Observation], table: Image.Image, words: Words) -> Image.Image:
    """Draw the table on the left, and the standings beside it."""
    top, left = _HEAD + _GAP, _MARGIN + table.width + _GAP
    wide, points = picture.WIDTH - _MARGIN - left, end.course
    each = rows.usual(end.sides) if points else rows.filling(end.sides, table.height)
    high = rows.height(end.sides, each)
    least = high + (_GAP + _CHART if points else 0)
    canvas = picture.blank(picture.WIDTH, top + max(table.height, least) + _MARGIN)
    canvas.paste(table, (_MARGIN, top))
    rows.draw(canvas, end, words, (left, top, wide), each)
    if points:
        under = top + high + _GAP
        rows.chart(canvas, end, (left, under, wide, canvas.height - under - _MARGIN))
    return canvas
