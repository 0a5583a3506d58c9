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

_TOP_SPACE = 30
"""The space above the title, in pixels."""
_SEAT_PITCH = 142
"""The pixels from one seat to the next."""
_LINE_HEIGHT = 42
"""The height of a line below the seats."""
_MARGIN = 20
_TITLE_SIZE, _NAME_SIZE, _FACT_SIZE = 40, 38, 32
_LARGEST_TILE = 56


def score(seen: BlockersObservation, words: Words) -> Image.Image | None:
    """Return all seats with their arithmetic; None while the game is played."""
    if seen.outcome is None:
        return None
    reason_lines = text.lines(words.text(seen.outcome.reason), _TITLE_SIZE, WIDTH - 2 * _MARGIN)
    why_lines = text.lines(words.text(why_over(seen.options)), _FACT_SIZE, WIDTH - 2 * _MARGIN)
    top = _TOP_SPACE + len(reason_lines) * 52
    bottom = top + seen.seats * _SEAT_PITCH
    canvas = picture.blank(WIDTH, bottom + len(why_lines) * _LINE_HEIGHT + _MARGIN, GRID)
    for i, line in enumerate(reason_lines):
        text.draw(canvas, WIDTH // 2, _TOP_SPACE + 34 + i * 52, line, _TITLE_SIZE, LABEL, "centre")
    best_first = sorted(range(seen.seats), key=lambda seat: (-seen.scores[seat].points, seen.scores[seat].total))
    for i, seat in enumerate(best_first):
        _seat(canvas, seen, seat, top + i * _SEAT_PITCH, words)
    for i, line in enumerate(why_lines):
        text.draw(canvas, WIDTH // 2, bottom + 30 + i * _LINE_HEIGHT, line, _FACT_SIZE, GRID_TEXT, "centre")
    return canvas


def _seat(canvas: Image.Image, seen: BlockersObservation, seat: Seat, top: int, words: Words) -> None:
    won = seen.outcome is not None and seat in seen.outcome.winners
    box = (_MARGIN, top, WIDTH - 2 * _MARGIN, _SEAT_PITCH - 12)
    picture.plate(canvas, box, 18, DARK if won else GRID_LIGHT, LABEL if won else GRID_LIGHT, 5)
    x, right, base = _MARGIN + 40, WIDTH - _MARGIN - 24, top + 48
    for colour in seen.colours(seat):
        picture.stamp(canvas, pieces.swatch(colour, 46), x, top + 36)
        x += 56
    points = str(seen.scores[seat].points).replace("-", "−")
    right -= text.draw(canvas, right, base + 6, points, 58, LABEL if won else FACE, "right", face=text.LABEL) + 20
    detail_width = text.draw(canvas, right, base, words.text(detail(seen, seat)), _FACT_SIZE, GRID_TEXT, "right")
    text.name(canvas, x - 16, base, words.name(seat), _NAME_SIZE, FACE, limit=right - detail_width - x)
    _prisoners(canvas, seen, seat, top + 95, words)


def detail(seen: BlockersObservation, seat: Seat) -> Message:
    """Return what a seat's points consist of: "16 groups + 2 prisoners"."""
    scored = seen.scores[seat]
    own_groups = count("{n} group", "{n} groups", scored.groups)
    if seen.options.scoring == "uptown":
        return own_groups
    return msg("{groups} + {prisoners}", groups=own_groups, prisoners=counting_prisoners_text(scored))


def _prisoners(canvas: Image.Image, seen: BlockersObservation, seat: Seat, middle: int, words: Words) -> None:
    """Draw a seat's prisoners, and the tiles left on its racks."""
    x = _MARGIN + 22
    if seen.scores[seat].total:
        panel.prisoners(canvas, seen, seat, x, middle, pitch=78)
    else:
        text.draw(canvas, x, middle + 10, words.text(msg("no prisoners")), _FACT_SIZE, GRID_TEXT)
    tiles = [tile for colour in seen.colours(seat) for tile in seen.racks[colour] or ()]
    size = min(_LARGEST_TILE, 400 // max(len(tiles), 1))  # all tiles together are at most 400 pixels wide
    x = WIDTH - _MARGIN - 24 - size // 2
    for tile in reversed(tiles):
        picture.stamp(canvas, pieces.body(tile.colour, (False,) * 8, size), x, middle)
        picture.stamp(canvas, pieces.face(tile.colour, tile.sign, size), x, middle)
        x -= size
