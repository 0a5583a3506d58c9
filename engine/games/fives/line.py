"""The line of play and its count (fives.md §3, §4)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.dominoes.line import letter
from engine.tiles import Tile, TileSet


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
    count: int = 0
    arms: int = 0
    """How many letters were given: none is used twice."""
    spinner: int = -1
    """The number of the first double, once it lies there."""

    def fits(self, tiles: TileSet) -> int:
        """The mask of all tiles that fit an end; on an empty table each can open."""
        if not self.ends:
            return tiles.all
        fits = 0
        for _, number, _ in self.ends:
            fits |= tiles.suit[number]
        return fits

    def after(self, tile: Tile, arm: str) -> Line:
        """The line with one more tile on the end with this letter, which it must fit."""
        spinner = tile.high if tile.double and self.spinner < 0 else self.spinner
        side = Side.FLANK if tile.double else Side.HALF
        if not self.ends:
            return Line(self.spinners, (End("A", tile.high, side), End("B", tile.low, side)), tile.pips, 2, spinner)
        place = next(place for place, end in enumerate(self.ends) if end.letter == arm)
        covered, before, behind = self.ends[place], self.ends[:place], self.ends[place + 1 :]
        ends, arms, number = (*before, End(arm, tile.other(covered.number), side), *behind), self.arms, covered.number
        last = covered.side is Side.FLANK and not any(
            end.number == number and end.side is Side.FLANK for end in before + behind
        )
        if last and (self.spinners == "all" or (self.spinners == "first" and number == self.spinner)):
            ends += tuple(End(letter(arms + more), number, Side.TIP) for more in range(2))
            arms += 2
        lost = number if covered.side is Side.HALF else 2 * number if last else 0
        won = tile.pips if tile.double else tile.other(number)
        return Line(self.spinners, ends, self.count - lost + won, arms, spinner)
