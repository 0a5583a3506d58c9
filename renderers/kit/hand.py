"""A hand of tiles, standing upright over the letters of the ends they fit.

Every game with open ends shows its hands this way.

rack = Rack.of([len(tiles)], hand.ROOM)
canvas = picture.blank(hand.WIDTH, hand.HEADER + rack.height(len(tiles)) + hand.MARGIN)
hand.header(canvas, seen.viewer, msg("12 pips"), words)
rack.stand(canvas, tiles, hand.HEADER, {"6-2": ["A"]}, waiting=False)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.tiles import Tile
from engine.words import Message, Words, msg
from renderers.kit import picture, sprites, text
from renderers.kit.foot import chip
from renderers.kit.palette import FACE, LABEL, SOFT
from renderers.kit.sprites import Style

WIDTH, HEADER, MARGIN = 680, 76, 20
ROOM = 1200 - HEADER - MARGIN
"""The height in pixels for the tiles and what stands below them."""
NOTHING = 60
"""The height in pixels of the text that says that no tile fits."""
_ROWS = ((14, 7, 64), (30, 10, 45), (60, 14, 32), (190, 20, 22))
"""For hands up to a number of tiles, how many stand in a row, and pixels per unit, half a tile."""
_LARGE_ROWS = ((8, 4, 112), (15, 5, 88), (18, 6, 75), (32, 8, 56), (60, 10, 45), (190, 16, 28))
"""The same for large print."""
_FEW = 3
"""The most letters that fit below a tile."""


def header(canvas: Image.Image, seat: Seat | None, worth: Message, words: Words, side: int | None = None) -> None:
    """Write whose hand it is, and what it counts.

    `side` is the number of the seat's side if players have partners.
    """
    if seat is None:
        return
    picture.stamp(canvas, sprites.mark(seat, 48, numbered=True, side=side), MARGIN + 26, HEADER // 2)
    base, right = HEADER // 2 + 11, WIDTH - MARGIN - 4
    right -= text.draw(canvas, right, base, words.text(worth), 32, SOFT, "right") + 24
    text.name(canvas, MARGIN + 66, base, words.name(seat), 34, FACE, limit=right - MARGIN - 66)


def say_nothing_fits(canvas: Image.Image, numbers: Collection[int], top: int, words: Words) -> None:
    """Write that no tile fits, and the numbers of the open ends."""
    said, unit = words.text(msg("Nothing fits")), 40
    step = unit + 8
    wide = text.width(said, 38) + 20 + step * len(numbers) - 8
    x = max((WIDTH - wide) // 2, MARGIN)
    x += text.draw(canvas, x, top + 36, said, 38, LABEL) + 20
    for i, number in enumerate(sorted(numbers, reverse=True)):
        chip(canvas, number, x + i * step, top + 24, unit)


Captions = Mapping[tuple[str, str], str]
"""The captions below the letters of ends, by tile and end.

