"""Whether the disk has room for the database to grow, so that it is said before it is full."""

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

EVERY = 10 * MINUTE
MEBIBYTE = 1024 * 1024
LEAST = 256 * MEBIBYTE
"""Bytes that are kept free for a small database; a larger one wants twice its size, since deleting writes it anew and a
copy lies beside it."""


class Space:
    """Looks at the disk of a database's file. Of a server's disk nothing is known, so nothing is said."""

    def __init__(self, file: Path | None, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._said: int | None = None
        self.short = False
        """Whether there was too little at the last look."""
        self.loop = Loop("space", self.check_space, every=EVERY)

    def warnings(self) -> Sequence[str]:
        """Return that there is too little, in a sentence; nothing if all is well."""
        return ("The disk of the database is nearly full.",) if self.short else ()

    async def check_space(self) -> None:
        """Look once; what is wrong is logged once a day."""
        if self._file is None:
            return
        free, wanted = await asyncio.to_thread(self._measure_space, self._file)
        self.short, now = free < wanted, self._clock.now()
        if self.short and (self._said is None or not 0 <= now - self._said < DAY):
            self._said = now
            log.error("the disk of the database is nearly full", free=free // MEBIBYTE, wanted=wanted // MEBIBYTE)

    def _measure_space(self, file: Path) -> tuple[int, int]:
        """Return how many bytes are free, and how many should be."""
        files = (file.with_name(file.name + end) for end in ("", "-wal"))
        used = sum(each.stat().st_size for each in files if each.exists())
        return shutil.disk_usage(file.parent).free, max(LEAST, 2 * used)
