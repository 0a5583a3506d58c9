"""The foot of a table's picture.

It shows the boneyard, what matters now, the open ends by number, and the progress of the game: its round or target.

If there is room, all of it stands in one row; otherwise the open ends continue in further rows.

foot = Foot(picture.WIDTH, tiles=14, note="2 of 4 passed", ends=[(6, "A"), (3, "B"), (3, "D")], progress=["Round 2"])
foot.draw(canvas, canvas.height - foot.height)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from renderers.kit import picture, pile, sprites, text
from renderers.kit.palette import LABEL, SOFT, VALUES, WHITE

_MARGIN = 24
"""The margin left and right, in pixels."""
_EDGES_HEIGHT = 12
"""The height of the space above all rows and of the space below them, together."""
_PART_GAP = 34
"""The gap between two parts of a row."""
_LETTER_PITCH = 0.98
"""The distance in u from letter to letter."""
_FEW_ENDS = 4
"""The most ends that are all in the order of their letters."""


class _Sizes(NamedTuple):
    """How large everything is, in pixels."""

    units: Sequence[int]
    """Sizes of the letters to try, in pixels per u, the largest first.

    The largest size that needs the fewest rows is used. The last two sizes are tried only if all others need more rows
    than the foot may have.
    """
    pitch: int
    """The distance from row to row."""
    note_size: int
    progress_size: int


_USUAL, _TALL = _Sizes((60, 52, 45, 38, 32), 72, 44, 38), _Sizes((48, 42, 36, 30, 26), 58, 36, 31)
"""The usual sizes, and the sizes in a tall picture, which is narrower: on a phone both look equally large."""


def height(lines: int, picture_width: int = picture.WIDTH) -> int:
    """Return the height of a foot with this number of rows."""
    return lines * _sizes(picture_width).pitch + _EDGES_HEIGHT


def rows(picture_width: int) -> int:
    """Return how many rows a foot may have in a picture of this width."""
    return 2 if picture_width > picture.LARGE_WIDTH else 3  # less fits in a row in large print


def reserved_height(picture_width: int) -> int:
    """Return the height that is reserved for a foot.

    It doesn't depend on what the foot shows, so that the table's zoom stays the same.
    """
    return height(rows(picture_width), picture_width)


def _sizes(picture_width: int) -> _Sizes:
    # a picture in large print is narrower still, but uses the usual sizes
    return _TALL if picture.LARGE_WIDTH < picture_width < picture.WIDTH else _USUAL


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


_Ends = tuple[int, Sequence[str]]
"""A number, and the letters of its ends."""


def _group_by_number(ends: Iterable[tuple[int, str]]) -> Sequence[_Ends]:
    """Return the letters of each number, the highest number first."""
    letters: dict[int, list[str]] = {}
    for number, letter in sorted(ends, key=lambda end: -end[0]):
        letters.setdefault(number, []).append(letter)
    return list(letters.items())


def group_by_letter(ends: Sequence[tuple[int, str]], grey: Collection[str]) -> Sequence[_Ends]:
    """Return numbers with their letters in the given order, grey letters last.

    If there are at most four ends, only neighbours with the same number are grouped. If there are more, all ends of a
    number are grouped, to save room.
    """
    groups: list[tuple[tuple[int, bool], list[str]]] = []
    for number, letter in sorted(ends, key=lambda end: end[1] in grey):
        key = (number, letter in grey)
        candidates = groups[-1:] if len(ends) <= _FEW_ENDS else groups
        letters = next((group_letters for group_key, group_letters in candidates if group_key == key), None)
        if letters is None:
            groups.append((key, [letter]))
        else:
            letters.append(letter)
    return [(number, group_letters) for (number, _), group_letters in groups]


class Foot:
    """The part below a table, laid out from `left` to the right edge of the picture.

    `tiles` is the size of the boneyard, `note` what matters now. `ends` are numbers with their letters. `progress` has
    texts, the longest first; the first text that fits is shown. The letters in `grey` have a grey disc. The ends
    are in the order of their numbers, the highest first, or `by_letter`, grey letters last.
    """

    def __init__(
        self,
        picture_width: int,
        *,
        tiles: int,
        note: str = "",
        ends: Iterable[tuple[int, str]] = (),
        progress: Sequence[str],
        left: int = 0,
        grey: Collection[str] = (),
        by_letter: bool = False,
    ) -> None:
        self._sizes = _sizes(picture_width)
        self._grey = grey
        self._tiles = tiles
        self._left = left + _MARGIN
        self._right = picture_width - _MARGIN - 12
        self._start = self._left + _MARGIN + pile.width(tiles) + _PART_GAP
        lines = text.lines(note, self._sizes.note_size, self._right - self._start) or [""]
        # no separator ends a line
        self._note_lines = [line.removesuffix(" ·") for line in lines[: rows(picture_width)]]
        groups = group_by_letter(list(ends), grey) if by_letter else _group_by_number(ends)
        *normal, small, smallest = (self._lay_out(groups, unit, progress) for unit in self._sizes.units)
        best = min(normal, key=lambda flow: flow.rows)
        self._flow = next((flow for flow in (best, small) if flow.rows <= rows(picture_width)), smallest)
        self.height = height(self._flow.rows, picture_width)

    def draw(self, canvas: Image.Image, top: int) -> None:
        """Draw the foot across the canvas."""
        middle = top + _EDGES_HEIGHT // 2 + self._sizes.pitch // 2
        pile.pile(canvas, self._left + _MARGIN, middle, self._tiles)
        for i, line in enumerate(self._note_lines):
            text.draw(canvas, self._start, middle + i * self._sizes.pitch + 14, line, self._sizes.note_size, LABEL)
        for group in self._flow.groups:
            _draw(canvas, group, middle + group.row * self._sizes.pitch, self._flow.unit, self._grey)
        base = middle + (self._flow.rows - 1) * self._sizes.pitch + 13
        text.draw(canvas, self._right, base, self._flow.progress, self._sizes.progress_size, SOFT, "right")

    def _lay_out(self, ends: Sequence[_Ends], unit: int, progress: Sequence[str]) -> _Flow:
        """Lay out the ends after the last line of the note, in as many rows as they need.

        `progress` ends the last row; if not even its shortest text fits there, it stands in one more row.
        """
        x, last_line = self._start, self._note_lines[-1]
        if last_line:
            x += text.width(last_line, self._sizes.note_size) + _PART_GAP
        row = len(self._note_lines) - 1
        groups = []
        for number, end_letters in ends:
            group_width = round((1.1 + _LETTER_PITCH * len(end_letters)) * unit)  # the number takes 1.1 u
            if x + group_width > self._right and x > self._left:
                x, row = self._left, row + 1
            groups.append(_Group(x, row, number, end_letters))
            x += group_width + unit // 2
        fitting = [line for line in progress if x + text.width(line, self._sizes.progress_size) <= self._right]
        if fitting:
            return _Flow(unit, groups, fitting[0], rows=row + 1)
        return _Flow(unit, groups, progress[0], rows=row + 2)


def _draw(canvas: Image.Image, group: _Group, middle: int, unit: int, grey: Collection[str]) -> None:
    """Draw a number on its colour, and the letters of its ends to the right of it."""
    chip(canvas, group.number, group.x, middle, unit)
    for i, letter in enumerate(group.letters):
        disc = sprites.label(letter, unit, SOFT if letter in grey else LABEL)
        picture.stamp(canvas, disc, group.x + round((1.55 + _LETTER_PITCH * i) * unit), middle)


def chip(canvas: Image.Image, number: int, x: int, middle: int, unit: int) -> None:
    """Draw a number on its colour, in a square of `unit` pixels whose left edge is x."""
    picture.plate(canvas, (x, middle - unit // 2, unit, unit), unit // 6, VALUES[number])
    size = round(unit * (0.8 if number < 10 else 0.68))
    base = middle + round(size * 0.345)
    text.draw(canvas, x + unit // 2, base, str(number), size, WHITE, "centre", face=text.LABEL)
