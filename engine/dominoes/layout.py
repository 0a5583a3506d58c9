"""The open ends of a line: their numbers, and the points that they count.

The next play depends on nothing else on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from weakref import WeakValueDictionary

from engine.dominoes.actions import Play, play
from engine.dominoes.line import OpenEnd, letter
from engine.dominoes.settings import ALL, FIRST, NO_DOUBLE, OPENER, Shape
from engine.tiles import Tile, bits, tile_set

LINE = 2
"""The number of ends of a line."""
_MAX_ARMS = 128
"""More arms than any line has."""
LETTERS = tuple(map(letter, range(_MAX_ARMS)))
"""The letters of the arms: left, right, then up and down from each spinner."""
PLACES = {letter: place for place, letter in enumerate(LETTERS)}


class Side(IntEnum):
    """The side of a tile that is an open end.

    If the ends aren't counted, only SPINNER and HALF are used.
    """

    HALF = 0
    """The outer half of an ordinary tile."""
    FLANK = 1
    """A long side of a double. Both halves of the double count until both its flanks are covered."""
    SPINNER = 2
    """A long side of a double that gets four arms."""
    TIP = 3
    """A short side of a spinner, which counts nothing."""


HALF, FLANK, SPINNER, TIP = Side


class _Spot:
    """One open end, and what can be laid there."""

    def __init__(self, highest: int, letter: str, number: int) -> None:
        tiles = tile_set(highest)
        self.end = OpenEnd(letter, number)
        self.fits = tiles.suit[number]
        self.plays = {1 << index: play(tiles.tiles[index], letter, number) for index in bits(self.fits)}
        """The play of each tile that fits, by its mask."""
        self.masks = {play: mask for mask, play in self.plays.items()}


_spot = cache(_Spot)


@cache
def _openings(highest: int) -> dict[int, tuple[Play, ...]]:
    """Return the ways to open a round, by the mask of the tile."""
    return {1 << index: (play(tile, "", None),) for index, tile in enumerate(tile_set(highest).tiles)}


class _Ways(dict[int, tuple[Play, ...]]):
    """The ways to lay each tile, by the tile's mask; computed on first use."""

    __slots__ = ("_spots",)

    def __init__(self, spots: Sequence[_Spot]) -> None:
        super().__init__()
        self._spots = spots

    def __missing__(self, mask: int) -> tuple[Play, ...]:
        self[mask] = plays = tuple([spot.plays[mask] for spot in self._spots if mask in spot.plays])
        return plays


class _Masks(dict[Play, int]):
    """The mask of each play's tile, computed on first use."""

    __slots__ = ("_spots",)

    def __init__(self, spots: Sequence[_Spot]) -> None:
        super().__init__()
        self._spots = spots

    def __missing__(self, play: Play) -> int:
        self[play] = mask = _mask_of(play, self._spots)
        return mask


def _mask_of(play: Play, spots: Iterable[_Spot]) -> int:
    """Return the mask of a play's tile; 0 if the play cannot be made."""
    for spot in spots:
        if play in spot.masks:
            return spot.masks[play]
    return 0


class _Counts(dict[Play, int]):
    """The count of the ends after each play, computed on first use."""

    __slots__ = ("_cover_costs", "_total")

    def __init__(self, total: int, cover_costs: Sequence[int]) -> None:
        super().__init__()
        self._total, self._cover_costs = total, cover_costs

    def __missing__(self, play: Play) -> int:
        tile, number = play.tile, play.number
        if number is None:
            self[play] = tile.pips
            return tile.pips
        gained = tile.pips if tile.double else tile.pips - number  # both halves of a double count
        self[play] = total = self._total - self._cover_costs[PLACES[play.end]] + gained
        return total


