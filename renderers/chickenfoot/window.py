"""Chooses the part of a farmyard to show if all of it is too small for a phone.

The part is a window. It must show the tile that was laid last and the unfinished foot. It stays where it is as long as
it shows these, and hardly less of the other tiles and ends than the best window.

Its place after each tile is computed from its place before that tile, from the first tile on. So it need not be stored:
it is the same in every process, and after a restart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from renderers.kit.geometry import Bounds, Box, Point, bounds_around, point_ahead, square, tile_box

Size = tuple[float, float]
"""Width and height of the window, in u (the side of half a tile)."""

MARGIN = 0.8
"""The margin in u around what must be seen."""
_AROUND = 1.5
"""The margin in u around all tiles, for their letters and the next tiles."""
_FOOT_RADIUS = 2.9
"""How far the toes of a double reach from its centre, in u along x or y."""
END_WEIGHT = 4
"""An open end in view counts as much as this many tiles."""
_STAY_FACTOR = 1.3
"""The window stays if it leaves out hardly more than the best window.

It may leave out this times the tiles that the best window leaves out, plus _STAY_EXTRA. An open end counts as
END_WEIGHT tiles.
"""
_STAY_EXTRA = 2


class Lying(NamedTuple):
    """A tile that lies on the table, and its place."""

    x: float
    y: float
    heading: int
    double: bool
    parent: int
    """The index, in order of play, of the tile that it follows; -1 for the opening double."""
    near: int
    """The number that joins it to its parent."""
    far: int
    """The number to which the next tile is joined."""
    room: int
    """How many tiles can follow it."""

    @property
    def centre(self) -> Point:
        return self.x, self.y

    @property
    def box(self) -> Box:
        return tile_box(self.centre, self.heading, crosswise=self.double)

    @property
    def end(self) -> Point:
        """Roughly where the next tile will lie."""
        return self.centre if self.double else point_ahead(self.centre, self.heading, 1.5)


class _Sight(NamedTuple):
    """The farmyard and its window after a number of tiles."""

    bounds: Bounds
    """The bounds of all tiles."""
    corner: Point | None
    """The upper left corner of the window; None while no window is needed."""


def corner(tiles: Sequence[Lying], highest: int, size: Size, readable_size: Size) -> Point | None:
    """Return the upper left corner of the window, in whole u.

    It is None while everything fits into `readable_size`. `size` is the size of the window, and `highest` is the
    highest number of the set.
    """
    return _sight(tuple(tiles), highest, size, readable_size).corner


def clear_cache() -> None:
    """Clear the cache of earlier windows; results do not depend on it."""
    _sight.cache_clear()


@lru_cache(maxsize=1024)
def _sight(tiles: tuple[Lying, ...], highest: int, size: Size, readable_size: Size) -> _Sight:
    if not tiles:
        return _Sight(Bounds(0, 0, 0, 0), None)
    before = _sight(tiles[:-1], highest, size, readable_size)
    bounds = bounds_around([tiles[-1].box], before.bounds)
    everything = bounds.with_margin(_AROUND)
    if everything.width <= readable_size[0] and everything.height <= readable_size[1]:
        return _Sight(bounds, None)
    required = _bounds_to_show(tiles)
    ends = [] if _find_foot(tiles) is not None else _open_ends(tiles, highest)
    others = [tile.centre for tile in tiles]
    best = choose_corner(everything, size, required, ends, others)
    # each end is listed END_WEIGHT times, so that it counts as much as this many tiles
    if before.corner is not None and _can_stay(before.corner, best, size, required, [*END_WEIGHT * ends, *others]):
        return _Sight(bounds, before.corner)
    return _Sight(bounds, best)


def _can_stay(corner: Point, best: Point, size: Size, required: Bounds, points: Sequence[Point]) -> bool:
    """Return whether the window can stay.

    It can stay if it shows what must be seen, and leaves out hardly more of `points` than the best window.
    """
    if shift_corner(corner, size, required) != corner:
        return False
    left_out = sum(not _inside(point, corner, size) for point in points)
    least_left_out = sum(not _inside(point, best, size) for point in points)
    return left_out <= _STAY_FACTOR * least_left_out + _STAY_EXTRA


def choose_corner(
    everything: Bounds, size: Size, required: Bounds, ends: Sequence[Point], others: Sequence[Point]
) -> Point:
    """Return the corner of the window that shows `required` and the most points.

    Each of `ends` counts as much as END_WEIGHT of `others`. Of equally good windows, the one with `required` nearest to
    its middle is chosen.
    """
    lefts = _window_starts(everything.left, everything.right, required.left, required.right, size[0])
    tops = _window_starts(everything.top, everything.bottom, required.top, required.bottom, size[1])
    groups = (ends, others)
    # a point is in the window if its bit is set both for the window's left and for its top
    columns = {left: [_within([x for x, _ in group], left, size[0]) for group in groups] for left in lefts}
    rows = {top: [_within([y for _, y in group], top, size[1]) for group in groups] for top in tops}

    def worth(left: int, top: int) -> tuple[float, float]:
        ends_seen, others_seen = ((a & b).bit_count() for a, b in zip(columns[left], rows[top], strict=True))
        off_x = abs(2 * left + size[0] - required.left - required.right)
        off_y = abs(2 * top + size[1] - required.top - required.bottom)
        return END_WEIGHT * ends_seen + others_seen, -(off_x + off_y)

    left, top = max(((left, top) for left in lefts for top in tops), key=lambda corner: worth(*corner))
    return left, top


def shift_corner(corner: Point, size: Size, required: Bounds) -> Point:
    """Return the corner, moved only as far as is needed to show `required` with a margin."""
    # along each axis, the window begins at `low` at the latest, and late enough to reach `high`
    x, y = (
        max(min(start, floor(low - MARGIN)), ceil(high + MARGIN - length))
        for start, low, high, length in zip(corner, required[:2], required[2:], size, strict=True)
    )
    return x, y


def _bounds_to_show(tiles: Sequence[Lying]) -> Bounds:
    """Return the bounds of what must be seen after these tiles."""
    left, right, top, bottom = tiles[-1].box[:4]
    required = Bounds(left, top, right, bottom)
    foot = _find_foot(tiles)
    if foot is None:
        return required
    return bounds_around([square(tiles[foot].centre, 2 * _FOOT_RADIUS)], required)


def _find_foot(tiles: Sequence[Lying]) -> int | None:
    """Return the index of the unfinished double, if there is one.

    It can only be the last tile, or the parent of a last tile that is a single. It is unfinished while fewer tiles
    follow it than have room.
    """
    last = len(tiles) - 1
    double_index = last if tiles[last].double else tiles[last].parent
    toes = sum(tile.parent == double_index for tile in tiles)
    return double_index if tiles[double_index].double and toes < tiles[double_index].room else None


def _open_ends(tiles: Sequence[Lying], highest: int) -> list[Point]:
    """Return the ends that have room for a tile, if tiles with their number are left."""
    children = Counter(tile.parent for tile in tiles)
    laid = Counter(number for tile in tiles for number in {tile.near, tile.far})
    # highest + 1 tiles of the set show each number
    return [tile.end for i, tile in enumerate(tiles) if children[i] < tile.room and laid[tile.far] <= highest]


def _window_starts(low: float, high: float, first: float, last: float, size: float) -> range:
    """Return the positions at which a window can begin, in whole u.

    It shows everything from `first` to `last`, and if possible nothing beyond `low` and `high`.
    """
    first_start = floor(low)
    last_start = ceil(high - size)
    if first_start >= last_start:  # everything fits: centre it
        first_start = last_start = round((low + high - size) / 2)
    first_start = max(first_start, ceil(last + MARGIN - size))
    last_start = min(last_start, floor(first - MARGIN))
    return range(min(first_start, last_start), last_start + 1)


def _within(values: Sequence[float], low: float, size: float) -> int:
    """Return which values lie in a window, not too close to its edge; bit i is for value i."""
    return sum(1 << i for i, value in enumerate(values) if low + MARGIN <= value <= low + size - MARGIN)


def _inside(point: Point, corner: Point, size: Size) -> bool:
    return all(
        start + MARGIN <= value <= start + length - MARGIN
        for value, start, length in zip(point, corner, size, strict=True)
    )
