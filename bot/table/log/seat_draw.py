"""The draw of seats by the first deal (docs/DEALS.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.table.log.model import Table
from engine.game import Seat

T = TypeVar("T")


def is_pending(table: Table) -> bool:
    """Return whether a running game is still to draw its seats, so that nobody has seen a tile yet."""
    return table.options.has_seat_draw() and not table.round


def reorder_by_draw(values: Sequence[T], order: Sequence[Seat]) -> tuple[T, ...]:
    """Return values of seats in the order of the new seats: a player's value moves with them."""
    return tuple(values[old] for old in order)
