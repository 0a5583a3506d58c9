"""Reads in a transaction what people and servers want."""

from __future__ import annotations

from bot.store import Transaction
from bot.table.clock.away import read_times
from bot.table.clock.reminders import ReminderMode, ReminderWishes
from bot.table.limits import Limits
from bot.table.log.draft import Draft
from bot.table.log.model import Status, User
from bot.table.preferences import PersonRow

PAUSE_AFTER_REFUSAL = 24 * 3600
"""Seconds for which no hand is sent after a user's private messages turned out to be closed."""


def wishes_from_row(row: PersonRow) -> ReminderWishes:
    """Return how a person wants to be reminded, and the end of their newest time away."""
    mode = ReminderMode(row.reminders or ReminderMode.ALL)
    times = read_times(row.away)
    return ReminderWishes(mode, row.quiet, row.zone, away_until=times[-1].end if times else 0)


async def read_mover_wishes(tx: Transaction, draft: Draft) -> ReminderWishes:
    """Return how the player to move wants to be reminded, or the defaults if no user is to move."""
    table = draft.table
    if table.status is not Status.RUNNING or table.mover is None or not table.mover.user or table.mover.player:
        return ReminderWishes()
    return wishes_from_row(await read_player(tx, draft, table.mover.user))


async def read_player(tx: Transaction, draft: Draft, user: User) -> PersonRow:
    """Return the preferences of a user.

    The first call also reads the preferences of all other players of the table. A move needs the preferences of
    its player and of the next player, so it takes one query for both.
    """
    if user not in draft.people:
        seated = [seat.user for seat in draft.stored_seats if seat.user]
        stored = await tx.people.players(draft.row.id, user)
        draft.people = {seated_user: stored.get(seated_user, PersonRow(seated_user)) for seated_user in (*seated, user)}
    return draft.people[user]


async def wants_large_print(tx: Transaction, user: User | None) -> bool:
    """Return whether a user wants large print; False without a user, for pictures for everybody."""
    return user is not None and (await tx.people.person(user)).large_print


def wants_private_hand(row: PersonRow, now: int) -> bool:
    """Return whether to send a user their hand by private message.

    Return False if they don't want that, and for a day after Discord refused a private message to them.
    """
    refused = row.refused_at is not None and now - row.refused_at < PAUSE_AFTER_REFUSAL
    return row.private_hand and not refused


async def limits_of(tx: Transaction, limits: Limits, guild: int | None) -> Limits:
    """Return the limits that hold on a server."""
    return limits.on_server(await tx.servers.server(guild or 0))
