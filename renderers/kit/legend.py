"""The open ends that may be played on, by number: to be read where the letters on the table are too small.

legend = Legend([(6, "A"), (3, "B"), (3, "D")])
legend.draw(canvas, canvas.height - legend.height)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image

from renderers.kit import picture, sprites, text
from renderers.kit.palette import VALUES, WHITE

_MARGIN, _SPACE = 24, 12
_UNITS = (60, 52, 45, 38)
"""Pixels per u of the letters: the largest at which they need the fewest lines."""
MOST = 174
"""A legend across a table's picture is never higher."""


def most(wide: int) -> int:
    """Return the height that no legend across `wide` pixels exceeds."""
    return MOST * picture.WIDTH // wide


class Legend:
    """Numbers, the greatest first, each with the letters of its ends."""

    def __init__(self, ends: Iterable[tuple[int, str]], wide: int = picture.WIDTH) -> None:
        self._wide = wide
        self._letters: dict[int, list[str]] = {}
        for number, letter in sorted(ends, key=lambda end: -end[0]):
            self._letters.setdefault(number, []).append(letter)
        fitting = [unit for unit in _UNITS if self._high(unit) <= most(wide)] or _UNITS[-1:]
        self._unit = min(fitting[:3], key=self._rows)
        self.height = self._high(self._unit)

    def draw(self, canvas: Image.Image, top: int) -> None:
        """Draw it across the canvas."""
        unit = self._unit
        for x, row, number in self._places(unit):
            middle = top + _SPACE // 2 + row * _pitch(unit) + _pitch(unit) // 2
            picture.plate(canvas, (x, middle - unit // 2, unit, unit), unit // 6, VALUES[number])
            size = round(unit * (0.8 if number < 10 else 0.68))
            base = middle + round(size * 0.345)
            text.draw(canvas, x + unit // 2, base, str(number), size, WHITE, "centre", face=text.LABEL)
            for i, letter in enumerate(self._letters[number]):
                picture.stamp(canvas, sprites.label(letter, unit), x + round((1.55 + 0.98 * i) * unit), middle)

    def _high(self, unit: int) -> int:
        return self._rows(unit) * _pitch(unit) + _SPACE if self._letters else 0

    def _rows(self, unit: int) -> int:
        return max((row for _, row, _ in self._places(unit)), default=-1) + 1

    def _places(self, unit: int) -> Iterator[tuple[int, int, int]]:
        """Yield where each number goes: x, the line, the number."""
        x, row = _MARGIN, 0
        for number, letters in self._letters.items():
            wide = round((1.1 + 0.98 * len(letters)) * unit)
            if x + wide > self._wide - _MARGIN and x > _MARGIN:
                x, row = _MARGIN, row + 1
            yield x, row, number
            x += wide + unit // 2


def _pitch(unit: int) -> int:
    return round(1.2 * unit)