A caption is what the play would score.
"""
_NO_CAPTIONS: Captions = {}
Worths = Mapping[Tile, int]
"""What tiles count in a hand, if that does not equal their pips."""
_NO_WORTHS: Worths = {}


def _runs(said: Sequence[str]) -> Sequence[tuple[str, int, int]]:
    """Return each run of equal captions as one, with its first and last place."""
    found = [(words, [i for i, _ in run]) for words, run in groupby(enumerate(said), key=lambda each: each[1])]
    return [(words, places[0], places[-1]) for words, places in found]


class Rack(NamedTuple):
    """The arrangement of the tiles of a hand."""

    columns: int
    unit: int
    """Pixels per u."""
    captioned: bool = False
    """Whether captions stand below the letters."""

    @classmethod
    def of(cls, groups: Sequence[int], room: int, *, large: bool = False, captioned: bool = False) -> Rack:
        """Return a rack as large as the tiles can be in `room` pixels.

        The tiles stand in groups, one below the other.
        """
        rows = (*_LARGE_ROWS, *_ROWS) if large else _ROWS
        racks = [cls(columns, unit, captioned) for most, columns, unit in rows if sum(groups) <= most]
        return next((rack for rack in racks if sum(map(rack.height, groups)) <= room), racks[-1])

    def height(self, tiles: int) -> int:
        """Return how high the rows of this number of tiles are."""
        return -(-tiles // self.columns) * self._pitch

    def stand(
        self,
        canvas: Image.Image,
        tiles: Sequence[Tile],
        top: int,
        ends: Mapping[str, Sequence[str]],
        *,
        waiting: bool,
        captions: Captions = _NO_CAPTIONS,
        worths: Worths = _NO_WORTHS,
    ) -> None:
        """Draw tiles side by side.

        Those that fit no end are dim and last, unless it is another player's turn (`waiting`).
        """
        tiles = tiles if waiting else sorted(tiles, key=lambda tile: str(tile) not in ends)
        step, columns = round(1.42 * self.unit), self._even(len(tiles))
        left = (WIDTH - columns * step) // 2
        style = Style.PIPS if self.unit >= 26 else Style.NUMERALS
        for i, tile in enumerate(tiles):
            x, y = left + round((i % columns + 0.5) * step), top + i // columns * self._pitch
            fits = ends.get(str(tile))
            sprite = sprites.tile(tile.high, tile.low, 2, self.unit, style, dim=fits is None and not waiting)
            picture.stamp(canvas, sprite, x, y + round(1.08 * self.unit))
            if fits:
                said = [captions.get((str(tile), end), "") for end in fits]
                self._letters(canvas, fits, said, x, y + round(2.2 * self.unit) + self._slot)
            if tile in worths:
                self._caption(canvas, f"= {worths[tile]}", x, y + round(2.2 * self.unit) + self._slot, self._pitch)

    def _letters(self, canvas: Image.Image, fits: Sequence[str], said: Sequence[str], x: int, middle: int) -> None:
        """Write the ends a tile fits.

        If there are too many, write the first and the number of the others. A tick stands for opening with the tile.
        """
        if list(fits) == [""]:
            picture.stamp(canvas, sprites.tick(2 * self._slot, LABEL), x, middle)
            self._caption(canvas, said[0], x, middle, self._pitch)
            return
        shown = list(fits) if len(fits) <= _FEW else [*fits[: _FEW - 1], f"+{len(fits) - _FEW + 1}"]
        step = min(2 * self._slot, round(1.12 * self.unit / len(shown)))
        places = [round(x + (i - (len(shown) - 1) / 2) * step) for i in range(len(shown))]
        for letter, across in zip(shown, places, strict=True):
            picture.stamp(canvas, sprites.label(letter, step, LABEL), across, middle)
        below = [run for run in _runs(said[: len(shown) - (len(fits) > _FEW)]) if run[0]]
        for words, first, last in below:
            room = (last - first + 1) * step if len(below) > 1 else round(1.4 * self.unit)
            self._caption(canvas, words, (places[first] + places[last]) // 2, middle, room)

    def _caption(self, canvas: Image.Image, said: str, x: int, middle: int, room: int) -> None:
        base, size = middle + self._slot + round(0.44 * self.unit), round(0.46 * self.unit)
        size = min(size, size * (room - 2) // max(text.width(said, size, text.LABEL), 1))
        text.draw(canvas, x, base, said, size, LABEL, "centre", face=text.LABEL)

    def _even(self, tiles: int) -> int:
        """Return how many tiles stand in a row if all rows are about as long.

        So there are 4 + 4 tiles rather than 7 + 1.
        """
        return -(-tiles // max(-(-tiles // self.columns), 1))

    @property
    def _pitch(self) -> int:
        return round((2.7 if self.captioned else 2.2) * self.unit) + 2 * self._slot

    @property
    def _slot(self) -> int:
        """Half the height of the discs below a tile."""
        return max(round(0.36 * self.unit), 11)
