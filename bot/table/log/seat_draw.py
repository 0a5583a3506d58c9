"""The draw of seats by the first deal (docs/DEALS.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.table.log.model import Table
from engine.game import Seat

T = TypeVar("T")


def is_pending(table: Table) -> bool:
    """Return whether a running game has yet to draw its seats. Until then, nobody has seen a tile."""
    return table.options.has_seat_draw() and not table.round


def reorder_by_draw(values: Sequence[T], order: Sequence[Seat]) -> tuple[T, ...]:
    """Return values of seats in the order of the new seats. Each value moves with its player."""
    return tuple(values[old] for old in order)
