"""The seats that the players of a table will have once it begins.

Some asked for a seat, the others move up.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Table
from bot.table.log.settled.gathering import find_places
from engine.game import Seat


def places(table: Table) -> Sequence[Seat]:
    """Return for each player, in the order of the log, the seat they sit on.

    It is the one that they asked for, else the first free one.
    """
    return find_places(table.standing.gathering.wishes or (None,) * len(table.seats))


def seats_by_place(table: Table) -> Sequence[Seat]:
    """Return the players' seats of the log in the order in which they sit."""
    sits = places(table)
    return sorted(range(len(sits)), key=lambda seat: sits[seat])
