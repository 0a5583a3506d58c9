"""How a series looks: each game as its own look draws it, and the games so far under the last picture."""

from __future__ import annotations

from typing import Generic

from PIL import Image

from engine.game import Obs, Outcome
from engine.series import MATCH, SINGLE, Record, SeriesObservation
from engine.words import Message, Value, Words, lines, msg
from renderers import picture, text
from renderers.look import Layout, Look
from renderers.palette import DARK, FACE, LABEL, SOFT

_MARGIN, _HEAD, _ROW, _SIZE = 24, 60, 46, 32
_HIGHEST = 1200
"""As many of the latest games are listed as fit into a picture of this height."""


class SeriesLook(Generic[Obs]):
    """Satisfies `renderers.look.Look` for series of a game that has a look of its own."""

    def __init__(self, look: Look[Obs]) -> None:
        self._look = look

    def arrange(self, seen: SeriesObservation[Obs], before: Layout) -> Layout:
        return self._look.arrange(seen.game, before)

    def board(self, seen: SeriesObservation[Obs], layout: Layout, words: Words) -> Image.Image:
        return self._look.board(seen.game, layout, words)

    def whole(self, seen: SeriesObservation[Obs], layout: Layout, words: Words) -> Image.Image | None:
        return self._look.whole(seen.game, layout, words)

    def score(self, seen: SeriesObservation[Obs], words: Words) -> Image.Image | None:
        above = self._look.score(seen.game, words)
        if above is None or seen.record.length.kind == SINGLE or not seen.record.games:
            return above
        frame = _MARGIN + _HEAD + _ROW
        shown = min(len(seen.record.games), max(0, _HIGHEST - above.height - frame) // _ROW)
        canvas = picture.blank(above.width, above.height + frame + shown * _ROW, DARK)
        canvas.paste(above, (0, 0))
        _games(canvas, seen.record, shown, above.height, words)
        return canvas

    def hand(
        self, seen: SeriesObservation[Obs], layout: Layout, words: Words, chosen: tuple[str, ...] = ()
    ) -> Image.Image:
        return self._look.hand(seen.game, layout, words, chosen)

    def alt(self, seen: SeriesObservation[Obs]) -> Message:
        return self._look.alt(seen.game)

    def hand_alt(self, seen: SeriesObservation[Obs]) -> Message:
        return self._look.hand_alt(seen.game)

    def text(self, seen: SeriesObservation[Obs]) -> Message:
        standing: Value | None = None if seen.record.length.kind == SINGLE else seen.record.standing
        return lines(self._look.text(seen.game), standing)


def _games(canvas: Image.Image, record: Record, shown: int, top: int, words: Words) -> None:
    """A column a seat, a row a game, and below what counts."""
    first = len(record.games) - shown
    columns = _columns(canvas.width, record.seats)
    for x, seat in zip(columns, range(record.seats), strict=True):
        limit = (canvas.width - 2 * _MARGIN) // (record.seats + 1) - 16
        text.draw(canvas, x, top + 40, words.name(seat), _SIZE, FACE, "right", limit=limit)
    y = top + _HEAD
    for number, game in enumerate(record.games[first:], first + 1):
        text.draw(canvas, _MARGIN, y + 32, words.text(msg("Game {number}", number=number)), _SIZE, SOFT)
        _row(canvas, columns, game.points, game, y)
        y += _ROW
    match = record.length.kind == MATCH
    text.draw(canvas, _MARGIN, y + 32, words.text(msg("Games won") if match else msg("Sum")), _SIZE, LABEL)
    _row(canvas, columns, record.wins if match else record.sums, record.outcome, y)


def _row(canvas: Image.Image, columns: list[int], numbers: tuple[int, ...], outcome: Outcome | None, top: int) -> None:
    """One number a seat; the winners' in yellow."""
    for seat, (x, number) in enumerate(zip(columns, numbers, strict=True)):
        shade = LABEL if outcome is not None and seat in outcome.winners else FACE
        shown = str(number).replace("-", "−")
        text.draw(canvas, x, top + 32, shown, _SIZE + 2, shade, "right", face=text.LABEL)


def _columns(width: int, seats: int) -> list[int]:
    """Where the seats' columns end."""
    step = (width - 2 * _MARGIN) // (seats + 1)
    return [_MARGIN + step * (seat + 2) for seat in range(seats)]
