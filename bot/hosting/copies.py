"""Copies of the database by themselves: one a day, and one before each migration.

One that cannot be made is said in the log, and stops nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from bot.clock import Clock
from bot.loops import Loop
from bot.store import Copies, CopyFailed
from bot.store.copies import BEFORE_MIGRATION, DAILY
from bot.table.clock.pace import DAY, MINUTE

log = structlog.get_logger()

EVERY = 10 * MINUTE
"""Seconds between two looks whether a copy is due, or a failed one can be made now."""


class Copyist:
    """Makes copies when they are due."""

    def __init__(self, copies: Copies, clock: Clock) -> None:
        self._copies = copies
        self._clock = clock
        self._said: str | None = None
        self.ours: Callable[[], bool] = lambda: True
        """Whether it is for this process to copy the database."""
        self.loop = Loop("copies", self.look, every=EVERY)

    async def look(self) -> None:
        """Make the copy of the day where it is due."""
        if not self.ours():
            return
        newest = await asyncio.to_thread(self._copies.newest, DAILY)
        if newest is None or not 0 <= self._clock.now() - newest < DAY:
            await asyncio.to_thread(self._make, DAILY)

    def before_migration(self) -> None:
        """Make a copy of the database as it is: it is about to change."""
        self._make(BEFORE_MIGRATION)

    async def close(self) -> None:
        """Give up a copy that is being made, and make no other."""
        self._copies.stop()
        await self.loop.stop()

    def _make(self, why: str) -> None:
        """Make a copy; why it failed is said once for as long as it is the same."""
        try:
            made = self._copies.make(why, self._clock.now())
        except CopyFailed as failed:
            if str(failed) != self._said:
                log.error("no copy of the database could be made", reason=str(failed))
            self._said = str(failed)
            return
        self._said = None
        if made is not None:
            log.info("the database was copied", path=str(made))
