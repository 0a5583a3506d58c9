"""Marks of people that outlive the deletion of everything else about them.

A mark names nobody. It is made of the person's id with a key of its own, and lies with it in the database. There are
marks of people who left a seat of a running game, and so have seen its tiles and may take no other, and of people whom
the host took out and who may take none: both last until the game ends. Marks of people who were away last until no such
day counts. A reader of the database can only try ids, and after that not even do that.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from bot.table.clock.away import A_YEAR, TimeAway, write_times
from bot.table.log.model import User
from bot.table.log.rows import AwayMarkRow, DepartureRow
from engine.game import Seat

KEY_BYTES = 32
AWAY = "away"
NO_SEAT = -1
"""Stands for the seat of a user whom the host took out."""


def departure(table: int, user: User, seat: Seat) -> DepartureRow:
    """Make the mark of a user who left a seat, or may take none."""
    key = secrets.token_hex(KEY_BYTES)
    return DepartureRow(table, _mark(key, table, user), key, seat)


def find_departure_marks(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    """Return the marks of one user who has seen the tiles of seats."""
    return [row for row in _of(user, rows) if row.seat != NO_SEAT]


def find_removal_marks(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    """Return the marks of one user whom hosts took out."""
    return [row for row in _of(user, rows) if row.seat == NO_SEAT]


def mark_away(user: User, times: Sequence[TimeAway]) -> AwayMarkRow:
    """Make the mark of a user who was away, all in the past."""
    key = secrets.token_hex(KEY_BYTES)
    until = max(each.end for each in times) + A_YEAR
    return AwayMarkRow(_mark(key, AWAY, user), key, write_times(times), until)


def find_away_marks(user: User, rows: Sequence[AwayMarkRow]) -> Sequence[AwayMarkRow]:
    """Return the marks of one user who was away."""
    return [row for row in rows if hmac.compare_digest(row.mark, _mark(row.key, AWAY, user))]


def _of(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    return [row for row in rows if hmac.compare_digest(row.mark, _mark(row.key, row.table, user))]


def _mark(key: str, about: int | str, user: User) -> str:
    return hmac.new(bytes.fromhex(key), f"{about} {user}".encode(), hashlib.sha256).hexdigest()
