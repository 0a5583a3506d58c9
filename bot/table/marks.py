"""Marks of people that outlive the deletion of everything else about them.

A mark names nobody. It is a keyed hash of the person's id, and its random key is stored beside it. A reader of the
database can only try ids one by one, as long as the mark is there. There are five kinds:

- A person left a seat of a running game. They have seen the tiles of that seat, so they can't take another one
  until the game ends.
- The host took a person out of a table. They can't take a seat there until the game ends.
- Moderators keep a person out of a server's tables. The mark lasts until the ban ends.
- A person was away and has used up some of their days. The mark lasts as long as any of these days count.
- A person was blocked by another. The mark lasts until the other lifts the block or is deleted.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from bot.table.clock.away import A_YEAR, TimeAway, write_times
from bot.table.log.model import User
from bot.table.log.rows import AwayMarkRow, BlockRow, DepartureRow, KeptOutRow
from engine.game import Seat

KEY_BYTES = 32
AWAY, BLOCK = "away", "block"
NO_SEAT = -1
"""The seat in the mark of a user whom the host took out."""


def mark_departure(table: int, user: User, seat: Seat) -> DepartureRow:
    """Make the mark of a user who left a seat; with `NO_SEAT`, of a user whom the host took out."""
    key = secrets.token_hex(KEY_BYTES)
    return DepartureRow(table, _hash_user(key, table, user), key, seat)


def find_departure_marks(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    """Return the marks for seats that a user left, whose tiles they have seen."""
    return [row for row in _marks_of(user, rows) if row.seat != NO_SEAT]


def find_removal_marks(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    """Return the marks for tables from which the host took a user out."""
    return [row for row in _marks_of(user, rows) if row.seat == NO_SEAT]


def mark_away(user: User, times: Sequence[TimeAway]) -> AwayMarkRow:
    """Make the mark of a user who was away; all these times away are over."""
    key = secrets.token_hex(KEY_BYTES)
    until = max(time.end for time in times) + A_YEAR
    return AwayMarkRow(_hash_user(key, AWAY, user), key, write_times(times), until)


def find_away_marks(user: User, rows: Sequence[AwayMarkRow]) -> Sequence[AwayMarkRow]:
    """Return the marks of a user's times away."""
    return [row for row in rows if hmac.compare_digest(row.mark, _hash_user(row.key, AWAY, user))]


def make_block(user: User, other: User, at: int) -> BlockRow:
    """Make the row of a user who blocks another."""
    key = secrets.token_hex(KEY_BYTES)
    return BlockRow(user, _hash_user(key, f"{BLOCK} {user}", other), key, other, at)


def is_block_of(row: BlockRow, other: User) -> bool:
    """Return whether a user is blocked by this row, even if they were deleted since."""
    if row.other is not None:
        return row.other == other
    return hmac.compare_digest(row.mark, _hash_user(row.key, f"{BLOCK} {row.user}", other))


def mark_kept_out(guild: int, user: User, until: int | None) -> KeptOutRow:
    """Make the mark of a user whom moderators keep out of a server's tables."""
    key = secrets.token_hex(KEY_BYTES)
    return KeptOutRow(guild, _hash_user(key, guild, user), key, until)


def find_kept_out(user: User, rows: Sequence[KeptOutRow]) -> Sequence[KeptOutRow]:
    """Return the marks that keep a user out. They are found even if the user was deleted since."""
    return [row for row in rows if hmac.compare_digest(row.mark, _hash_user(row.key, row.guild, user))]


def _marks_of(user: User, rows: Sequence[DepartureRow]) -> Sequence[DepartureRow]:
    return [row for row in rows if hmac.compare_digest(row.mark, _hash_user(row.key, row.table, user))]


def _hash_user(key: str, about: int | str, user: User) -> str:
    return hmac.new(bytes.fromhex(key), f"{about} {user}".encode(), hashlib.sha256).hexdigest()
