"""Wakes what sleeps until a moment: tables where time alone changes something, and digests.

One timer for each kind, set to the earliest of them in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import structlog

from bot.clock import Clock
from bot.clocks.pace import DAY
from bot.refusals import Refusal
from bot.store import Conflict

log = structlog.get_logger()

LONGEST = 3600
"""Seconds after which the database is asked again in any case: its clock may have been set."""
TRY_AGAIN = 300
"""Seconds until what could not be woken is tried again."""


class Sleepers(Protocol):
    """What is woken, known by ids."""

    async def waking(self) -> Sequence[int]:
        """Some of those whose moment has come, those that waited longest first; empty once all are done."""
        ...

    async def next_wake(self) -> int | None:
        """The next moment, in UTC seconds."""
        ...

    async def tick(self, sleeper: int, /) -> object:
        """Do what is due; nothing where somebody was faster."""
        ...

    async def put_off(self, sleeper: int, seconds: int, /) -> None:
        """Look again later: it cannot be done now."""
        ...


class Ticker:
    """Lets time pass."""

    def __init__(self, sleepers: Sleepers, clock: Clock) -> None:
        self._sleepers = sleepers
        self._clock = clock
        self._timer: asyncio.TimerHandle | None = None
        self._at: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

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
            while waking := await self._sleepers.waking():
                for sleeper in waking:
                    await self._tick(sleeper)
            at = await self._sleepers.next_wake()
        except Exception:
            log.exception("the clock waits")
            at = self._clock.now() + TRY_AGAIN
        if at is not None:
            self.expect(at)

    async def _tick(self, sleeper: int) -> None:
        try:
            await self._sleepers.tick(sleeper)
        except Conflict:
            log.info("somebody was faster", sleeper=sleeper)
        except Refusal:  # damaged, or begun under other rules: it rests
            await self._sleepers.put_off(sleeper, DAY)
        except Exception:
            log.exception("cannot be woken", sleeper=sleeper)
            await self._sleepers.put_off(sleeper, TRY_AGAIN)
