"""The host of a table, and the player who takes the host's place.

If the host has left or stays away, that is the player who has sat longest.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.table.clock.pace import DAY
from bot.table.log.model import Status, Table, User
from engine.game import Seat

AWAY = DAY
"""Seconds without a step by the host, after which another player has the host's rights."""


def host_now(table: Table, now: int) -> User:
    """Return the user who has the rights of the host, as far as the table shows."""
    seat = table.seat_of(table.host)
    return next_host(table) or table.host if seat is None or now >= _here(table, seat, now) + AWAY else table.host


def next_host(table: Table, among: Collection[Seat] | None = None) -> User | None:
    """Return the person other than the host who has sat longest, or None.

    With `among`, only these seats count.
    """
    took, seats = table.standing.took, range(len(table.seats)) if among is None else among
    others = [seat for seat in seats if table.seats[seat].user not in (0, table.host)]
    longest = min(others, key=lambda seat: (took.index(seat) if seat in took else -1, seat), default=None)
    return None if longest is None else table.seats[longest].user


def _here(table: Table, seat: Seat, now: int) -> int:
    """Return when the host last did something, as far as this matters.

    Return `now` if nothing waits for the host.
    """
    lost = table.standing.halt.lost
    if table.status is Status.LOBBY:
        return table.standing.gathering.here[seat] or now  # 0: the host is asked whether they are here
    return lost.at if table.is_running and lost is not None and lost.rests else now
