"""Where plates, tiles and the boxes of pairs lie on a table of two pairs.

Seat 0 is at the lower edge, and the others follow clockwise, so partners sit opposite each other. In large print each
seat has a row.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Seat
from renderers.kit import picture
from renderers.kit.geometry import DOWN, RIGHT
from renderers.tricks.parts import MARGIN

Box = tuple[int, int, int, int]
"""Left, top, width and height."""
GAP = 12
_HEAD, _LARGE_HEAD = 108, 184
_FOOT, _LARGE_FOOT = 108, 92
_BADGE = 46
"""The room above a tile for the badge with its points; only some tiles count."""


class Spot(NamedTuple):
    """The places of a seat's plate and of its tile."""

    seat: Seat
    plate: Box
    x: int
    y: int
    """The middle of the tile."""
    heading: int
    unit: int


class Places(NamedTuple):
    """The places of a whole picture."""

    width: int
    height: int
    foot: int
    """The upper edge of the foot."""
    panel: Box
    spots: tuple[Spot, ...]
    boxes: tuple[Box, Box]
    """A box for each pair, in the order of their signs."""
    notes: tuple[Box, Box]
    """The places for two notes: what was led, and the progress of the round."""


def around_the_table(box: int) -> Places:
    """Return the places with the seats around the trick.

    The notes are in the lower corners. Above all that are the boxes of the pairs, of height `box`.
    """
    width, middle = picture.WIDTH, picture.WIDTH // 2
    unit = 116
    # the height of plates, their width above and below the tiles, and their width at the sides
    plate, wide, narrow = 112, 356, 290
    left, right = MARGIN + GAP, width - MARGIN - GAP
    top = _HEAD + box + GAP
    table_height = 2 * (plate + _BADGE + unit) + 24 + 2 * GAP
    centre, bottom = top + table_height // 2, top + table_height
    reach = middle - left - narrow - 20 - unit // 2  # from the middle to the tiles at the sides
    upper = top + GAP + plate + _BADGE + unit // 2  # the middle of the upper tile
    box_width = middle - MARGIN - GAP // 2
    spots = (
        Spot(0, (middle - wide // 2, bottom - GAP - plate, wide, plate), middle, upper + unit + _BADGE, RIGHT, unit),
        Spot(1, (left, centre - plate // 2, narrow, plate), middle - reach, centre, DOWN, unit),
        Spot(2, (middle - wide // 2, top + GAP, wide, plate), middle, upper, RIGHT, unit),
        Spot(3, (right - narrow, centre - plate // 2, narrow, plate), middle + reach, centre, DOWN, unit),
    )
    corner_width, corner_height = middle - wide // 2 - GAP - MARGIN, (table_height - plate) // 2
    corner_top = bottom - corner_height
    return Places(
        width=width,
        height=bottom + _FOOT,
        foot=bottom,
        panel=(MARGIN, top, width - 2 * MARGIN, table_height),
        spots=spots,
        boxes=((MARGIN, _HEAD, box_width, box), (width - MARGIN - box_width, _HEAD, box_width, box)),
        notes=(
            (MARGIN, corner_top, corner_width, corner_height),
            (width - MARGIN - corner_width, corner_top, corner_width, corner_height),
        ),
    )


def in_rows(box: int, *, with_bid: bool) -> Places:
    """Return the places of seats below each other, for large print.

    They are below the boxes of the pairs, of height `box`. With a bid the head is taller: its second line names trump.
    """
    width = picture.LARGE_WIDTH
    unit = 92
    row, notes = 130, 130  # the heights of a seat's row, and of the notes
    head = _LARGE_HEAD if with_bid else _HEAD
    column_width = (width - 2 * MARGIN - GAP) // 2
    top = head + box + GAP
    tops = [top + i * (row + GAP) for i in range(4)]
    right = width - MARGIN - column_width
    bottom = tops[-1] + row
    spots = tuple(
        Spot(seat, (MARGIN, y, column_width, row), right + column_width // 2, y + row // 2 + 4, RIGHT, unit)
        for seat, y in enumerate(tops)
    )
    return Places(
        width=width,
        height=bottom + notes + _LARGE_FOOT,
        foot=bottom + notes,
        panel=(right, top, column_width, bottom - top),
        spots=spots,
        boxes=((MARGIN, head, column_width, box), (right, head, column_width, box)),
        notes=((MARGIN, bottom, column_width, notes), (right, bottom, column_width, notes)),
    )
