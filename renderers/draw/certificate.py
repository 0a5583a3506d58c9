"""What a round was worth, for everybody to check: all hands face up, their pips, the sum; of a block also where every
tile lies that could have ended it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.game import Seat
from engine.games.draw.observation import DrawObservation, Ending, RoundResult
from engine.tiles import Tile, tile_set
from engine.words import Message, Words, count, listed, msg
from renderers import picture, sprites, text
from renderers.draw.board import pile
from renderers.palette import DARK, FACE, LABEL, LINE, SOFT

_MARGIN, _TALLEST = 24, 1200
_NAME, _SMALL = 250, 34
_SUMS = (470, 330, 150)
"""How far from the right edge the columns of pips, gains and scores end, plus their width."""
_UNITS = (40, 36, 32, 28, 25, 22, 20, 18, 16, 14, 12, 10)


def certificate(seen: DrawObservation, words: Words) -> Image.Image | None:
    """The picture of a round that was just scored, at most 1200 x 1200 pixels; else None."""
    if seen.result is None:
        return None
    pages = (_Page(seen, seen.result, words, unit) for unit in _UNITS)
    page = next((page for page in pages if page.height <= _TALLEST), None) or _Page(seen, seen.result, words, _UNITS[-1])
    return page.drawn()


class _Page:
    """The certificate with tiles of one size; measured before it is drawn."""

    def __init__(self, seen: DrawObservation, result: RoundResult, words: Words, unit: int) -> None:
        self.seen, self.result, self.words, self.unit = seen, result, words, unit
        self.style = sprites.style_for(unit)
        self.step = (round(1.2 * unit), round(2.3 * unit))
        self.proofs = self._proofs() if result.ending is Ending.BLOCKED else []
        self.equations = [(seat, equation(result, seat)) for seat in result.winners]
        self.rule = text.lines(words.text(result.rule), _SMALL, picture.WIDTH - 2 * _MARGIN) if result.rule else []

    @property
    def height(self) -> int:
        """Pixels."""
        proofs = sum(self._high(len(tiles), self._proof_room) for _, tiles in self.proofs)
        hands = sum(self._high(len(hand or ()), self._room) for hand in self.seen.hands)
        yard = self._high(len(self.seen.unseen), self._proof_room) if self.seen.unseen else 0
        return 96 + proofs + 44 + hands + yard + 58 * len(self.equations) + 48 * len(self.rule) + _MARGIN

    @property
    def _room(self) -> int:
        """Tiles of a hand in one row."""
        return (picture.WIDTH - 2 * _MARGIN - 80 - _NAME - _SUMS[0] + 80) // self.step[0]

    @property
    def _proof_room(self) -> int:
        return (picture.WIDTH - 2 * _MARGIN - 80 - _NAME) // self.step[0]

    def _high(self, tiles: int, room: int) -> int:
        return max(68, -(-tiles // room) * self.step[1] + 16)
