"""The board of nine by nine spaces, and its groups (blockers.md §1, §4).

A space is an int: 9 · row + column, A1 is 0. A set of spaces, such as those of a colour's tiles, is a bit mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.tiles import bits

Space = int
Mask = int

SIDE = 9
SPACES = range(SIDE * SIDE)
EVERYWHERE: Mask = (1 << len(SPACES)) - 1


def mask_of(spaces: Iterable[Space]) -> Mask:
    """Return a set of spaces as a bit mask."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def row(space: Space) -> int:
    """Return the row, 0 for row A."""
    return space // SIDE


def column(space: Space) -> int:
    """Return the column, 0 for column 1."""
    return space % SIDE


def zone(space: Space) -> int:
    """Return the zone, 0 … 8, row by row from the upper left."""
    return row(space) // 3 * 3 + column(space) // 3


ROWS = tuple(mask_of(s for s in SPACES if row(s) == i) for i in range(SIDE))
COLUMNS = tuple(mask_of(s for s in SPACES if column(s) == i) for i in range(SIDE))
ZONES = tuple(mask_of(s for s in SPACES if zone(s) == i) for i in range(SIDE))

_NOT_FIRST, _NOT_LAST = EVERYWHERE & ~COLUMNS[0], EVERYWHERE & ~COLUMNS[-1]


def space_name(space: Space) -> str:
    """Return the name of a space, A1 … I9."""
    return f"{'ABCDEFGHI'[row(space)]}{column(space) + 1}"


def find_neighbours(mask: Mask) -> Mask:
    """Return all spaces that share an edge with one of these."""
    return (mask << SIDE | mask >> SIDE | (mask & _NOT_LAST) << 1 | (mask & _NOT_FIRST) >> 1) & EVERYWHERE


NEIGHBOURS: tuple[Mask, ...] = tuple(find_neighbours(1 << space) for space in SPACES)


def find_connected(start: Mask, within: Mask) -> Mask:
    """Return all spaces of `within` that can be reached from `start` across edges."""
    reached, newest = start, start
    while newest:
        newest = find_neighbours(newest) & within & ~reached
        reached |= newest
    return reached


@lru_cache(maxsize=1 << 14)
def groups(tiles: Mask) -> tuple[Mask, ...]:
    """Return the groups of one colour's tiles, in the order of their first spaces (§4)."""
    all_groups = []
    while tiles:
        group = find_connected(tiles & -tiles, tiles)
        all_groups.append(group)
        tiles &= ~group
    return tuple(all_groups)


def groups_added(space: Space, tiles: Mask) -> int:
    """Return how many groups a tile on this space adds to its colour.

    It is 1 for a tile on its own, 0 beside one group, and negative if the tile joins several.
    """
    near = NEIGHBOURS[space] & tiles
    if near & (near - 1) == 0:  # at most one neighbour
        return 0 if near else 1
    return 1 - sum(1 for group in groups(tiles) if group & near)


@lru_cache(maxsize=4096)
def find_capturable(tiles: Mask) -> Mask:
    """Return the tiles of one colour whose group stays in one piece without them (§4).

    A tile with at most one neighbour is at an end; otherwise the neighbours must reach each other without it.
    """
    # the tiles moved one space in each direction; the spaces that these masks share with `tiles` have a neighbour
    up, down = tiles >> SIDE, tiles << SIDE
    left, right = (tiles & _NOT_LAST) << 1, (tiles & _NOT_FIRST) >> 1
    inner = tiles & (up & down | left & right | (up | down) & (left | right))  # tiles with two neighbours or more
    bridges = mask_of(space for space in bits(inner) if _is_bridge(space, tiles & ~(1 << space)))
    return tiles & ~bridges


def _is_bridge(space: Space, others: Mask) -> bool:
    """Return whether some neighbours of a space can't reach each other across `others`."""
    near = NEIGHBOURS[space] & others
    reached = near & -near
    while near & ~reached:
        grown = (reached | find_neighbours(reached)) & others
        if grown == reached:
            return True
        reached = grown
    return False
