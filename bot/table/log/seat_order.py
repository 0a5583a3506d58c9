"""The seat that each player will have once the game begins.

It is the seat that they asked for, or the next free seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Table
from bot.table.log.settled.gathering import find_places
from engine.game import Seat


def places(table: Table) -> Sequence[Seat]:
    """Return the seat that each player will have, in the order of their seats in the log."""
    # once the game has begun, no wishes are left, and each player has the same seat as in the log
    return find_places(table.standing.gathering.wishes or (None,) * len(table.seats))


def seats_by_place(table: Table) -> Sequence[Seat]:
    """Return the players' seats in the log, in the order of the seats that they will have."""
    place_of = places(table)
    return sorted(range(len(place_of)), key=lambda seat: place_of[seat])
