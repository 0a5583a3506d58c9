"""Wakes what sleeps until a moment: tables with a deadline, and digests.

There is one loop for each kind, which waits for the earliest of these moments. They are measured by the computer's
clock and the loop keeps to its own, so it looks again after some minutes in any case: the computer may have slept, or
its clock may have been set. `bot.service.absence` sees that within one minute, and then lets it look at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import random
from typing import Protocol

import structlog

from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.store import Conflict
from bot.table.clock.pace import DAY, MINUTE
from bot.table.refusals import Damaged, Elsewhere, NoAnswer, Unknown

log = structlog.get_logger()

EVERY = 300
"""Seconds until the next look in any case."""
REST = 1
"""Seconds from one look to the next at least."""
TRY_AGAIN = 300
"""Seconds until what could not be woken is tried again."""


class Sleepers(Protocol):
    """What is woken, known by ids."""

    async def waking(self) -> Sequence[int]:
        """Return some of those that are due, the longest waiting first."""
        ...

    async def next_wake(self) -> int | None:
        """Return the next moment, in UTC seconds."""
        ...

    async def tick(self, sleeper: int, /) -> object:
        """Do what is due, unless another change was faster."""
        ...

    async def put_off(self, sleeper: int, seconds: int, /) -> None:
        """Look again later: it cannot be done now."""
        ...


class Ticker:
    """Lets time pass, while its `loop` runs."""

    def __init__(self, name: str, sleepers: Sleepers, clock: Clock) -> None:
        self._sleepers = sleepers
        self._clock = clock
        self.loop = Loop(name, self.wake_due, every=EVERY, rest=REST)

    def expect(self, at: int) -> None:
        """Note that something will be due then, in UTC seconds.

        It is done some part of that second later: a move made for a player may not come in step with the press before
        it, which the milliseconds in the ids of messages would tell.
        """
        self.loop.ring(max(0, at - self._clock.now()) + random())

    async def wake_due(self) -> None:
        """Wake some of those that are due; if there are more, the next look comes soon."""
        try:
            for sleeper in await self._sleepers.waking():
                await self._tick(sleeper)
            at = await self._sleepers.next_wake()
        except Exception:
            self.loop.ring(MINUTE)
            raise
        if at is not None:
            self.expect(at)

    async def _tick(self, sleeper: int) -> None:
        try:
            await self._sleepers.tick(sleeper)
        except NoAnswer:  # which is true of all of them
            raise
        except (Conflict, Elsewhere):  # another process has its server by now
            log.info("another was faster", sleeper=sleeper)
        except (Damaged, Unknown):  # it cannot be read: it rests
            await self._sleepers.put_off(sleeper, DAY)
        except Exception:
            log.exception("cannot be woken", sleeper=sleeper)
            await self._sleepers.put_off(sleeper, TRY_AGAIN)
