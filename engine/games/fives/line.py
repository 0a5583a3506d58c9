"""The line of play and its count (fives.md §3, §4)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.dominoes.line import letter
from engine.tiles import Tile


class Side(Enum):
    """Where on a tile an end is."""

    HALF = "half"  # the outer half of an ordinary tile
    FLANK = "flank"  # a long side of a double: both halves count until all flanks are covered
    TIP = "tip"  # a short side of a spinner: counts nothing


class End(NamedTuple):
    """Where a tile may be laid. Ends of the same number and side differ only in the picture."""

    letter: str
    number: int
    side: Side


class Line(NamedTuple):
    """The open ends, A first, and what they count; `after` gives the next one."""

    spinners: str
    """Which doubles get four arms: the `first` one, `none` or `all`."""
    ends: tuple[End, ...] = ()
    total: int = 0
    spinner: int = -1
    """The number of the first double, once it lies there."""
    roots: tuple[int, ...] = ()
    """The numbers of the doubles whose tips are open or covered: C and D go from the first, then E and F …"""

    @property
    def parts(self) -> tuple[int, ...]:
        """What each end adds to the total, A first: a double adds both halves once, a tip nothing."""
        flanks = {end.number: place for place, end in reversed(list(enumerate(self.ends))) if end.side is Side.FLANK}
        return tuple(
            end.number * (2 if end.side is Side.FLANK else 1)
            for place, end in enumerate(self.ends)
            if end.side is Side.HALF or flanks.get(end.number) == place
        )

    def after(self, tile: Tile, arm: str) -> Line:
        """Return the line with one more tile on the end with this letter, which it must fit."""
        spinner = tile.high if tile.double and self.spinner < 0 else self.spinner
        side = Side.FLANK if tile.double else Side.HALF
        if not self.ends:
            both = (End("A", tile.high, side), End("B", tile.low, side))
            return Line(self.spinners, both, tile.pips, spinner)
        place = next(place for place, end in enumerate(self.ends) if end.letter == arm)
        (_, number, covered), others = self.ends[place], self.ends[:place] + self.ends[place + 1 :]
        last = covered is Side.FLANK and not any(end.number == number and end.side is Side.FLANK for end in others)
        opens = last and (self.spinners == "all" or (self.spinners == "first" and number == self.spinner))
        ends, roots = [*self.ends], (*self.roots, number) if opens else self.roots
        ends[place] = End(arm, tile.other(number), side)
        if opens:
            ends += [End(letter(2 * len(roots) + more), number, Side.TIP) for more in range(2)]
        lost = number if covered is Side.HALF else 2 * number if last else 0
        won = tile.pips if tile.double else tile.other(number)
        return Line(self.spinners, tuple(ends), self.total - lost + won, spinner, roots)
