"""What the lot does: who has which seat. Values only (docs/DEALS.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.table.dealing import Made
from bot.table.model import Table
from engine.deal import seat_lot
from engine.game import Seat

T = TypeVar("T")


def to_come(table: Table) -> bool:
    """Return whether the seats of a running game are still to be drawn.

    Until then no tile was seen, and what is noted of a seat would be of another afterwards.
    """
    return table.options.seats_by_lot() and not table.round


def drawn(table: int, made: Made, seed: bytes, randomness: str) -> tuple[Seat, ...]:
    """Return for each seat the one whose player has it once seats are drawn with the first deal."""
    return seat_lot(table, seed, made.due.message, randomness, made.due.marks)


def by_lot(values: Sequence[T], order: Sequence[Seat]) -> tuple[T, ...]:
    """Return what each seat had, as its player has it on their new one."""
    return tuple(values[old] for old in order)
