"""Warns before the disk is too full for the database to grow."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

import structlog

from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.table.clock.pace import DAY, MINUTE

log = structlog.get_logger()

CHECK_INTERVAL = 10 * MINUTE
MEBIBYTE = 1024 * 1024
MIN_FREE = 256 * MEBIBYTE
"""The fewest bytes that should be free.

A large database needs twice its size: for the daily copy, and for the new file when deleted data is cleaned out.
"""


class Space:
    """Checks the disk of the database's file.

    The disk of a PostgreSQL server is unknown to the bot, so there is never a warning about it.
    """

    def __init__(self, file: Path | None, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._logged_at: int | None = None
        self.is_short = False
        """Whether there was too little space at the last check."""
        self.loop = Loop("space", self.check_space, every=CHECK_INTERVAL)

    def warnings(self) -> Sequence[str]:
        """Return a sentence if there is too little space."""
        return ("The disk of the database is nearly full.",) if self.is_short else ()

    async def check_space(self) -> None:
        """Check the disk once. If there is too little space, log that at most once a day."""
        if self._file is None:
            return
        free_bytes, wanted_bytes = await asyncio.to_thread(self._measure_space, self._file)
        self.is_short = free_bytes < wanted_bytes
        now = self._clock.now()
        was_logged_today = self._logged_at is not None and 0 <= now - self._logged_at < DAY
        if self.is_short and not was_logged_today:
            self._logged_at = now
            log.error(
                "the disk of the database is nearly full", free=free_bytes // MEBIBYTE, wanted=wanted_bytes // MEBIBYTE
            )

    def _measure_space(self, file: Path) -> tuple[int, int]:
        """Return how many bytes are free, and how many should be free."""
        files = (file.with_name(file.name + suffix) for suffix in ("", "-wal"))
        used_bytes = sum(path.stat().st_size for path in files if path.exists())
        return shutil.disk_usage(file.parent).free, max(MIN_FREE, 2 * used_bytes)
