"""The seats of Blockers as a small table: points, groups, prisoners by colour, tiles left."""

from __future__ import annotations

from PIL import Image

from engine.game import Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.words import Message, Words, msg
from renderers import picture, text
from renderers.blockers import pieces
from renderers.palette import DARK, FACE, GRID_LIGHT, GRID_TEXT, LABEL

_HEAD, _ROW, _END = 36, 50, 8
_LEFT, _RIGHT = 10, 890
_POINTS, _GROUPS, _PRISONERS, _TO_PLACE = 392, 484, 512, 876
"""Where the columns end; the prisoners' begins."""
_SLOT = 62
_SWATCH = 30


def height(seen: BlockersObservation) -> int:
    """How high the table is."""
    return _HEAD + _ROW * seen.seats + _END


def panel(canvas: Image.Image, seen: BlockersObservation, top: int, words: Words) -> None:
    """Draw the table below `top`."""
    heads: list[tuple[int, Message, text.Align]] = [
        (_POINTS, msg("points"), "right"),
        (_GROUPS, msg("groups"), "right"),
        (_PRISONERS + 10, msg("prisoners"), "left"),
        (_TO_PLACE, msg("to place"), "right"),
    ]
    for x, head, align in heads:
        text.draw(canvas, x, top + 26, words.text(head), 25, GRID_TEXT, align)
    for seat in range(seen.seats):
        _row(canvas, seen, seat, top + _HEAD + seat * _ROW, words)


def _row(canvas: Image.Image, seen: BlockersObservation, seat: Seat, top: int, words: Words) -> None:
    turn, score, base = seat == seen.to_act, seen.scores[seat], top + 34
    box = (_LEFT, top + 2, _RIGHT - _LEFT, _ROW - 4)
    picture.plate(canvas, box, 12, DARK if turn else GRID_LIGHT, LABEL if turn else GRID_LIGHT, 4)
    x = _LEFT + 28
    for colour in seen.colours(seat):
        picture.stamp(canvas, pieces.swatch(colour, 34), x, top + _ROW // 2)
        x += 40
    shade = LABEL if turn else FACE
    points = str(score.points).replace("-", "−")
    wide = text.draw(canvas, _POINTS, base, points, 34, shade, "right", face=text.LABEL)
    text.draw(canvas, x - 12, base - 1, words.name(seat), 30, shade, limit=_POINTS - wide - x)
    text.draw(canvas, _GROUPS, base, str(score.groups), 34, FACE, "right", face=text.LABEL)
    text.draw(canvas, _TO_PLACE, base, str(seen.turns_left[seat]), 34, FACE, "right", face=text.LABEL)
    prisoners(canvas, seen, seat, _PRISONERS, top + _ROW // 2)


def prisoners(
    canvas: Image.Image, seen: BlockersObservation, seat: Seat, x: int, middle: int, slot: int = _SLOT
) -> None:
    """A swatch and a number for each colour that the seat has captured; those that cost points are yellow."""
    score = seen.scores[seat]
    for colour, n in enumerate(score.prisoners):
        if n:
            picture.stamp(canvas, pieces.swatch(Colour(colour), _SWATCH), x + 20, middle)
            shade = LABEL if n == score.most else FACE
            text.draw(canvas, x + 39, middle + 10, str(n), 30, shade, face=text.LABEL)
        x += slot
