"""Automatic copies of the database: one a day, and one before each migration.

A failure is logged once a day until a copy succeeds, and is a warning in the health report. It does not stop games.
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

CHECK_INTERVAL = 10 * MINUTE
"""Seconds between two checks whether a copy is due. A copy that failed is due again."""


class Copyist:
    """Makes copies when they are due."""

    def __init__(self, copies: Copies, clock: Clock, makes_copies: Callable[[], bool] = lambda: True) -> None:
        """Copy the database only while `makes_copies` returns True, so that only one of several processes does it."""
        self._makes_copies = makes_copies
        self._copies = copies
        self._clock = clock
        self._failed: str | None = None
        self._logged_at = -math.inf
        self.newest_at = math.nan
        """When the newest daily copy was made, in UTC seconds.

        It is 0 if there is none, and NaN if no copies are wanted here.
        """
        self.loop = Loop("copies", self.make_due_copy, every=CHECK_INTERVAL)

    async def make_due_copy(self) -> None:
        """Make the daily copy if it is due."""
        if not self._makes_copies() or not self._copies.max_kept:
            self._failed = None
            self.newest_at = math.nan
            return
        newest = await asyncio.to_thread(self._copies.newest_copy_time, DAILY)
        # the age is below 0 after the clock was set back
        is_current = newest is not None and 0 <= self._clock.now() - newest < DAY
        if not is_current:
            await asyncio.to_thread(self._make_daily)
            newest = await asyncio.to_thread(self._copies.newest_copy_time, DAILY)
        self.newest_at = newest or 0

    def warnings(self) -> Sequence[str]:
        """Return a sentence with the reason if the last copy failed."""
        return () if self._failed is None else (f"No copy of the database could be made: {self._failed}.",)

    async def close(self) -> None:
        """Cancel a copy that is being made, and make no other."""
        self._copies.stop()
        await self.loop.stop()

    def _make_daily(self) -> None:
        """Make the daily copy. A failure is logged at once, and then once a day."""
        try:
            make_copy(self._copies, DAILY, self._clock)
        except CopyFailed as failed:
            reason = str(failed)
            now = self._clock.now()
            was_logged_today = reason == self._failed and 0 <= now - self._logged_at < DAY
            if not was_logged_today:
                log_failure(failed)
                self._logged_at = now
            self._failed = reason
            return
        self._failed = None


def copy_before_migration(copies: Copies, clock: Clock) -> None:
    """Copy the database before a migration changes it."""
    try:
        make_copy(copies, BEFORE_MIGRATION, clock)
    except CopyFailed as failed:
        log_failure(failed)


def make_copy(copies: Copies, kind: str, clock: Clock) -> None:
    """Make a copy, and log its path. Raises CopyFailed."""
    path = copies.make(kind, clock.now())
    if path is not None:
        log.info("the database was copied", path=str(path))


def log_failure(failed: CopyFailed) -> None:
    """Log why a copy could not be made."""
    log.error("no copy of the database could be made", reason=str(failed))
