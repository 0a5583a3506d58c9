"""The picture of a game's end.

It shows the winner with a crown, the last round's table, the standings, a chart of the points, and a server record if
the game has broken one. If the last round was blocked, its certificate replaces the table and the standings. It shows
only what everybody sees. Draw it with `finale(End(look, seen, layout, chapters, title), words)`.
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

_MAX_HEIGHT = 1200
_MARGIN, _GAP, _HEAD = 20, 16, 232
"""The margin of the picture, the gap between its parts, and the height of its head."""
_FULL_WIDTH = picture.WIDTH - 2 * _MARGIN
_ROOM_ABOVE = (_FULL_WIDTH, 460)
"""The room of the table if the standings are below it: width and height."""
_ROOM_BESIDE = (620, 640)
"""The room of the table if the standings are beside it."""
_NARROW_WIDTH = 760
"""The greatest width of a table that leaves room beside it."""
_LEAST_CHART_HEIGHT = 200
"""The least height of a chart."""


def finale(end: End[Any], words: Words) -> Image.Image:
    """Return the picture of a game that is over, 1200 pixels wide and at most 1200 high."""
    record_room = record.HEIGHT + record.GAP if end.record else 0
    canvas = _with_proof(end, words, record_room) or _with_standings(end, words, record_room)
    if end.record:
        # a box beyond the lower edge makes the picture higher
        canvas = canvas.crop((0, 0, canvas.width, canvas.height + record_room))
        canvas.paste(FELT, (0, canvas.height - record_room, canvas.width, canvas.height))
        record.draw(canvas, end.record, words)
    head.draw(canvas, end, words, _HEAD)
    return canvas


def _with_proof(end: End[Any], words: Words, record_room: int) -> Image.Image | None:
    """Draw the certificate of the last round; return None unless it was blocked.

    `record_room` pixels stay free below the picture.
    """
    proof = end.look.proof(end.seen, words, _MAX_HEIGHT - _HEAD - record_room)
    if proof is None:
        return None
    canvas = picture.blank(picture.WIDTH, _HEAD + proof.height)
    canvas.paste(proof, (0, _HEAD))
    return canvas


def _with_standings(end: End[Any], words: Words, record_room: int) -> Image.Image:
    """Draw the last round's table and the standings, leaving `record_room` pixels free below the picture."""
    table = _table(end, words, _ROOM_ABOVE, record_room)
    if table is not None and table.width <= _NARROW_WIDTH:
        narrow_table = _table(end, words, _ROOM_BESIDE, record_room)
        if narrow_table is not None:
            return _beside(end, narrow_table, words)
    return _below(end, table, words)


def _table(end: End[Observation], words: Words, room: tuple[int, int], record_room: int) -> Image.Image | None:
    if end.look.stage is None:
        return None
    width, height = room
    return end.look.stage(end.seen, end.layout, words, (width, height - record_room))


def _below(end: End[Observation], table: Image.Image | None, words: Words) -> Image.Image:
    """Draw the table across the picture, and the standings below it."""
    top = _HEAD + _GAP
    rows_top = top + (table.height + _GAP if table is not None else 0)
    scores = end.scores
    rows_height = rows.height(end.sides)
    canvas = picture.blank(picture.WIDTH, rows_top + max(rows_height, _LEAST_CHART_HEIGHT if scores else 0) + _MARGIN)
    if table is not None:
        canvas.paste(table, ((canvas.width - table.width) // 2, top))
    if not scores:
        rows.draw(canvas, end, words, (_MARGIN, rows_top, _FULL_WIDTH))
        return canvas
    rows_width = (_FULL_WIDTH - _GAP) * 11 // 20
    rows.draw(canvas, end, words, (_MARGIN, rows_top, rows_width))
    box = (_MARGIN + rows_width + _GAP, rows_top, _FULL_WIDTH - _GAP - rows_width, canvas.height - rows_top - _MARGIN)
    rows.chart(canvas, end, box)
    return canvas


def _beside(end: End[Observation], table: Image.Image, words: Words) -> Image.Image:
    """Draw the table on the left, and the standings beside it."""
    top, left = _HEAD + _GAP, _MARGIN + table.width + _GAP
    rows_width = picture.WIDTH - _MARGIN - left
    scores = end.scores
    row_height = rows.usual_height(end.sides) if scores else rows.filling_height(end.sides, table.height)
    rows_height = rows.height(end.sides, row_height)
    least_height = rows_height + (_GAP + _LEAST_CHART_HEIGHT if scores else 0)
    canvas = picture.blank(picture.WIDTH, top + max(table.height, least_height) + _MARGIN)
    canvas.paste(table, (_MARGIN, top))
    rows.draw(canvas, end, words, (left, top, rows_width), row_height)
    if scores:
        chart_top = top + rows_height + _GAP
        rows.chart(canvas, end, (left, chart_top, rows_width, canvas.height - chart_top - _MARGIN))
    return canvas
