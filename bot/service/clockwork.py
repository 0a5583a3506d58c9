"""Changes tables when time passes. Like all changes, these go through the repository."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import structlog

from bot.runtime.clock import Clock
from bot.service.absence import RECHECK_AFTER, Absence, Gap
from bot.service.effective_settings import read_mover_wishes
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.log.draft import Draft
from bot.table.log.model import NO_CAUSE, Table
from bot.table.refusals import Busy, NoAnswer, Refusal, StorageFull
from bot.table.rules import deadlines, lobby

TABLES_AFTER_GAP = 10
"""How many due tables are returned at a time while tables wait for missed time.

Thousands may be due then, and presses of players come first.
"""

log = structlog.get_logger()


async def _assume_posted(_table: Table, _vote: int) -> bool:
    return True


class Clockwork:
    """Applies what is due at tables: deadlines, and other changes that need no press."""

    def __init__(self, repository: Repository, absence: Absence, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._absence = absence
        self._store = store
        self._clock = clock
        self._waiting: list[int] = []
        """Tables that still have to be checked for missed time, the next table last."""
        self._gaps: Sequence[Gap] = ()
        """The gaps for which these tables are checked."""

    async def find_due(self) -> Sequence[int]:
        """Return the tables where something is due, longest waiting first.

        There are at most 50, and at most `TABLES_AFTER_GAP` while tables wait for missed time.
        """
        due = await self._store.run(lambda tx: tx.lists.find_due(self._clock.now()))
        return due[:TABLES_AFTER_GAP] if self._absence.owed_gaps else due

    async def next_wake(self) -> int | None:
        """Return when something is due next at a table, in UTC seconds."""
        return await self._store.run(lambda tx: tx.lists.next_wake())

    async def tick(self, table: int, is_posted: Callable[[Table, int], Awaitable[bool]] = _assume_posted) -> Table:
        """Apply what is due at a table, and return the table.

        `is_posted` is called with the table and the first step of a vote, and returns whether players can read the
        vote's question. If they can't, the time of the vote begins again.
        """
        ticked, time_passed = await self._pass_time(table, due=True)
        vote = deadlines.find_expired_vote(ticked, self._clock.now()) if time_passed and ticked.is_running else None
        if vote is None:
            return ticked
        if await is_posted(ticked, vote):
            return (await self._pass_time(table, due=True, vote_is_posted=True))[0]

        async def restart_vote(_: Transaction, draft: Draft) -> None:
            deadlines.restart_vote_time(draft, vote)

        return (await self._repository.change(table, NO_CAUSE, restart_vote)).table

    async def put_off(self, table: int, seconds: int) -> None:
        """Check a table's clock again in `seconds`, since the table could not be read now."""
        await self._store.run(lambda tx: tx.tables.wake(table, self._clock.now() + seconds))

    async def compensate_tables(self, most: int) -> bool:
        """Give at most `most` tables back the time in which nobody could play.

        The tables with the next deadline come first. Return whether other tables still wait. Each table would get its
        time back before its next change anyway, but this way everybody sees the new times soon.
        """
        if not self._absence.owed_gaps:
            return False
        if self._gaps != self._absence.owed_gaps:
            self._gaps = self._absence.owed_gaps
            self._waiting = [*reversed(await self._store.run(lambda tx: tx.lists.timed_tables()))]
        for _ in range(min(most, len(self._waiting))):
            try:
                await self._pass_time(self._waiting[-1], due=False)
            except (Busy, NoAnswer, StorageFull):
                raise
            except Exception:
                log.exception("missed time not given back", table=self._waiting[-1])
            self._waiting.pop()
        if not self._waiting:
            await self._absence.mark_compensated(self._gaps)
        return bool(self._waiting)

    async def close_idle(self, seconds: int) -> None:
        """Close the tables that have waited `seconds` for players without a change."""
        since = self._clock.now() - seconds
        since -= self._absence.seconds_lost_since(since)  # time in which nobody could join does not count

        async def close(_: Transaction, draft: Draft) -> None:
            lobby.close(draft)

        for table in await self._store.run(lambda tx: tx.lists.idle_lobbies(since)):
            with suppress(Refusal):  # a player joined or the host started meanwhile
                await self._repository.change(table, NO_CAUSE, close)

    async def _pass_time(self, table: int, *, due: bool, vote_is_posted: bool = False) -> tuple[Table, bool]:
        """Give a table its missed time back; if `due`, also apply what is due there.

        `vote_is_posted` is whether players can read the question of its vote. Return the table, and whether time passes
        there. No time passes while its server is away.
        """
        await self._absence.check_for_gap()

        async def work(tx: Transaction) -> tuple[Draft, bool]:
            draft = await self._repository.open(tx, table, lock=True)
            if self._absence.is_resting(draft.table):
                await tx.tables.wake(table, self._clock.now() + RECHECK_AFTER)
                return draft, False
            self._repository.compensate(draft)
            if due:
                deadlines.tick(draft, await read_mover_wishes(tx, draft), read=vote_is_posted)
            await self._repository.save(tx, draft)
            return draft, True

        draft, time_passed = await self._store.run(work)
        if time_passed:
            self._repository.finish_save(draft)
        return draft.table, time_passed
