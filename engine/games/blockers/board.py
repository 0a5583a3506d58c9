"""The board of nine by nine spaces, and what hangs together on it (blockers.md §1, §4).

A space is an int: 9 · row + column, A1 is 0. A set of spaces is an int used as a bit mask; each colour's tiles are one.
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
    """A set of spaces as a bit mask."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def row(space: Space) -> int:
    """0 for row A."""
    return space // SIDE


def column(space: Space) -> int:
    """0 for column 1."""
    return space % SIDE


def zone(space: Space) -> int:
    """0 … 8, row by row from the upper left."""
    return row(space) // 3 * 3 + column(space) // 3


ROWS = tuple(mask_of(s for s in SPACES if row(s) == i) for i in range(SIDE))
COLUMNS = tuple(mask_of(s for s in SPACES if column(s) == i) for i in range(SIDE))
ZONES = tuple(mask_of(s for s in SPACES if zone(s) == i) for i in range(SIDE))

_NOT_FIRST, _NOT_LAST = EVERYWHERE & ~COLUMNS[0], EVERYWHERE & ~COLUMNS[-1]


def space_name(space: Space) -> str:
    """A1 … I9."""
    return f"{'ABCDEFGHI'[row(space)]}{column(space) + 1}"


def beside(mask: Mask) -> Mask:
    """All spaces that share an edge with one of these."""
    return (mask << SIDE | mask >> SIDE | (mask & _NOT_LAST) << 1 | (mask & _NOT_FIRST) >> 1) & EVERYWHERE


NEIGHBOURS: tuple[Mask, ...] = tuple(beside(1 << space) for space in SPACES)


def spread(start: Mask, within: Mask) -> Mask:
    """All that can be reached from `start` by edges without leaving `within`."""
    reached, edge = start, start
    while edge:
        edge = beside(edge) & within & ~reached
        reached |= edge
    return reached


@lru_cache(maxsize=4096)
def groups(tiles: Mask) -> tuple[Mask, ...]:
    """The groups of one colour's tiles, by their first space (§4)."""
    found = []
    while tiles:
        group = spread(tiles & -tiles, tiles)
        found.append(group)
        tiles &= ~group
    return tuple(found)


@lru_cache(maxsize=4096)
def capturable(tiles: Mask) -> Mask:
    """Those of one colour's tiles whose group stays in one piece without them (§4)."""
    return mask_of(space for space in bits(tiles) if not _holds_together(space, tiles))


def _holds_together(space: Space, tiles: Mask) -> bool:
    """Whether taking this tile would tear its group.

    With one neighbour or none it stands at an end; otherwise the neighbours must reach each other without it.
    """
    near = NEIGHBOURS[space] & tiles
    first = near & -near
    return near != first and near & ~spread(first, tiles & ~(1 << space)) != 0
