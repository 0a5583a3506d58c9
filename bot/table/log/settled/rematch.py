"""Rematches: the seats of a finished game whose players want one, and the next table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
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

    def after(self, row: StepRow) -> Rematch:
        """Return the state after a seat agreed, or once the next table is open. Raises ValueError."""
        if row.seat is None:
            return self._replace(next=msgspec.json.decode(row.notation, type=Next))
        if row.seat in self.agreed:
            raise ValueError("this seat agreed before")
        return self._replace(agreed=(*self.agreed, row.seat))
