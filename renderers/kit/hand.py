"""A hand of tiles, standing upright over the letters of the ends they fit.

Every game with open ends shows its hands this way.

rack = Rack.fit([len(tiles)], hand.ROOM)
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
from renderers.kit.geometry import DOWN
from renderers.kit.palette import FACE, LABEL, SOFT
from renderers.kit.sprites import Style

WIDTH, HEADER, MARGIN = 680, 76, 20
"""The width of the picture, the height of its header, and the margin at its edges, in pixels."""
ROOM = 1200 - HEADER - MARGIN
"""The height in pixels for the tiles and what stands below them."""
NOTICE_HEIGHT = 60
"""The height in pixels of the line that says that no tile fits."""
_ROWS = ((14, 7, 64), (30, 10, 45), (60, 14, 32), (190, 20, 22))
"""The most tiles of a hand, how many then stand in a row, and the pixels per u."""
_LARGE_ROWS = ((8, 4, 112), (15, 5, 88), (18, 6, 75), (32, 8, 56), (60, 10, 45), (190, 16, 28))
"""The same numbers for large print."""
_MOST_LETTERS = 3
"""The most letters that fit below a tile."""


def header(canvas: Image.Image, seat: Seat | None, worth: Message, words: Words, side: int | None = None) -> None:
    """Write whose hand it is, and what it is worth.

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
    label, unit, gap = words.text(msg("Nothing fits")), 40, 8
    step = unit + gap
    width = text.width(label, 38) + 20 + step * len(numbers) - gap
    x = max((WIDTH - width) // 2, MARGIN)
    x += text.draw(canvas, x, top + 36, label, 38, LABEL) + 20
    for i, number in enumerate(sorted(numbers, reverse=True)):
        chip(canvas, number, x + i * step, top + 24, unit)


Captions = Mapping[tuple[str, str], str]
"""The captions below the letters of ends, by tile and end.

A caption is what the play would score.
"""
_NO_CAPTIONS: Captions = {}
Worths = Mapping[Tile, int]
"""The points of tiles in a hand that don't count as many points as they have pips."""
_NO_WORTHS: Worths = {}


def _runs(captions: Sequence[str]) -> Sequence[tuple[str, int, int]]:
    """Return one caption for each run of equal captions, with the first and last index of the run."""
    runs = [(caption, [i for i, _ in run]) for caption, run in groupby(enumerate(captions), key=lambda item: item[1])]
    return [(caption, indices[0], indices[-1]) for caption, indices in runs]


def _shorten(letters: Sequence[str]) -> list[str]:
    """Return the letters; if there are too many, the first letters and the number of the others."""
    if len(letters) <= _MOST_LETTERS:
        return [*letters]
    shown = letters[: _MOST_LETTERS - 1]
    return [*shown, f"+{len(letters) - len(shown)}"]


class Rack(NamedTuple):
    """The arrangement of the tiles of a hand."""

    columns: int
    unit: int
    """Pixels per u."""
    captioned: bool = False
    """Whether captions stand below the letters."""

    @classmethod
    def fit(cls, groups: Sequence[int], room: int, *, large: bool = False, captioned: bool = False) -> Rack:
        """Return the rack with the largest tiles that is at most `room` pixels high.

        `groups` are the numbers of tiles in groups that stand one below the other.
        """
        rows = (*_LARGE_ROWS, *_ROWS) if large else _ROWS
        racks = [cls(columns, unit, captioned) for most_tiles, columns, unit in rows if sum(groups) <= most_tiles]
        return next((rack for rack in racks if sum(map(rack.height, groups)) <= room), racks[-1])

    def height(self, tiles: int) -> int:
        """Return the height in pixels of the rows of this number of tiles."""
        return -(-tiles // self.columns) * self._pitch  # the number of rows, rounded up

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
        hinted: Collection[str] = (),
    ) -> None:
        """Draw tiles side by side, with the letters of the `ends` that each fits.

        Tiles that fit no end are dim and last, unless it is another player's turn (`waiting`). The tile that `hinted`
        names has a halo.
        """
        tiles = tiles if waiting else sorted(tiles, key=lambda tile: str(tile) not in ends)
        step, columns = round(1.42 * self.unit), self._even_columns(len(tiles))  # a tile is 1 u wide
        left = (WIDTH - columns * step) // 2
        style = Style.PIPS if self.unit >= 26 else Style.NUMERALS
        for i, tile in enumerate(tiles):
            x, y = left + round((i % columns + 0.5) * step), top + i // columns * self._pitch
            fits = ends.get(str(tile))
            is_dim = fits is None and not waiting
            sprite = sprites.tile(tile.high, tile.low, DOWN, self.unit, style, dim=is_dim, halo=str(tile) in hinted)
            picture.stamp(canvas, sprite, x, y + round(1.08 * self.unit))  # a tile is 2 u high
            if fits:
                end_captions = [captions.get((str(tile), end), "") for end in fits]
                self._letters(canvas, fits, end_captions, x, y + round(2.2 * self.unit) + self._disc_radius)
            if tile in worths:
                middle = y + round(2.2 * self.unit) + self._disc_radius
                self._caption(canvas, f"= {worths[tile]}", x, middle, self._pitch)

    def _letters(self, canvas: Image.Image, fits: Sequence[str], captions: Sequence[str], x: int, middle: int) -> None:
        """Write the letters of the ends that a tile fits, and their captions.

        If there are too many, write the first letters and the number of the others. A tick stands for opening with the
        tile.
        """
        if list(fits) == [""]:  # there is no end yet
            picture.stamp(canvas, sprites.tick(2 * self._disc_radius, LABEL), x, middle)
            self._caption(canvas, captions[0], x, middle, self._pitch)
            return
        shown = _shorten(fits)
        step = min(2 * self._disc_radius, round(1.12 * self.unit / len(shown)))
        middles = [round(x + (i - (len(shown) - 1) / 2) * step) for i in range(len(shown))]
        for letter, letter_x in zip(shown, middles, strict=True):
            picture.stamp(canvas, sprites.label(letter, step, LABEL), letter_x, middle)
        letter_count = len(shown) - 1 if len(fits) > _MOST_LETTERS else len(shown)  # without the number of the others
        runs = [(caption, first, last) for caption, first, last in _runs(captions[:letter_count]) if caption]
        for caption, first, last in runs:
            # a single caption may be about as wide as the tile's column
            room = (last - first + 1) * step if len(runs) > 1 else round(1.4 * self.unit)
            self._caption(canvas, caption, (middles[first] + middles[last]) // 2, middle, room)

    def _caption(self, canvas: Image.Image, caption: str, x: int, middle: int, room: int) -> None:
        base, size = middle + self._disc_radius + round(0.44 * self.unit), round(0.46 * self.unit)
        caption_width = max(text.width(caption, size, text.LABEL), 1)
        size = min(size, size * (room - 2) // caption_width)
        text.draw(canvas, x, base, caption, size, LABEL, "centre", face=text.LABEL)

    def _even_columns(self, tiles: int) -> int:
        """Return how many tiles stand in a row so that all rows are about equally long.

        Then 8 tiles stand in rows of 4 + 4 rather than 7 + 1.
        """
        rows = max(-(-tiles // self.columns), 1)  # rounded up, like the number of columns
        return -(-tiles // rows)

    @property
    def _pitch(self) -> int:
        return round((2.7 if self.captioned else 2.2) * self.unit) + 2 * self._disc_radius

    @property
    def _disc_radius(self) -> int:
        """Half the height of a disc below a tile, in pixels."""
        return max(round(0.36 * self.unit), 11)
