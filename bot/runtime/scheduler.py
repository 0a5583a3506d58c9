"""Runs what is due at a given time: deadlines of tables, digests, quizzes.

Each kind is called `Sleepers`, and has its own loop, which waits for the earliest of their times. These are times of
the computer's clock, but a loop does not follow that clock (see `bot.runtime.loops`). So it also checks periodically,
in case the computer has slept or its clock was set. `bot.service.absence` notices that within one minute, and rings the
loop.
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
"""Seconds until the next attempt after the work of a sleeper failed."""


class Sleepers(Protocol):
    """Things of one kind that each have work to do at a given time, known by their ids."""

    async def find_due(self) -> Sequence[int]:
        """Return some sleepers that are due, the longest waiting first."""
        ...

    async def next_wake(self) -> int | None:
        """Return when the next sleeper is due, in UTC seconds; None if there is none."""
        ...

    async def tick(self, sleeper: int, /) -> object:
        """Do the work of a sleeper, if it is still due."""
        ...

    async def put_off(self, sleeper: int, seconds: int, /) -> None:
        """Make a sleeper due again in `seconds`, because its work failed."""
        ...


class Ticker:
    """Does the work of sleepers when it is due, while its `loop` runs."""

    def __init__(self, name: str, sleepers: Sleepers, clock: Clock) -> None:
        self._sleepers = sleepers
        self._clock = clock
        self.loop = Loop(name, self.wake_due, every=MAX_INTERVAL, rest=MIN_INTERVAL)

    def expect(self, at: int) -> None:
        """Note that a sleeper will be due at `at`, in UTC seconds.

        Its work is done a random fraction of a second later. Otherwise, a move that the bot makes for a player would
        come a whole number of seconds after the previous press. The milliseconds in the ids of messages would then show
        that it was not the player's own move.
        """
        self.loop.ring(max(0, at - self._clock.now()) + random())

    async def wake_due(self) -> None:
        """Do the work of some sleepers that are due. If others are left, check again soon."""
        try:
            for sleeper in await self._sleepers.find_due():
                await self._do_due_work(sleeper)
            at = await self._sleepers.next_wake()
        except Exception:
            self.loop.ring(MINUTE)
            raise
        if at is not None:
            self.expect(at)

    async def _do_due_work(self, sleeper: int) -> None:
        try:
            await self._sleepers.tick(sleeper)
        except NoAnswer:  # the database does not answer, so all other work would fail too
            raise
        except (Conflict, Elsewhere):  # another process was faster, or serves its server now
            log.info("handled by another process", sleeper=sleeper)
        except (Damaged, Unknown):  # a table that cannot be read
            await self._sleepers.put_off(sleeper, DAY)
        except Exception:
            log.exception("due work failed; retrying later", sleeper=sleeper)
            await self._sleepers.put_off(sleeper, RETRY_DELAY)
