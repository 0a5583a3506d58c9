"""Copies of the database by themselves: one a day, and one before each migration.

One that cannot be made is logged once a day until one is made, is a warning of the health, and stops nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence

import structlog

from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.store import Copies, CopyFailed
from bot.store.copies import BEFORE_MIGRATION, DAILY
from bot.table.clock.pace import DAY, MINUTE

log = structlog.get_logger()

EVERY = 10 * MINUTE
"""Seconds between two looks whether a copy is due, or a failed one can be made now."""


class Copyist:
    """Makes copies when they are due."""

    def __init__(self, copies: Copies, clock: Clock, is_ours: Callable[[], bool] = lambda: True) -> None:
        """Copy the database if `is_ours` says that it is for this process to do so."""
        self._is_ours = is_ours
        self._copies = copies
        self._clock = clock
        self._failed: str | None = None
        self._said_at = -math.inf
        self.newest_at = math.nan
        """When the newest copy of a day was made (UTC seconds), 0 if there is none; no number if none are wanted here.
        """
        self.loop = Loop("copies", self.make_due_copy, every=EVERY)

    async def make_due_copy(self) -> None:
        """Make the copy of the day where it is due."""
        if not self._is_ours() or not self._copies.kept:
            self._failed, self.newest_at = None, math.nan
            return
        newest = await asyncio.to_thread(self._copies.newest, DAILY)
        if newest is None or not 0 <= self._clock.now() - newest < DAY:
            await asyncio.to_thread(self._make_daily)
            newest = await asyncio.to_thread(self._copies.newest, DAILY)
        self.newest_at = newest or 0

    def warnings(self) -> Sequence[str]:
        """Return why no copy can be made, in a sentence; nothing if all is well."""
        return () if self._failed is None else (f"No copy of the database could be made: {self._failed}.",)

    async def close(self) -> None:
        """Give up a copy that is being made, and make no other."""
        self._copies.stop()
        await self.loop.stop()

    def _make_daily(self) -> None:
        """Make the copy of the day; why it failed is logged at once, and again each day."""
        try:
            make_copy(self._copies, DAILY, self._clock)
        except CopyFailed as failed:
            reason, now = str(failed), self._clock.now()
            if reason != self._failed or not 0 <= now - self._said_at < DAY:
                log_failure(failed)
                self._said_at = now
            self._failed = reason
            return
        self._failed = None


def copy_before_migration(copies: Copies, clock: Clock) -> None:
    """Make a copy of the database as it is: it is about to change."""
    try:
        make_copy(copies, BEFORE_MIGRATION, clock)
    except CopyFailed as failed:
        log_failure(failed)


def make_copy(copies: Copies, why: str, clock: Clock) -> None:
    """Make a copy, and log where it is. Raises CopyFailed."""
    made = copies.make(why, clock.now())
    if made is not None:
        log.info("the database was copied", path=str(made))


def log_failure(failed: CopyFailed) -> None:
    """Log why a copy could not be made."""
    log.error("no copy of the database could be made", reason=str(failed))
