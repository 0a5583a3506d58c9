"""What the lot does: who has which seat. Values only (docs/DEALS.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.table.log.model import Table
from engine.deal import draw_seats
from engine.game import Seat

T = TypeVar("T")


def is_pending(table: Table) -> bool:
    """Return whether the seats of a running game are still to be drawn.

    Until then no tile was seen, and what is noted of a seat would be of another afterwards.
    """
    return table.options.has_seat_draw() and not table.round


def draw_order(table: int, seed: bytes, randomness: str, seats: int) -> tuple[Seat, ...]:
    """Return for each seat its player's old seat, if the first deal draws the seats."""
    return draw_seats(table, seed, randomness, seats)


def reorder_by_draw(values: Sequence[T], order: Sequence[Seat]) -> tuple[T, ...]:
    """Return what each seat had, as its player has it on their new one."""
    return tuple(values[old] for old in order)
