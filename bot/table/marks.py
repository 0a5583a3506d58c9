"""Marks of people who left a seat of a running game: they have seen its tiles, and may take no other.

A mark is made of the person's id with a key of its own, and lies with it in the database until the game ends. So it
outlives the deletion of everything else about them. A reader of the database can then only try ids, and after the game
not even that.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from bot.table.model import User
from bot.table.rows import DepartureRow
from engine.game import Seat

KEY_BYTES = 32


def departure(table: int, user: User, seat: Seat) -> DepartureRow:
    """Make the mark of a user who left a seat."""
    key = secrets.token_hex(KEY_BYTES)
    return DepartureRow(table, _mark(key, table, user), key, seat)


def left_by(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    """Return the marks of one user."""
    return [row for row in rows if hmac.compare_digest(row.mark, _mark(row.key, row.table, user))]


def _mark(key: str, table: int, user: User) -> str:
    return hmac.new(bytes.fromhex(key), f"{table} {user}".encode(), hashlib.sha256).hexdigest()
