"""The host of a table, and who replaces them if they have left or stay away.

The player who has sat longest replaces them.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.table.clock.pace import DAY
from bot.table.log.model import Status, Table, User
from engine.game import Seat

AWAY = DAY
"""After this many seconds without a step by the host, another player has the host's rights."""


def host_now(table: Table, now: int) -> User:
    """Return the user who has the rights of the host now, according to the log."""
    seat = table.seat_of(table.host)
    is_away = seat is None or now >= _last_seen(table, seat, now) + AWAY
    substitute = next_host(table) if is_away else None
    return substitute or table.host


def next_host(table: Table, among: Collection[Seat] | None = None) -> User | None:
    """Return the person other than the host who has sat longest, or None.

    With `among`, only these seats count.
    """
    taken_later = table.standing.newcomer_seats
    seats = range(len(table.seats)) if among is None else among
    others = [seat for seat in seats if table.seats[seat].user not in (0, table.host)]

    def seniority(seat: Seat) -> tuple[int, Seat]:  # players from the start come first
        return taken_later.index(seat) if seat in taken_later else -1, seat

    successor = min(others, key=seniority, default=None)
    return None if successor is None else table.seats[successor].user


def _last_seen(table: Table, seat: Seat, now: int) -> int:
    """Return when the host last did something that the table waits for; `now` if it doesn't wait for the host."""
    lost = table.standing.halt.lost
    if table.status is Status.LOBBY:
        return table.standing.gathering.here[seat] or now  # it is 0 while the host is asked whether they are here
    return lost.at if table.is_running and lost is not None and lost.unresolved else now
