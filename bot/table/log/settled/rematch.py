"""Rematches: the seats of a finished game whose players want one, and the next table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
from bot.table.log.steps import Exchanged
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Next:
    """The table at which the same people play again; as JSON, it is the notation of the step that names it."""

    table: int
    number: int


class Rematch(NamedTuple):
    """The seats whose players want another game, and its table."""

    agreed: tuple[Seat, ...] = ()
    next: Next | None = None
    order: tuple[Seat, ...] = ()
    """For each seat of the next table, its player's seat at this table; empty if the host moved nobody."""

    def find_order(self, seats: int) -> Sequence[Seat]:
        """Return the present seats of the players, in the order of their seats at the next table."""
        return self.order or range(seats)

    def apply_step(self, row: StepRow, seats: int) -> Rematch:
        """Return the state after a step. Raises ValueError if the step is not possible.

        The step says that a seat agrees, that the host exchanges two seats, or that the next table is open.
        """
        if row.seat is None:
            return self._replace(next=msgspec.json.decode(row.notation, type=Next))
        if row.notation:
            return self._exchange(row.seat, msgspec.json.decode(row.notation, type=Exchanged).seats, seats)
        if row.seat in self.agreed:
            raise ValueError("this seat agreed before")
        return self._replace(agreed=(*self.agreed, row.seat))

    def _exchange(self, host: Seat, moved_seats: tuple[Seat, Seat], seats: int) -> Rematch:
        """Return the state after the host let two players change places. Both must agree again, except the host."""
        first, second = moved_seats
        if not 0 <= first < second < seats:
            raise ValueError("there are no such seats to exchange")
        order = list(self.find_order(seats))
        first_place, second_place = order.index(first), order.index(second)
        order[first_place], order[second_place] = second, first
        agreed = tuple(seat for seat in self.agreed if seat not in moved_seats or seat == host)
        return self._replace(agreed=agreed, order=() if order == sorted(order) else tuple(order))
