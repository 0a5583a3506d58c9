"""Reads the facts that a rule needs beside its table."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.service.effective_settings import limits_of, wishes_from_row
from bot.service.repository import OPEN
from bot.store import Transaction
from bot.table.clock.pace import DAY, HOUR
from bot.table.limits import Limits
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, Facts
from bot.table.log.model import User
from bot.table.log.steps import Kind
from bot.table.marks import is_block_of
from bot.table.rules.admission import users_at


async def read(tx: Transaction, draft: Draft, kinds: Iterable[Fact], limits: Limits) -> Facts:
    """Return the facts of these kinds, for a rule that is about to change a table.

    `limits` are the bot's own. They apply if the rule does not need the limits of the server.
    """
    facts = Facts(limits, roles=draft.cause.roles)
    table = draft.table
    caller = draft.cause.user or 0
    for fact in kinds:
        match fact:
            case Fact.LIMITS:
                facts.limits = await limits_of(tx, limits, table.guild)
            case Fact.TABLES_OF_CALLER:
                facts.tables_of = await _count_tables_of(tx, [caller])
            case Fact.TABLES_OF_PLAYERS:
                facts.tables_of = await _count_tables_of(tx, [person.user for person in table.people])
            case Fact.OWN_TABLES:
                own = await tx.lists.tables_of(caller, guild=table.guild or 0, own=True)
                facts.own_tables = sum(row.id != table.id for row in own)
            case Fact.TABLES_HERE:
                # this table itself is not counted
                facts.tables_here = await tx.lists.count_tables_in(table.channel) - (table.status in OPEN)
            case Fact.OPENED:
                facts.opened = len(await tx.people.steps_since(caller, Kind.NEW.value, draft.now - HOUR))
            case Fact.AWAY:
                facts.away_until = wishes_from_row(await tx.people.person(caller)).away_until
            case Fact.JOINS:
                facts.joins = await tx.people.count_steps(table.id, caller, Kind.JOIN.value)
            case Fact.VOTES:
                since = draft.now - 60 * limits.minutes_between_votes
                facts.votes = await tx.people.steps_since(caller, Kind.VOTE.value, since)
            case Fact.DEPARTURES:
                facts.departures = await tx.people.departures(table.id)
            case Fact.RATED:
                facts.rated = (await tx.servers.server(table.guild or 0)).rated
            case Fact.REMATCH_STAYS:
                facts.rematch_stays = (await tx.servers.server(table.guild or 0)).rematch_stays
            case Fact.BLOCKS:
                facts.blocks = await read_blocks(tx, {caller, *users_at(table)})
            case Fact.ADMISSION:
                await add_admission(tx, facts, table.guild, draft.cause.joined_at, draft.now)
            case Fact.CHALLENGED:
                facts.challenged = await tx.challenges.challenged_by(caller, draft.now - DAY)
            case Fact.FIRST_MESSAGE:
                facts.first_message = await tx.posts.first_message(table.id)
    return facts


async def read_blocks(tx: Transaction, users: Collection[User]) -> Collection[tuple[User, User]]:
    """Return who has blocked whom among these users, as pairs."""
    rows = await tx.blocks.among(users)
    return frozenset((row.user, other) for row in rows for other in users if is_block_of(row, other))


async def add_admission(tx: Transaction, facts: Facts, guild: int | None, joined_at: int | None, now: int) -> None:
    """Add whom a server keeps out of its tables, and whether a member is too new.

    `joined_at` is when the member joined the server, None if Discord didn't say. If it is None, they count as too
    new on a server with a limit for newcomers.
    """
    facts.kept_out = await tx.moderation.kept_out_of(guild or 0, now)
    days = (await tx.servers.server(guild or 0)).newcomers or 0
    facts.too_new = days > 0 and (joined_at is None or now < joined_at + days * DAY)


async def _count_tables_of(tx: Transaction, users: Iterable[User]) -> dict[User, int]:
    return {user: await tx.lists.count_tables_of(user) for user in users if user}
