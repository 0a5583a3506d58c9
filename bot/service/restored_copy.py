"""The first start after a restore from a copy, when the newest steps may be lost.

Each game is paused until its messages have been searched for lost steps.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from bot.service.repository import Change, Repository
from bot.store import Store, Transaction
from bot.store.restore import RESTORED
from bot.table.log.beacon import DISCORD_EPOCH
from bot.table.log.draft import Draft
from bot.table.log.model import NO_CAUSE
from bot.table.refusals import Damaged, Unknown
from bot.table.rules import deals, restored


class FoundAnnouncement(NamedTuple):
    """A message in a channel that shows the hash of step `seq`."""

    seq: int
    channel: int
    message: int


class Restoration:
    """Pauses the games of a restored database, and resumes or ends each once its channel was searched."""

    def __init__(self, repository: Repository, store: Store) -> None:
        self._repository = repository
        self._store = store

    async def begin(self) -> int | None:
        """Pause each running game of the copy; return how many there are.

        Return None if this database was not restored. If `begin` is interrupted, it is called again at the next start.
        """
        mark = await self._store.recall(RESTORED)
        if mark is None:
            return None
        copied_at, restored_at = map(int, mark.split())
        until = _first_id_at(restored_at)  # messages before this id may name lost steps
        running = await self._store.run(lambda tx: tx.lists.running_tables())
        for table in running:
            with suppress(Unknown, Damaged):  # nobody can play there anyway
                await self._repository.change(table, NO_CAUSE, _pause(copied_at, until))
        await self._store.run(_mark_all_outdated)
        return len(running)

    async def newest_message(self, table: int, channel: int) -> int:
        """Return the newest known message of a table in a channel or thread, else 0."""
        return await self._store.run(lambda tx: tx.posts.newest_message(table, channel)) or 0

    async def apply_search(
        self, table: int, until: int, *, later_deal_found: bool, announced: FoundAnnouncement | None
    ) -> None:
        """Resume a game after its channel was searched, or end it.

        The game ends if a later deal or the end of the game was found there. `announced` is the announcement of the due
        deal, if it was found. Messages with ids up to `until` may name lost steps.
        """

        async def work(_: Transaction, draft: Draft) -> None:
            restored.resume(draft, until, later_deal_found=later_deal_found)
            if announced is not None:
                deals.note_post(draft, *announced)

        await self._repository.change(table, NO_CAUSE, work)


def _first_id_at(at: int) -> int:
    """Return the lowest id that a message sent at a time or later can have.

    Above its lowest 22 bits, an id of Discord is the time in milliseconds.
    """
    return (1000 * at - DISCORD_EPOCH) << 22


def _pause(copied_at: int, until: int) -> Change:
    async def work(tx: Transaction, draft: Draft) -> None:
        if await tx.meta.recall(RESTORED) is not None:  # else another process has done all this, and games are resumed
            restored.pause(draft, copied_at, until)

    return work


async def _mark_all_outdated(tx: Transaction) -> None:
    """Mark all messages of open tables as outdated, then forget the restore.

    The ids of lost tables are skipped, so that they are not used again. If there are several processes, only the first
    does all this.
    """
    if await tx.meta.recall(RESTORED, lock=True) is None:
        return
    await tx.posts.mark_outdated()
    await tx.tables.skip_ids()
    await tx.meta.forget(RESTORED)