class Layout:
    """The open ends of a line, made by `layout` and immutable.

    Layouts with at most two ends recur often, so they are cached.
    """

    def __init__(self, shape: Shape, numbers: tuple[int, ...], sides: tuple[Side, ...]) -> None:
        self.shape = shape
        self.numbers = numbers
        """The number that each arm shows, A first; empty before the opening tile."""
        self.sides = sides
        """For each arm, the side of its last tile that is open."""
        spots = [_spot(shape.highest, letter, number) for letter, number in zip(LETTERS, numbers, strict=False)]
        if shape.arms == OPENER and SPINNER in sides:
            spots = [spot for spot, side in zip(spots, sides, strict=True) if side == SPINNER]
        self.spots = spots
        self.ends = tuple([spot.end for spot in spots])
        """The ends that a tile may be laid on now.

        While the double of a cross (`OPENER`) has bare arms, these are only the bare ones.
        """
        self.fits = 0 if spots else tile_set(shape.highest).all
        """The mask of all tiles that fit an end; on an empty table each can open."""
        for spot in spots:
            self.fits |= spot.fits
        self.ways: Mapping[int, tuple[Play, ...]] = _Ways(spots)
        """Every way to lay a tile, by its mask."""
        self.plays: Mapping[Play, int] = _Masks(spots)
        """The mask of the tile of each play that can be made here."""
        self._hash = hash(self.key)
        self.following: dict[Play, Layout] = NO_LAYOUTS
        """The next layout by play, cached; only for layouts that recur."""
        if len(spots) <= LINE:  # such a layout recurs, so its dicts are filled now: a plain dict is read faster
            ways = _Ways(spots)
            self.ways = (
                {1 << index: ways[1 << index] for index in bits(self.fits)} if spots else _openings(shape.highest)
            )
            self.plays = {play: mask for mask, plays in self.ways.items() for play in plays}
            self.following = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Layout) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    @property
    def key(self) -> tuple[Shape, tuple[int, ...], tuple[Side, ...]]:
        """The values that decide whether two layouts are equal."""
        return self.shape, self.numbers, self.sides

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[object, ...]]:
        return layout, (self.shape, self.numbers, self.sides)

    @cached_property
    def distinct_plays(self) -> Mapping[int, tuple[Play, ...]]:
        """The ways to lay each tile, without ends that have the same effect as an earlier end."""
        twins = self.twins
        if not twins:
            return self.ways
        return _Ways([spot for spot in self.spots if spot.end.letter not in twins])

    @cached_property
    def twins(self) -> Mapping[str, str]:
        """For each end with the same effect as an earlier end, by letter, the letter of the earlier end."""
        first, twins = dict[tuple[int, Side], str](), dict[str, str]()
        for end in self.ends:
            earlier = first.setdefault((end.number, self.sides[PLACES[end.letter]]), end.letter)
            if earlier != end.letter:
                twins[end.letter] = earlier
        return twins

    @cached_property
    def cover_costs(self) -> tuple[int, ...]:
        """For each arm, what the count loses when a tile covers it.

        A double's halves are subtracted with its last flank.
        """
        ends, costs = list(zip(self.numbers, self.sides, strict=True)), list[int]()
        for number, side in ends:
            if side == HALF:
                costs.append(number)
            else:
                is_last_flank = side != TIP and ends.count((number, side)) == 1
                costs.append(2 * number if is_last_flank else 0)
        return tuple(costs)

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The number that each end adds to the count, A first.

        A double adds both halves once, a tip nothing.
        """
        ends, parts = list(zip(self.numbers, self.sides, strict=True)), list[int]()
        for place, (number, side) in enumerate(ends):
            if side == HALF:
                parts.append(number)
            elif side != TIP and ends.index((number, side)) == place:  # the first of a double's open sides
                parts.append(2 * number)
        return tuple(parts)

    @cached_property
    def total(self) -> int:
        """The count of the open ends."""
        return sum(self.parts)

    @cached_property
    def counts(self) -> Mapping[Play, int]:
        """The count of the open ends after each play that can be made here."""
        return _Counts(self.total, self.cover_costs)

    def mask_of(self, play: Play) -> int:
        """Return the mask of a play's tile; 0 if the play cannot be made."""
        return self.plays.get(play) or _mask_of(play, self.spots)  # `get` computes no missing value

    def placements(self, hand: int) -> tuple[Play, ...]:
        """Return every way to lay the tiles of a mask, the lightest first; all must fit."""
        ways = self.ways
        plays: tuple[Play, ...] = ()
        while hand:  # inlined like `bits`, because it runs at every move
            lightest = hand & -hand
            plays += ways[lightest]
            hand ^= lightest
        return plays


