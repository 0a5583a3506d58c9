"""Wakes what sleeps until a given time: tables with deadlines, digests, quizzes.

Each kind has its own loop, which waits for the earliest of these times. They are times of the computer's clock, which a
loop does not follow (see `bot.runtime.loops`). So it checks again after some minutes in any case: the computer may have
slept, or its clock may have been set. `bot.service.absence` notices that within one minute, and rings the loop.
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

MAX_INTERVAL = 300
"""The most seconds from one check for due sleepers to the next."""
MIN_INTERVAL = 1
"""The fewest seconds from one check to the next."""
RETRY_DELAY = 300
"""Seconds until a sleeper that could not be woken is tried again."""


class Sleepers(Protocol):
    """What is woken, each known by its id."""

    async def waking(self) -> Sequence[int]:
        """Return some sleepers that are due, the longest waiting first."""
        ...

    async def next_wake(self) -> int | None:
        """Return when the next sleeper is due, in UTC seconds; None if none is."""
        ...

    async def tick(self, sleeper: int, /) -> object:
        """Do the due work of a sleeper, unless another change was faster."""
        ...

    async def put_off(self, sleeper: int, seconds: int, /) -> None:
        """Let a sleeper that cannot be woken now be due again in `seconds`."""
        ...


class Ticker:
    """Wakes sleepers when they are due, while its `loop` runs."""

    def __init__(self, name: str, sleepers: Sleepers, clock: Clock) -> None:
        self._sleepers = sleepers
        self._clock = clock
        self.loop = Loop(name, self.wake_due, every=MAX_INTERVAL, rest=MIN_INTERVAL)

    def expect(self, at: int) -> None:
        """Note that something will be due at `at`, in UTC seconds.

        It is done a random fraction of a second later. Otherwise a move made for a player would come whole seconds
        after the press before it, and the milliseconds in the ids of messages would show that.
        """
        self.loop.ring(max(0, at - self._clock.now()) + random())

    async def wake_due(self) -> None:
        """Wake some of the due sleepers; if there are more, the next check comes soon."""
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
        except (Damaged, Unknown):  # a table that cannot be read
            await self._sleepers.put_off(sleeper, DAY)
        except Exception:
            log.exception("cannot be woken", sleeper=sleeper)
            await self._sleepers.put_off(sleeper, RETRY_DELAY)
