"""The tiles on the table, as far as the next play needs them: which numbers lie open (draw.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakValueDictionary

from engine.games.draw.actions import ARMS, Play, play
from engine.games.draw.observation import OpenEnd
from engine.tiles import Tile, tile_set


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Layout:
    """The arms of the line or of the cross. There is one object for each, made by `layout`: they are met again and
    again, and what follows from one is remembered."""

    highest: int
    kind: str
    """`line`, `spinner` or `cross`."""
    tips: tuple[int, ...]
    """The number that each arm shows, A first; empty before the opening tile."""
    bare: str
    """The arms that show the spinner itself."""
    ends: tuple[OpenEnd, ...]
    """Where a tile may be laid now."""
    plays: Mapping[Play, int]
    """Every way to lay a tile of the set, and the mask of that tile."""
    ways: Mapping[int, tuple[Play, ...]]
    """The same by the mask of the tile."""
    fits: int
    """The mask of all tiles that fit an end; on an empty table each can open."""

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[object, ...]]:
        return layout, (self.highest, self.kind, self.tips, self.bare)

    def twin_of(self, end: OpenEnd) -> str | None:
        """The letter of an earlier end where any tile has the same effect."""
        for other in self.ends:
            if other == end:
                return None
            if other.number == end.number and (other.letter in self.bare) == (end.letter in self.bare):
                return other.letter
        return None

    def placements(self, hand: int) -> tuple[Play, ...]:
        """Every way to lay the tiles of a mask, all of which fit; the lightest tile first."""
        ways = self.ways
        plays: tuple[Play, ...] = ()
        while hand:  # written out like `bits`: asked for at every move
            lightest = hand & -hand
            plays += ways[lightest]
            hand ^= lightest
        return plays


_LAYOUTS: WeakValueDictionary[tuple[int, str, tuple[int, ...], str], Layout] = WeakValueDictionary()


def layout(highest: int, kind: str, tips: tuple[int, ...] = (), bare: str = "") -> Layout:
    """The layout with these arms. In a cross only bare arms are open until all four are covered."""
    key = (highest, kind, tips, bare)
    known = _LAYOUTS.get(key)
    if known is not None:
        return known
    open_arms = bare if kind == "cross" and bare else ARMS
    ends = tuple(OpenEnd(letter, tip) for letter, tip in zip(ARMS, tips, strict=False) if letter in open_arms)
    ways = {1 << index: plays for index, tile in enumerate(tile_set(highest).tiles) if (plays := _plays(tile, ends))}
    masks = {play: mask for mask, plays in ways.items() for play in plays}
    return _LAYOUTS.setdefault(key, Layout(highest, kind, tips, bare, ends, masks, ways, sum(ways)))


def _plays(tile: Tile, ends: Sequence[OpenEnd]) -> tuple[Play, ...]:
    """On every end that the tile fits; on an empty table it opens."""
    if not ends:
        return (play(tile, "", None),)
    return tuple(play(tile, end.letter, end.number) for end in ends if tile.has(end.number))


def hopeless(there: Layout, hands: Iterable[int], drawable: Iterable[int]) -> bool:
    """Whether no tile in a hand (a mask) or still to be drawn (an index) fits (draw.md §6)."""
    held = any(hand & there.fits for hand in hands)
    return not held and not any(there.fits >> index & 1 for index in drawable)


@lru_cache(maxsize=1 << 12)
def after(before: Layout, play: Play) -> Layout:
    """The layout with one more tile, which must fit."""
    if play.number is None:
        return _opened(before, play.tile)
    arm = ARMS.index(play.end)
    tips = (*before.tips[:arm], play.tile.other(play.number), *before.tips[arm + 1 :])
    bare = before.bare.replace(play.end, "")
    if before.kind == "spinner" and len(tips) == 2:
        if before.bare and not bare:  # both sides of the spinner are covered: its two ends open
            tips += (play.number, play.number)
        elif not before.bare and play.tile.double:
            bare = play.end
    return layout(before.highest, before.kind, tips, bare)


def _opened(before: Layout, tile: Tile) -> Layout:
    if tile.double and before.kind == "cross":
        return layout(before.highest, "cross", (tile.high,) * 4, ARMS)
    if tile.double and before.kind == "spinner":
        return layout(before.highest, "spinner", tuple(tile), "AB")
    return layout(before.highest, "line" if before.kind == "cross" else before.kind, tuple(tile))
