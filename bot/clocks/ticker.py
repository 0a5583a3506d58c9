"""Wakes the tables where time alone changes something: one timer, set to the earliest of them in the database."""

from __future__ import annotations

import asyncio

import structlog

from bot.clock import Clock
from bot.clocks.pace import DAY
from bot.refusals import Refusal
from bot.store import Conflict
from bot.tables import Tables

log = structlog.get_logger()

LONGEST = 3600
"""Seconds after which the database is asked again in any case: its clock may have been set."""
TRY_AGAIN = 300
"""Seconds until a table that could not be woken is tried again."""


class Ticker:
    """Lets time pass at every table."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._timer: asyncio.TimerHandle | None = None
        self._at: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        tables.alarm(self.expect)

    def expect(self, at: int) -> None:
        """Something will be due then."""
        if self._stopped or (self._at is not None and self._at <= at):
            return
        if self._timer:
            self._timer.cancel()
        seconds = min(max(0, at - self._clock.now()), LONGEST)
        self._at = at
        self._timer = asyncio.get_running_loop().call_later(seconds, self.ring)

    def ring(self) -> None:
        """Look now; what is due while a look is under way is seen by the next one."""
        self._timer, self._at = None, None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look(), name="ticker")
        else:
            self.expect(self._clock.now() + 1)

    async def settled(self) -> None:
        """Wait until no look is under way."""
        while self._task is not None and not self._task.done():
            await self._task

    async def close(self) -> None:
        """Stop; what is due meanwhile is done after the next start."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        await self.settled()

    async def _look(self) -> None:
        try:
            while tables := await self._tables.waking():
                for table in tables:
                    await self._tick(table)
            at = await self._tables.next_wake()
        except Exception:
            log.exception("the clock waits")
            at = self._clock.now() + TRY_AGAIN
        if at is not None:
            self.expect(at)

    async def _tick(self, table: int) -> None:
        try:
            await self._tables.tick(table)
        except Conflict:
            log.info("somebody was faster", table=table)
        except Refusal:  # damaged, or begun under other rules: it rests
            await self._tables.put_off(table, DAY)
        except Exception:
            log.exception("a clock cannot be read", table=table)
            await self._tables.put_off(table, TRY_AGAIN)
