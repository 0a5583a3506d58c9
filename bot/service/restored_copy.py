"""The first start on a restored copy.

Messages are checked, and games rest until that is done.
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
    """A message in a channel that shows the head of a step."""

    seq: int
    channel: int
    message: int


class Restoration:
    """Knows whether this database was restored, and what that means for each table."""

    def __init__(self, repository: Repository, store: Store) -> None:
        self._repository = repository
        self._store = store

    async def begin(self) -> int | None:
        """Let each game of the copy rest; return how many there are.

        Return None if this database was not restored. An interrupted run is done again at the next start.
        """
        mark = await self._store.recall(RESTORED)
        if mark is None:
            return None
        copied, restored_at = map(int, mark.split())
        running = await self._store.run(lambda tx: tx.lists.running())
        for table in running:
            with suppress(Unknown, Damaged):  # it rests anyway, and says so
                await self._repository.change(table, NO_CAUSE, _resting(copied, _newest_id(restored_at)))
        await self._store.run(_doubt_shown_state)
        return len(running)

    async def newest_message(self, table: int, channel: int) -> int:
        """Return the newest known message of a table in a channel or thread, else 0."""
        return await self._store.run(lambda tx: tx.posts.newest_message(table, channel)) or 0

    async def apply_examination(
        self, table: int, until: int, *, seen: bool, announced: FoundAnnouncement | None
    ) -> None:
        """Let a game go on after its channel was searched, or end it.

        It ends if a later deal of the game was `seen` there. `announced` is the message found of the
        deal that is due.
        """

        async def work(_: Transaction, draft: Draft) -> None:
            restored.go_on(draft, until, seen=seen)
            if announced is not None:
                deals.note_post(draft, *announced)

        await self._repository.change(table, NO_CAUSE, work)


def _newest_id(at: int) -> int:
    """Return an id above those of all messages from before a time.

    Discord's ids contain the time.
    """
    return (1000 * at - DISCORD_EPOCH) << 22


def _resting(copied: int, until: int) -> Change:
    async def work(tx: Transaction, draft: Draft) -> None:
        if await tx.meta.recall(RESTORED) is not None:  # else another process was done before, and games go on
            restored.rest(draft, copied, until)

    return work


async def _doubt_shown_state(tx: Transaction) -> None:
    """Distrust what each open table is known to show, and remove the mark.

    The ids of lost tables are skipped, so that they are not used again. If there are several processes, the first one
    does all this.
    """
    if await tx.meta.recall(RESTORED, lock=True) is None:
        return
    await tx.posts.mark_outdated()
    await tx.tables.skip_ids()
    await tx.meta.forget(RESTORED)
