"""Wakes what sleeps until a given time: tables with a deadline, and digests.

Each kind has its own loop, which waits for the earliest of these times. The times are measured by the computer's clock,
which a loop does not follow (see `bot.runtime.loops`), so it looks again after some minutes in any case: the computer
may have slept, or its clock may have been set. `bot.service.absence` notices that within one minute, and then lets the
loop look at once.
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
"""The most seconds from one look to the next."""
REST = 1
"""The fewest seconds from one look to the next."""
TRY_AGAIN = 300
"""Seconds until what could not be woken is tried again."""


class Sleepers(Protocol):
    """What is woken; each sleeper is known by its id."""

    async def waking(self) -> Sequence[int]:
        """Return some sleepers that are due, the longest waiting first."""
        ...

    async def next_wake(self) -> int | None:
        """Return when the next sleeper is due, in UTC seconds; None if none is."""
        ...

    async def tick(self, sleeper: int, /) -> object:
        """Do what is due for a sleeper, unless another change was faster."""
        ...

    async def put_off(self, sleeper: int, seconds: int, /) -> None:
        """Look at a sleeper again in `seconds`: it cannot be woken now."""
        ...


class Ticker:
    """Wakes sleepers when they are due, while its `loop` runs."""

    def __init__(self, name: str, sleepers: Sleepers, clock: Clock) -> None:
        self._sleepers = sleepers
        self._clock = clock
        self.loop = Loop(name, self.wake_due, every=EVERY, rest=REST)

    def expect(self, at: int) -> None:
        """Note that something will be due at `at`, in UTC seconds.

        It is done a random fraction of a second later. A move made for a player must not come in step with the press
        before it: the milliseconds in the ids of messages would show that.
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
        except NoAnswer:  # the database does not answer, so all of them fail
            raise
        except (Conflict, Elsewhere):  # another process changed it, or has its server by now
            log.info("another was faster", sleeper=sleeper)
        except (Damaged, Unknown):  # it cannot be read: it rests
            await self._sleepers.put_off(sleeper, DAY)
        except Exception:
            log.exception("cannot be woken", sleeper=sleeper)
            await self._sleepers.put_off(sleeper, TRY_AGAIN)
