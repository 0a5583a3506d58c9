"""The picture of the end of a game of Blockers.

It shows the arithmetic of every seat, the best first, and the tiles left on the racks.
"""

from __future__ import annotations

from PIL import Image

from engine.game import Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.words import counting_prisoners_text, why_over
from engine.words import Message, Words, count, msg
from renderers.blockers import panel, pieces
from renderers.blockers.board import WIDTH
from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, GRID, GRID_LIGHT, GRID_TEXT, LABEL

_HEAD, _SEAT, _FOOT, _MARGIN = 30, 142, 42, 20
_TITLE, _NAME, _FACT = 40, 38, 32
_TILE = 56


def score(seen: BlockersObservation, words: Words) -> Image.Image | None:
    """Return all seats with their arithmetic; None while the game is played."""
    if seen.outcome is None:
        return None
    reason = text.lines(words.text(seen.outcome.reason), _TITLE, WIDTH - 2 * _MARGIN)
    why = text.lines(words.text(why_over(seen.options)), _FACT, WIDTH - 2 * _MARGIN)
    top = _HEAD + len(reason) * 52
    canvas = picture.blank(WIDTH, top + seen.seats * _SEAT + len(why) * _FOOT + _MARGIN, GRID)
    for i, line in enumerate(reason):
        text.draw(canvas, WIDTH // 2, _HEAD + 34 + i * 52, line, _TITLE, LABEL, "centre")
    best_first = sorted(range(seen.seats), key=lambda seat: (-seen.scores[seat].points, seen.scores[seat].total))
    for i, seat in enumerate(best_first):
        _seat(canvas, seen, seat, top + i * _SEAT, words)
    for i, line in enumerate(why):
        text.draw(canvas, WIDTH // 2, top + seen.seats * _SEAT + 30 + i * _FOOT, line, _FACT, GRID_TEXT, "centre")
    return canvas


def _seat(canvas: Image.Image, seen: BlockersObservation, seat: Seat, top: int, words: Words) -> None:
    won = seen.outcome is not None and seat in seen.outcome.winners
    box = (_MARGIN, top, WIDTH - 2 * _MARGIN, _SEAT - 12)
    picture.plate(canvas, box, 18, DARK if won else GRID_LIGHT, LABEL if won else GRID_LIGHT, 5)
    x, right, base = _MARGIN + 40, WIDTH - _MARGIN - 24, top + 48
    for colour in seen.colours(seat):
        picture.stamp(canvas, pieces.swatch(colour, 46), x, top + 36)
        x += 56
    points = str(seen.scores[seat].points).replace("-", "−")
    right -= text.draw(canvas, right, base + 6, points, 58, LABEL if won else FACE, "right", face=text.LABEL) + 20
    sum_wide = text.draw(canvas, right, base, words.text(detail(seen, seat)), _FACT, GRID_TEXT, "right")
    text.name(canvas, x - 16, base, words.name(seat), _NAME, FACE, limit=right - sum_wide - x)
    _prisoners(canvas, seen, seat, top + 95, words)


def detail(seen: BlockersObservation, seat: Seat) -> Message:
    """Return what the points of a seat are made of: "16 groups + 2 prisoners"."""
    scored = seen.scores[seat]
    own_groups = count("{n} group", "{n} groups", scored.groups)
    if seen.options.scoring == "uptown":
        return own_groups
    return msg("{groups} + {prisoners}", groups=own_groups, prisoners=counting_prisoners_text(scored))


def _prisoners(canvas: Image.Image, seen: BlockersObservation, seat: Seat, middle: int, words: Words) -> None:
    """Draw what was captured, and the tiles that stayed on the rack."""
    x = _MARGIN + 22
    if seen.scores[seat].total:
        panel.prisoners(canvas, seen, seat, x, middle, slot=78)
    else:
        text.draw(canvas, x, middle + 10, words.text(msg("no prisoners")), _FACT, GRID_TEXT)
    left = [tile for colour in seen.colours(seat) for tile in seen.racks[colour] or ()]
    step = min(_TILE, 400 // max(len(left), 1))
    x = WIDTH - _MARGIN - 24 - step // 2
    for tile in reversed(left):
        picture.stamp(canvas, pieces.body(tile.colour, (False,) * 8, step), x, middle)
        picture.stamp(canvas, pieces.face(tile.colour, tile.sign, step), x, middle)
        x -= step
