"""The foot of a table's picture.

It shows the boneyard, what matters now, the open ends by number, and the round.

All of it stands in one row if there is room for that; the open ends flow into further rows.

foot = Foot(picture.WIDTH, tiles=14, said="2 of 4 passed", ends=[(6, "A"), (3, "B"), (3, "D")], progress=["Round 2"])
foot.draw(canvas, canvas.height - foot.height)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from renderers.kit import picture, pile, sprites, text
from renderers.kit.palette import LABEL, SOFT, VALUES, WHITE

_MARGIN, _SPACE, _APART = 24, 12, 34


class _Sizes(NamedTuple):
    """How large everything is, in pixels."""

    units: Sequence[int]
    """Pixels per u of the letters; the largest at which they need the fewest rows is taken."""
    pitch: int
    """The distance from row to row."""
    said: int
    words: int


_USUAL, _TALL = _Sizes((60, 52, 45, 38, 32), 72, 44, 38), _Sizes((48, 42, 36, 30, 26), 58, 36, 31)
"""The usual sizes, and those of a tall picture, which comes out as large on a phone."""


def height(lines: int, wide: int = picture.WIDTH) -> int:
    """Return how high a foot with a number of rows is."""
    return lines * _sizes(wide).pitch + _SPACE


def rows(wide: int) -> int:
    """Return how many rows are kept for a foot across `wide` pixels."""
    return 2 if wide > picture.LARGE_WIDTH else 3


def most(wide: int) -> int:
    """Return the height that is kept for a foot.

    It does not depend on what the foot needs, so neither does a table's zoom.
    """
    return height(rows(wide), wide)


def _sizes(wide: int) -> _Sizes:
    return _TALL if picture.LARGE_WIDTH < wide < picture.WIDTH else _USUAL


class _Group(NamedTuple):
    """A number with the letters of its ends, and its place."""

    x: int
    row: int
    number: int
    letters: Sequence[str]


class _Flow(NamedTuple):
    """The foot laid out at one size of its letters."""

    unit: int
    groups: Sequence[_Group]
    progress: str
    rows: int


class Foot:
    """The part below a table, laid out from `left` up to `wide` pixels.

    `ends` are numbers with their letters. `progress` has texts, the longest first; the first that fits is shown.
    """

    def __init__(
        self,
        wide: int,
        *,
        tiles: int,
        said: str = "",
        ends: Iterable[tuple[int, str]] = (),
        progress: Sequence[str],
        left: int = 0,
    ) -> None:
        self._sizes = _sizes(wide)
        self._tiles, self._left, self._right = tiles, left + _MARGIN, wide - _MARGIN - 12
        self._start = self._left + _MARGIN + pile.width(tiles) + _APART
        broken = text.lines(said, self._sizes.said, self._right - self._start) or [""]
        self._said = [line.removesuffix(" ·") for line in broken[: rows(wide)]]
        letters: dict[int, list[str]] = {}
        for number, letter in sorted(ends, key=lambda end: -end[0]):
            letters.setdefault(number, []).append(letter)
        flows = [self._flowing(letters, unit, progress) for unit in self._sizes.units]
        usual = min(flows[:-2], key=lambda flow: flow.rows)
        self._flow = next((flow for flow in (usual, *flows[-2:]) if flow.rows <= rows(wide)), flows[-1])
        self.height = height(self._flow.rows, wide)

    def draw(self, canvas: Image.Image, top: int) -> None:
        """Draw the foot across the canvas."""
        middle = top + _SPACE // 2 + self._sizes.pitch // 2
        pile.pile(canvas, self._left + _MARGIN, middle, self._tiles)
        for i, line in enumerate(self._said):
            text.draw(canvas, self._start, middle + i * self._sizes.pitch + 14, line, self._sizes.said, LABEL)
        for group in self._flow.groups:
            _draw(canvas, group, middle + group.row * self._sizes.pitch, self._flow.unit)
        base = middle + (self._flow.rows - 1) * self._sizes.pitch + 13
        text.draw(canvas, self._right, base, self._flow.progress, self._sizes.words, SOFT, "right")

    def _flowing(self, letters: Mapping[int, Sequence[str]], unit: int, progress: Sequence[str]) -> _Flow:
        x = self._start + (text.width(self._said[-1], self._sizes.said) + _APART if self._said[-1] else 0)
        row, groups = len(self._said) - 1, []
        for number, there in letters.items():
            wide = round((1.1 + 0.98 * len(there)) * unit)
            if x + wide > self._right and x > self._left:
                x, row = self._left, row + 1
            groups.append(_Group(x, row, number, there))
            x += wide + unit // 2
        fitting = [each for each in progress if x + text.width(each, self._sizes.words) <= self._right]
        return _Flow(unit, groups, fitting[0] if fitting else progress[0], row + (1 if fitting else 2))


def _draw(canvas: Image.Image, group: _Group, middle: int, unit: int) -> None:
    """Draw a number on its colour, and the letters of its ends behind it."""
    chip(canvas, group.number, group.x, middle, unit)
    for i, letter in enumerate(group.letters):
        picture.stamp(canvas, sprites.label(letter, unit), group.x + round((1.55 + 0.98 * i) * unit), middle)


def chip(canvas: Image.Image, number: int, x: int, middle: int, unit: int) -> None:
    """Draw a number on its colour, in a square of `unit` pixels that begins at x."""
    picture.plate(canvas, (x, middle - unit // 2, unit, unit), unit // 6, VALUES[number])
    size = round(unit * (0.8 if number < 10 else 0.68))
    base = middle + round(size * 0.345)
    text.draw(canvas, x + unit // 2, base, str(number), size, WHITE, "centre", face=text.LABEL)