NO_LAYOUTS: dict[Play, Layout] = {}
"""Shared by all layouts that don't recur; stays empty."""
_LINES: dict[tuple[Shape, tuple[int, ...], tuple[Side, ...]], Layout] = {}
"""The cached layouts with at most two ends."""


def layout(shape: Shape, numbers: tuple[int, ...] = (), sides: tuple[Side, ...] = ()) -> Layout:
    """Return the layout with these arms."""
    key = shape, numbers, sides
    if len(numbers) > LINE:
        return Layout(*key)
    return _LINES.get(key) or _LINES.setdefault(key, Layout(*key))


def lay_tile(before: Layout, play: Play) -> Layout:
    """Return the layout with one more tile, which must fit."""
    after = before.following.get(play)
    if after is None:
        after = _lay_tile(before, play)
        if len(after.numbers) <= LINE:
            before.following[play] = after
    return after


def _lay_tile(before: Layout, play: Play) -> Layout:
    shape, tile, number = before.shape, play.tile, play.number
    if number is None:
        return _lay_first(shape, tile)
    place, far = PLACES[play.end], tile[0] + tile[1] - number  # `far` is the number on the other half
    covered, numbers, sides = before.sides[place], before.numbers, before.sides
    sides = (*sides[:place], _side_of(before, tile), *sides[place + 1 :])
    numbers = (*numbers[:place], far, *numbers[place + 1 :])
    # the covered double is bare if another of its sides is still open
    bare = covered in (FLANK, SPINNER) and (number, covered) in zip(numbers, sides, strict=True)
    if covered == SPINNER and shape.arms != OPENER and not bare:
        tip = TIP if shape.counted else HALF
        numbers, sides = (*numbers, number, number), (*sides, tip, tip)
    after = layout(shape, numbers, sides)
    if shape.counted:
        lost = number if covered == HALF else 2 * number
        # a double counts until its last flank is covered, and a tip counts nothing
        if bare or covered == TIP:
            lost = 0
        after.total = before.total - lost + (2 * far if tile.double else far)
    return after


_SHARED: WeakValueDictionary[tuple[Shape, tuple[int, ...], tuple[Side, ...]], Layout] = WeakValueDictionary()
"""The layouts that searches have reached; equal ones are one object."""


@lru_cache(maxsize=1 << 12)
def lay_tile_cached(before: Layout, play: Play) -> Layout:
    """Return the same as `lay_tile`, cached also for layouts of more than two ends, because search repeats them."""
    after = lay_tile(before, play)
    return _SHARED.setdefault(after.key, after)


def _side_of(before: Layout, tile: Tile) -> Side:
    """Return the side of the tile that the next tile will go on."""
    if not tile.double:
        return HALF
    arms = before.shape.arms
    has_spinner = len(before.numbers) > LINE or SPINNER in before.sides  # it has four arms, or will get them
    if arms == ALL or (arms == FIRST and not has_spinner):
        return SPINNER
    return FLANK if before.shape.counted else HALF


def _lay_first(shape: Shape, tile: Tile) -> Layout:
    """Return the layout after the opening tile; a cross becomes a line if no double opens it."""
    if not tile.double:
        line_shape = shape._replace(arms=NO_DOUBLE) if shape.arms == OPENER else shape
        return layout(line_shape, tuple(tile), (HALF,) * 2)
    if shape.arms == OPENER:
        return layout(shape, (tile.high,) * 4, (SPINNER,) * 4)
    return layout(shape, tuple(tile), (_side_of(layout(shape), tile),) * 2)


def replay(shape: Shape, tiles_and_arms: Iterable[tuple[Tile, str]]) -> Iterator[Layout]:
    """Yield the layout before each tile, and the layout after all of them.

    Each tile is given with the arm it was laid on.
    """
    line = layout(shape)
    yield line
    for tile, arm in tiles_and_arms:
        line = lay_tile(line, play(tile, arm, line.numbers[PLACES[arm]] if arm else None))
        yield line


def is_hopeless(layout: Layout, hands: Iterable[int], drawable: Iterable[int]) -> bool:
    """Return whether no tile in a hand or still to be drawn fits (draw.md §6).

    Hands are masks, drawable tiles are indices.
    """
    if any(hand & layout.fits for hand in hands):
        return False
    return not any(layout.fits >> index & 1 for index in drawable)
