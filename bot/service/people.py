"""What is stored about people, and how it is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from bot.runtime.clock import Clock
from bot.service import facts
from bot.service.away import keep_marks, read_before_deletion
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.away import days_taken
from bot.table.clock.pace import MINUTE
from bot.table.clock.timing import without_private
from bot.table.limits import LIMITS
from bot.table.log.draft import Draft
from bot.table.log.facts import required_facts
from bot.table.log.model import Status, User
from bot.table.log.rows import OrderRow, PersonalData
from bot.table.marks import find_departure_marks, find_kept_out, find_removal_marks
from bot.table.refusals import FORMER, Damaged, Unknown
from bot.table.rules import challenge, lobby, seats

CLEANING = "cleaning"
"""The key that records that deleted data is still in the database's files."""
CLEANING_INTERVAL = 30 * MINUTE
"""The fewest seconds between two deletions that clean the files immediately.

Everything else has to wait while the files are rewritten.
"""


class People:
    """Lists what is stored about people, and deletes it."""

    def __init__(self, repository: Repository, store: Store, clock: Clock, forgetting: asyncio.Lock) -> None:
        """Hold the lock `forgetting` while a user is removed from all rows.

        This way games that are counted at the same time don't write the user back.
        """
        self._repository = repository
        self._store = store
        self._clock = clock
        self._forgetting = forgetting
        self._cleaned_at: int | None = None

    async def collect_data(self, user: User) -> PersonalData:
        """Return everything that is stored about a user."""

        async def work(tx: Transaction) -> PersonalData:
            marks = await tx.people.departures()
            departures = find_departure_marks(user, marks)
            removals = find_removal_marks(user, marks)
            days_away = days_taken(await read_before_deletion(tx, user), self._clock.now())
            data = await tx.people.collect_data(user)
            blocked = user in await tx.orders.blocked_ids()
            kept_out = find_kept_out(user, await tx.moderation.kept_out(self._clock.now()))
            return data._replace(
                left=tuple((row.table, row.seat) for row in departures),
                out=tuple(row.table for row in removals),
                away=days_away,
                blocked=blocked,
                kept_out=tuple((row.guild, row.until) for row in kept_out),
            )

        return await self._store.run(work)

    async def forget(self, user: User) -> None:
        """Delete a person; their seats become a former player's.

        Anonymous marks (`bot/table/marks.py`) stay as long as they count.

        In a running game, a computer player takes the seat until another user does. A game that only this person plays
        ends.
        """

        async def work(tx: Transaction) -> tuple[Sequence[int], list[Draft]]:
            await tx.meta.remember(CLEANING, "due")  # first: this row is locked, so no process counts a game meanwhile
            tables = await tx.people.tables_about(user)
            drafts = await self._leave_all_tables(tx, user)
            await tx.orders.clear(OrderRow("forget", user))
            await keep_marks(tx, user, self._clock.now())
            await tx.people.forget(user, FORMER)
            for table in tables:  # a checkpoint names the users who took steps before it
                await tx.checkpoints.forget(table)
            if self._store.is_shared:
                await tx.news.announce_deletion()
            return tables, drafts

        async with self._forgetting:
            tables, drafts = await self._store.run(work)
        for draft in drafts:
            self._repository.finish_save(draft)
        for table in tables:  # not earlier: what is finished above is cached, and names the users who took the steps
            self._repository.uncache(table)
        now = self._clock.now()
        was_cleaned_recently = (
            self._cleaned_at is not None and self._cleaned_at <= now < self._cleaned_at + CLEANING_INTERVAL
        )
        if not was_cleaned_recently:  # otherwise the next periodic cleaning does it
            await self.clean()
            self._cleaned_at = now

    async def forget_blocks_and_reports(self, user: User) -> None:
        """Delete the blocks and reports that concern a user, even those by other users, which the user never sees."""

        async def work(tx: Transaction) -> None:
            had_blocks = await tx.blocks.forget_user(user)
            had_reports = await tx.moderation.forget_user(user)
            if had_blocks or had_reports:
                await tx.meta.remember(CLEANING, "due")

        await self._store.run(work)

    async def block(self, id: int) -> None:
        """Block a user or a server; a blocked user leaves all tables, as if deleted."""

        async def work(tx: Transaction) -> list[Draft]:
            await tx.orders.block(id)
            await tx.orders.clear(OrderRow("block", id))
            return await self._leave_all_tables(tx, id)

        for draft in await self._store.run(work):
            self._repository.finish_save(draft)

    async def _leave_all_tables(self, tx: Transaction, user: User) -> list[Draft]:
        """Let a user leave all open tables, and return the changed tables.

        At tables that can't be read, only forget the user's plans.
        """
        drafts = []
        for table in await tx.challenges.kept_for(user):
            with suppress(Unknown, Damaged):  # the table can't be read, so nobody can join there
                drafts.append(await self._release_seat(tx, table, user))
        for table in await tx.lists.all_open_of(user):
            try:
                drafts.append(await self._leave_table(tx, table, user))
            except (Unknown, Damaged):  # the table can't be read, so nobody has to play there
                await _forget_plans(tx, table, user)
        return drafts

    async def _release_seat(self, tx: Transaction, table: int, user: User) -> Draft:
        """Stop keeping a seat for a user at a table, and return the changed table."""
        draft = await self._repository.open(tx, table, lock=True)
        self._repository.compensate(draft)
        challenge.release(draft, user)
        await self._repository.save(tx, draft)
        return draft

    async def _leave_table(self, tx: Transaction, table: int, user: User) -> Draft:
        """Let a user leave a table, and return the changed table."""
        draft = await self._repository.open(tx, table, lock=True)
        self._repository.compensate(draft)
        draft.facts = await facts.read(tx, draft, required_facts(seats.leave), LIMITS)
        _leave_seat(draft, user)
        await self._repository.save(tx, draft)
        return draft

    async def clean(self) -> None:
        """Remove deleted data from the database's files, if there is any left.

        Times away that no longer count are deleted too.
        """
        await self._store.run(lambda tx: tx.people.forget_old_away_marks(self._clock.now()))
        if await self._store.recall(CLEANING) == "due":
            await self._store.clean()
            await self._store.remember(CLEANING, "done")


async def _forget_plans(tx: Transaction, table: int, user: User) -> None:
    """Forget a user's plans at a table that cannot be read, if its clock can be read."""
    row = await tx.tables.table(table, lock=True)
    seat_rows = await tx.tables.seats(table)
    seat = next((number for number, seat_row in enumerate(seat_rows) if seat_row.user == user), None)
    if row is not None and seat is not None:
        with suppress(msgspec.MsgspecError, IndexError):
            await tx.tables.save_table(row._replace(clock=without_private(row.clock, seat)), row.seq)


def _leave_seat(draft: Draft, user: User) -> None:
    """Give up a user's seat, whatever the table is doing.

    Do nothing if they have neither a seat nor a request for one, for example because the game has ended meanwhile.
    """
    if draft.table.seat_of(user) is None and draft.table.requested_seat(user) is None:
        return
    if draft.table.status is Status.LOBBY:
        lobby.leave(draft, user)
    elif draft.table.is_running:
        seats.leave(draft, user)
