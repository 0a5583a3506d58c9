"""Playing again: the seats of a finished game that want to, and the table that follows. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.table.rows import StepRow
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Next:
    """The table where the same people play again; as JSON the notation of the step that names it."""

    table: int
    number: int


class Rematch(NamedTuple):
    """Who wants another game, and where it is."""

    agreed: tuple[Seat, ...] = ()
    next: Next | None = None

    def after(self, seat: Seat | None) -> Rematch:
        """Return the same after a seat agreed. Raises ValueError for one that did before."""
        if seat is None or seat in self.agreed:
            raise ValueError("nobody said it")
        return self._replace(agreed=(*self.agreed, seat))

    def followed(self, row: StepRow) -> Rematch:
        """Return the same once the next table is open."""
        return self._replace(next=msgspec.json.decode(row.notation, type=Next))
