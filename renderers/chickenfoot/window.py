"""Which part of a farmyard is shown if the whole would be too small for a phone.

The part is a window that stays where it is as long as it shows what must be seen: the tile laid last and the foot in
progress. Where it lies after a tile follows from where it lay before that tile, and so on back to the first; so it is
the same in every process, and after a restart, without being stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from renderers.kit.geometry import Bounds, Box, Point, bounds_around, point_ahead, square, tile_box

Size = tuple[float, float]
"""Width and height of the window in u."""

MARGIN = 0.8
"""The margin in u around what must be seen."""
_AROUND = 1.5
"""The margin in u around all tiles, for their letters and the next tiles."""
_FOOT = 2.9
"""u from the centre of a double to the far corners of its toes, along x or y."""
AN_END = 4
"""How many tiles an open end in view is worth."""
_HARDLY_MORE, _A_FEW = 1.3, 2
"""How much more than the best window the present one may leave out and still stay.

A factor, and a number of points on top.
"""


class Lying(NamedTuple):
    """A tile and its place."""

    x: float
    y: float
    heading: int
    double: bool
    parent: int
    """The place in order of play of the tile it is joined to; -1 for the opening double."""
    near: int
    far: int
    """The number that it offers to the next tile."""
    room: int
    """How many tiles can be joined to it."""

    @property
    def centre(self) -> Point:
        return self.x, self.y

    @property
    def box(self) -> Box:
        return tile_box(self.centre, self.heading, crosswise=self.double)

    @property
    def end(self) -> Point:
        """The approximate point of the next tile."""
        return self.centre if self.double else point_ahead(self.centre, self.heading, 1.5)


class _Sight(NamedTuple):
    """What there is to see after a number of tiles."""

    bounds: Bounds
    """The bounds of all tiles."""
    corner: Point | None
    """The upper left corner of the window; None while no window is needed."""


def corner(tiles: Sequence[Lying], highest: int, size: Size, enough: Size) -> Point | None:
    """Return the upper left corner of the window, in whole u.

    None while everything fits into `enough`. `size` is the size of the window, `highest` the set's highest number.
    """
    return _sight(tuple(tiles), highest, size, enough).corner


def clear_cache() -> None:
    """Clear the cache of earlier turns; later results do not depend on it."""
    _sight.cache_clear()


@lru_cache(maxsize=1024)
def _sight(tiles: tuple[Lying, ...], highest: int, size: Size, enough: Size) -> _Sight:
    if not tiles:
        return _Sight(Bounds(0, 0, 0, 0), None)
    before = _sight(tiles[:-1], highest, size, enough)
    bounds = bounds_around([tiles[-1].box], before.bounds)
    everything = bounds.with_margin(_AROUND)
    if everything.width <= enough[0] and everything.height <= enough[1]:
        return _Sight(bounds, None)
    must, ends = _bounds_to_show(tiles), [] if _foot(tiles) is not None else _open_ends(tiles, highest)
    others = [tile.centre for tile in tiles]
    best = choose_corner(everything, size, must, ends, others)
    if before.corner is not None and _can_stay(before.corner, best, size, must, [*AN_END * ends, *others]):
        return _Sight(bounds, before.corner)
    return _Sight(bounds, best)


def _can_stay(corner: Point, best: Point, size: Size, must: Bounds, points: Sequence[Point]) -> bool:
    """Return whether the window can stay.

    It can if it shows what must be seen, and the best one would show hardly more.
    """
    if shift_corner(corner, size, must) != corner:
        return False
    here, there = (sum(not _inside(point, place, size) for point in points) for place in (corner, best))
    return here <= _HARDLY_MORE * there + _A_FEW


def choose_corner(
    everything: Bounds, size: Size, must: Bounds, ends: Sequence[Point], others: Sequence[Point]
) -> Point:
    """Return the corner of the window that shows `must` and most of the other points.

    An open end counts as much as AN_END others.
    """
    lefts = _steps(everything.left, everything.right, must.left, must.right, size[0])
    tops = _steps(everything.top, everything.bottom, must.top, must.bottom, size[1])
    groups = (ends, others)
    columns = {left: [_within([x for x, _ in group], left, size[0]) for group in groups] for left in lefts}
    rows = {top: [_within([y for _, y in group], top, size[1]) for group in groups] for top in tops}

    def worth(left: int, top: int) -> tuple[float, float]:
        seen, tiles = ((a & b).bit_count() for a, b in zip(columns[left], rows[top], strict=True))
        aside = abs(2 * left + size[0] - must.left - must.right) + abs(2 * top + size[1] - must.top - must.bottom)
        return AN_END * seen + tiles, -aside

    left, top = max(((left, top) for left in lefts for top in tops), key=lambda corner: worth(*corner))
    return left, top


def shift_corner(corner: Point, size: Size, must: Bounds) -> Point:
    """Return the corner, moved only as far as is needed to show `must` with a margin."""
    x, y = (
        max(min(at, floor(low - MARGIN)), ceil(high + MARGIN - room))
        for at, low, high, room in zip(corner, must[:2], must[2:], size, strict=True)
    )
    return x, y


def _bounds_to_show(tiles: Sequence[Lying]) -> Bounds:
    """Return what must be seen after these tiles."""
    left, right, top, bottom = tiles[-1].box[:4]
    must = Bounds(left, top, right, bottom)
    foot = _foot(tiles)
    if foot is None:
        return must
    return bounds_around([square(tiles[foot].centre, 2 * _FOOT)], must)


def _foot(tiles: Sequence[Lying]) -> int | None:
    """Return the place of the double in progress, if there is one.

    That is the last tile or its parent, if it is a double that still lacks tiles.
    """
    last = len(tiles) - 1
    place = last if tiles[last].double else tiles[last].parent
    toes = sum(tile.parent == place for tile in tiles)
    return place if tiles[place].double and toes < tiles[place].room else None


def _open_ends(tiles: Sequence[Lying], highest: int) -> list[Point]:
    """Return the ends at which tiles may be joined and for which some are left."""
    children = Counter(tile.parent for tile in tiles)
    laid = Counter(number for tile in tiles for number in {tile.near, tile.far})
    return [tile.end for i, tile in enumerate(tiles) if children[i] < tile.room and laid[tile.far] <= highest]


def _steps(low: float, high: float, first: float, last: float, size: float) -> range:
    """Return the positions at which a window can begin, in whole u.

    It shows nothing beyond `low` and `high`, and everything from `first` to `last`.
    """
    least, most = floor(low), ceil(high - size)
    if least >= most:
        least = most = round((low + high - size) / 2)
    least, most = max(least, ceil(last + MARGIN - size)), min(most, floor(first - MARGIN))
    return range(min(least, most), most + 1)


def _within(values: Sequence[float], low: float, size: float) -> int:
    """Return which of the values lie well inside a window, as bits."""
    return sum(1 << i for i, value in enumerate(values) if low + MARGIN <= value <= low + size - MARGIN)


def _inside(point: Point, corner: Point, size: Size) -> bool:
    return all(at + MARGIN <= value <= at + room - MARGIN for value, at, room in zip(point, corner, size, strict=True))
