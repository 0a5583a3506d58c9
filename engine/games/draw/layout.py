"""The tiles on the table, as far as the next play needs them: which numbers lie open (draw.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakValueDictionary

from engine.dominoes.actions import Play, play
from engine.dominoes.line import OpenEnd, fitting
from engine.games.draw.actions import ARMS
from engine.tiles import Tile, TileSet, bits, tile_set

LINE = 2
"""The ends of a line."""


class _Ways(dict[int, tuple[Play, ...]]):
    """The ways to lay each tile on some ends, by the mask of the tile; found when they are first asked for."""

    __slots__ = ("_ends", "_tiles")

    def __init__(self, tiles: TileSet, ends: Sequence[OpenEnd]) -> None:
        super().__init__()
        self._tiles, self._ends = tiles, ends

    def __missing__(self, mask: int) -> tuple[Play, ...]:
        self[mask] = plays = _plays(self._tiles.tiles[mask.bit_length() - 1], self._ends)
        return plays


class _Plays(dict[Play, int]):
    """The mask of each play's tile; found when it is first asked for."""

    __slots__ = ("_tiles",)

    def __init__(self, tiles: TileSet) -> None:
        super().__init__()
        self._tiles = tiles

    def __missing__(self, play: Play) -> int:
        self[play] = mask = 1 << self._tiles.index[play.tile]
        return mask


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
    ways: Mapping[int, tuple[Play, ...]]
    """Every way to lay a tile, by its mask."""
    distinct: Mapping[int, tuple[Play, ...]]
    """The same without ends on which any tile has the same effect as on an earlier one."""
    plays: Mapping[Play, int]
    """The mask of the tile of each play that can be made here."""
    fits: int
    """The mask of all tiles that fit an end; on an empty table each can open."""

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[object, ...]]:
        return layout, (self.highest, self.kind, self.tips, self.bare)

    def placements(self, hand: int) -> tuple[Play, ...]:
        """Return every way to lay the tiles of a mask, all of which fit; the lightest tile first."""
        ways = self.ways
        plays: tuple[Play, ...] = ()
        while hand:  # written out like `bits`: asked for at every move
            lightest = hand & -hand
            plays += ways[lightest]
            hand ^= lightest
        return plays

    def tile_of(self, play: Play) -> int:
        """Return the mask of a play's tile, 0 where it cannot be made; also where `plays` was not asked yet."""
        index = tile_set(self.highest).index.get(play.tile)
        return 0 if index is None or not self.fits >> index & 1 or play not in self.ways[1 << index] else 1 << index

    def twin_of(self, end: OpenEnd) -> str | None:
        """Return the letter of an earlier end where any tile has the same effect."""
        for other in self.ends:
            if other == end:
                return None
            if other.number == end.number and (other.letter in self.bare) == (end.letter in self.bare):
                return other.letter
        return None


_LAYOUTS: WeakValueDictionary[tuple[int, str, tuple[int, ...], str], Layout] = WeakValueDictionary()


def layout(highest: int, kind: str, tips: tuple[int, ...] = (), bare: str = "") -> Layout:
    """Return the layout with these arms. In a cross only bare arms are open until all four are covered."""
    key = (highest, kind, tips, bare)
    known = _LAYOUTS.get(key)
    if known is not None:
        return known
    open_arms = bare if kind == "cross" and bare else ARMS
    ends = tuple([OpenEnd(letter, tip) for letter, tip in zip(ARMS, tips, strict=False) if letter in open_arms])
    tiles = tile_set(highest)
    fits = fitting(tiles, ends)
    different = {(end.number, end.letter in bare): end for end in reversed(ends)}
    ways = distinct = _ways(tiles, fits, ends)
    if len(different) < len(ends):
        distinct = _ways(tiles, fits, tuple(end for end in ends if end in different.values()))
    plays = {play: mask for mask, each in ways.items() for play in each} if len(ends) <= LINE else _Plays(tiles)
    return _LAYOUTS.setdefault(key, Layout(highest, kind, tips, bare, ends, ways, distinct, plays, fits))


def _ways(tiles: TileSet, fits: int, ends: Sequence[OpenEnd]) -> Mapping[int, tuple[Play, ...]]:
    """Found at once for a line, which is met again and again: a plain dict is read faster. Layouts with more ends
    seldom come twice."""
    if len(ends) > LINE:
        return _Ways(tiles, ends)
    return {1 << index: _plays(tiles.tiles[index], ends) for index in bits(fits)}


def _plays(tile: Tile, ends: Sequence[OpenEnd]) -> tuple[Play, ...]:
    """Return a play on every end that the tile fits; on an empty table it opens."""
    if not ends:
        return (play(tile, "", None),)
    return tuple([play(tile, letter, number) for letter, number in ends if number in tile])


def hopeless(there: Layout, hands: Iterable[int], drawable: Iterable[int]) -> bool:
    """Return whether no tile in a hand (a mask) or still to be drawn (an index) fits (draw.md §6)."""
    held = any(hand & there.fits for hand in hands)
    return not held and not any(there.fits >> index & 1 for index in drawable)


@lru_cache(maxsize=1 << 12)
def after(before: Layout, play: Play) -> Layout:
    """Return the layout with one more tile, which must fit."""
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
