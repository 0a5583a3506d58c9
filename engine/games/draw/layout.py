"""The tiles on the table, as far as the next play needs them: which numbers lie open (draw.md §6.3)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.games.draw.actions import ARMS, Play
from engine.games.draw.observation import OpenEnd
from engine.tiles import Tile, tile_set


@dataclass(frozen=True, slots=True)
class Layout:
    """The arms of the line or of the cross. Values come from `layout` and are shared."""

    highest: int
    kind: str
    """`line`, `spinner` or `cross`."""
    tips: tuple[int, ...] = ()
    """The number that each arm shows, A first; empty before the opening tile."""
    bare: str = ""
    """The arms that show the spinner itself."""
    ends: tuple[OpenEnd, ...] = field(default=(), compare=False)
    """Where a tile may be laid now."""
    fits: int = field(default=0, compare=False)
    """The mask of all tiles that fit an end."""

    def after(self, play: Play) -> Layout:
        """The layout with one more tile, which must fit."""
        if not self.tips:
            return self._opened(play.tile)
        assert play.number is not None
        arm = ARMS.index(play.end)
        tips = (*self.tips[:arm], play.tile.pips - play.number, *self.tips[arm + 1 :])
        if self.bare:
            return self._around_the_spinner(tips, play)
        spinner = self.kind == "spinner" and len(tips) == 2 and play.tile.double
        return layout(self.highest, self.kind, tips, play.end if spinner else "")

    def _opened(self, tile: Tile) -> Layout:
        if self.kind == "cross":
            kind, arms = ("cross", ARMS) if tile.double else ("line", "")
        else:
            kind, arms = self.kind, "AB" if self.kind == "spinner" and tile.double else ""
        return layout(self.highest, kind, (*tile,) * 2 if len(arms) == 4 else (*tile,), arms)

    def _around_the_spinner(self, tips: tuple[int, ...], play: Play) -> Layout:
        """A spinner with both sides covered opens its two ends."""
        bare = self.bare.replace(play.end, "")
        if not bare and len(tips) == 2:
            assert play.number is not None
            tips += (play.number, play.number)
        return layout(self.highest, self.kind, tips, bare)

    def twin_of(self, end: OpenEnd) -> str | None:
        """The letter of an earlier end where any tile has the same effect."""
        for other in self.ends:
            if other == end:
                return None
            if other.number == end.number and (other.letter in self.bare) == (end.letter in self.bare):
                return other.letter
        return None


@lru_cache(maxsize=1 << 16)
def layout(highest: int, kind: str, tips: tuple[int, ...] = (), bare: str = "") -> Layout:
    """The shared layout with these arms. In a cross only bare arms are open until all four are covered."""
    ends = tuple(
        OpenEnd(letter, number)
        for letter, number in zip(ARMS, tips, strict=False)
        if kind != "cross" or not bare or letter in bare
    )
    fits = 0
    for end in ends:
        fits |= tile_set(highest).suit[end.number]
    return replace(Layout(highest, kind, tips, bare), ends=ends, fits=fits)
