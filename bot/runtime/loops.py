"""The one way to run something periodically.

A loop follows the event loop's own clock, which cannot be set. So if the computer's clock jumps, runs still begin in
time, and none is added or left out. After an error in a run, the loop goes on. It logs once that it fails, and once
that it works again. It also logs if it is late.
"""

from __future__ import annotations

import asyncio
import contextvars
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from bot.table.refusals import NoAnswer

log = structlog.get_logger()

LATE_AFTER = 5.0
"""A run is late if it begins at least this many seconds after it was due."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a loop has done since it was started. All times are in seconds."""

    runs: int = 0
    """How many runs have begun."""
    failures: int = 0
    """How many runs have failed."""
    failing: int = 0
    """How many runs in a row have failed up to now; 0 while the loop works."""
    late_runs: int = 0
    """How many runs began late or took longer than the interval."""
    longest_delay: float = 0.0
    """The longest delay of a late run."""
    closest_runs: float = math.inf
    """The shortest time between the beginnings of two runs."""
    began: float | None = None
    """When the newest run began, by the event loop's clock."""


class Loop:
    """Runs a piece of work every `every` seconds, one run at a time, from `start` to `stop`."""

    def __init__(
        self, name: str, work: Callable[[], Awaitable[object]], *, every: float, rest: float | None = None
    ) -> None:
        """Run every `every` seconds, measured from the beginning of each run.

        `ring` asks for an earlier run. Such a run begins at least `rest` seconds (default: `every`) after the beginning
        of the last run.
        """
        self.name = name
        self.every = every
        self.counts = Counts()
        self._work = work
        self.rest = every if rest is None else rest
        self._context: contextvars.Context | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = math.inf
        self._rung_for = math.inf
        """The time for which `ring` asked while a run was under way. The timer is set once that run is over."""
        self._task: asyncio.Task[None] | None = None
        self._failing_since = 0.0
        self._failure_logged = False
        self._late = self._late_logged = False

    @property
    def is_running(self) -> bool:
        """Whether the loop was started and not stopped since."""
        return self._context is not None

    def start(self) -> None:
        """Run now, and periodically from now on."""
        if not self.is_running:
            self._context = contextvars.copy_context()
            self.ring()

    def ring(self, seconds: float = 0.0) -> None:
        """Have a run begin in `seconds`, unless one begins sooner anyway. Do nothing while the loop is stopped."""
        if self._context is not None:
            self._context.copy().run(self._ring, seconds)  # the run has the context of `start`, not the caller's

    async def wait_idle(self) -> None:
        """Wait until no run is under way."""
        while self._task is not None:
            await asyncio.wait([self._task])
            await asyncio.sleep(0)  # lets `_on_done` run

    async def stop(self) -> None:
        """Wait until the current run ends, and begin no other."""
        self._context = None
        self._drop_timer()
        self._due = self._rung_for = math.inf
        await self.wait_idle()

    def _ring(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        began = self.counts.began
        begin_at = loop.time() + seconds
        if self._task is not None:
            self._rung_for = min(self._rung_for, begin_at)
            return
        if began is not None:
            begin_at = max(begin_at, began + self.rest)
        if begin_at > loop.time():
            if begin_at < self._due:
                self._set_timer(begin_at)
        else:
            self._begin_run(begin_at)

    def _set_timer(self, begin_at: float) -> None:
        self._drop_timer()
        self._due = begin_at
        self._timer = asyncio.get_running_loop().call_at(begin_at, self._begin_run, begin_at)

    def _drop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _begin_run(self, due: float) -> None:
        """Begin a run, unless the last run is still under way."""
        loop = asyncio.get_running_loop()
        counts = self.counts
        now = loop.time()
        self._set_timer(max(now, due) + self.every)  # the event loop may run a timer slightly early
        if self._task is not None:
            self._note_late(now - due, "loop takes longer than its interval")
            return
        closest_runs = counts.closest_runs if counts.began is None else min(counts.closest_runs, now - counts.began)
        self.counts = replace(counts, runs=counts.runs + 1, began=now, closest_runs=closest_runs)
        self._late = False
        if now - due >= LATE_AFTER:
            self._note_late(now - due, "loop is late")
        self._task = loop.create_task(self._run(), name=self.name)
        self._task.add_done_callback(self._on_done)

    async def _run(self) -> None:
        await self._work()

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        self._late_logged = self._late_logged and self._late  # after a run in time, lateness is logged again
        self._note_result(asyncio.CancelledError() if task.cancelled() else task.exception())
        rung_for, self._rung_for = self._rung_for, math.inf
        if self.is_running and rung_for < math.inf:
            self._ring(rung_for - asyncio.get_running_loop().time())

    def _note_result(self, error: BaseException | None) -> None:
        """Count how a run ended, and log when a series of failures begins or ends.

        If the database does not answer, nothing is logged here, since the store logs that once for all loops.
        """
        counts = self.counts
        now = asyncio.get_running_loop().time()
        if error is None:
            if self._failure_logged:
                failing_time = round(now - self._failing_since, 1)
                log.info("loop works again", loop=self.name, count=counts.failing, seconds=failing_time)
            self._failure_logged = False
            self.counts = replace(counts, failing=0)
            return
        if not counts.failing:
            self._failing_since = now
        if not self._failure_logged and not isinstance(error, NoAnswer):
            log.error("loop failed; retrying", loop=self.name, seconds=self.every, exc_info=error)
            self._failure_logged = True
        self.counts = replace(counts, failures=counts.failures + 1, failing=counts.failing + 1)

    def _note_late(self, seconds: float, event: str) -> None:
        """Count a run that begins late or takes too long. Log only the first of several late runs in a row."""
        counts = self.counts
        # a run that began late and then takes too long counts once
        late_runs = counts.late_runs if self._late else counts.late_runs + 1
        self.counts = replace(counts, late_runs=late_runs, longest_delay=max(counts.longest_delay, seconds))
        if not self._late_logged:
            log.warning(event, loop=self.name, seconds=round(seconds, 1))
        self._late = self._late_logged = True
