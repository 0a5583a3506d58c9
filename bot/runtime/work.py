"""Runs work in threads, by priority, and in turn for all who ask.

Pictures, records and the thinking of computer players all come through here. Work waits in lines, one for each purpose:
work in a later line begins only when the lines before it are empty. Within a line the askers (people and tables) take
turns, however much each of them asks for. A line has a limit, and so has each asker's part of it. When its turn comes,
work is skipped if its askers have stopped waiting, or if its table has moved on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from enum import IntEnum, auto
from functools import partial
from time import monotonic
from typing import Any, Final, TypeVar

from bot.table.limits import Limits
from bot.table.record.stepwise import Steps
from bot.table.refusals import TooMuch

T = TypeVar("T")

SLICE = 0.02
"""Seconds for which long work goes on before other work has its turn."""
_MORE: Final = object()
"""What a job returns that isn't done yet."""


class Line(IntEnum):
    """The lines in which work waits, named by its purpose, the most important first."""

    MOVE = auto()
    HAND = auto()
    HINT = auto()
    BOARD = auto()
    ANALYSIS = auto()
    RECORD = auto()
    REPLAY = auto()


class Stopped(RuntimeError):
    """No work is begun any more, since the bot stops."""

    def __init__(self) -> None:
        super().__init__("the bot stops")


class Outdated(Exception):
    """The work was no longer wanted when its turn came."""


@dataclass(eq=False, slots=True)
class _Job:
    """Some work, for all who asked for it by the same key."""

    line: Line
    asker: Hashable
    key: Hashable
    steps: Steps[Any] = field(repr=False)
    wanted: Callable[[], bool]
    context: Context
    """The asker's context, whose fields the work's log lines have."""
    answers: list[asyncio.Future[Any]] = field(default_factory=list)

    def go_on(self) -> Any:
        """Work for a while, in a thread; return the result, or `_MORE` if it isn't done."""
        deadline = monotonic() + SLICE
        try:
            next(self.steps)
            while monotonic() < deadline:
                next(self.steps)
        except StopIteration as finished:
            return finished.value
        return _MORE


class Work:
    """Some threads, and the queues in front of them."""

    def __init__(self, name: str, threads: int, limits: Limits, ahead: int = 0) -> None:
        """Start `threads` threads, with up to `ahead` more jobs handed over in advance.

        So a thread that finishes a job need not wait for the event loop to get the next.
        """
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free_slots = threads + ahead
        self._limits = limits
        self._lines: dict[Line, OrderedDict[Hashable, deque[_Job]]] = {line: OrderedDict() for line in Line}
        self._keys: dict[Hashable, _Job] = {}
        self._running: set[asyncio.Future[Any]] = set()
        self._closed = False

    async def do(
        self,
        line: Line,
        asker: Hashable,
        work: Callable[[], T],
        *,
        key: Hashable = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return the result of some work, which waits in a `line` for its turn.

        If work with the same `key` waits in this line or is being done, its answer is shared.

        Raises Stopped, TooMuch, and Outdated if the work is no longer `wanted` when its turn comes.
        """
        return await self.do_long(line, asker, lambda: _single_step(work), key=key, wanted=wanted)

    async def do_long(
        self,
        line: Line,
        asker: Hashable,
        work: Callable[[], Steps[T]],
        *,
        key: Hashable = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return the result of long work, which can give way to others at each step.

        All else is as for `do`.
        """
        if self._closed:
            raise Stopped
        job = None if key is None else self._keys.get((line, key))
        if job is None:
            job = self._line_up(_Job(line, asker, key, work(), wanted, copy_context()))
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.answers.append(answer)
        self._begin()
        try:
            return await answer
        finally:
            job.answers.remove(answer)
            if not job.answers:
                self._forget(job)

    @property
    def waiting(self) -> int:
        """How many jobs wait or are being done."""
        lined_up = sum(len(jobs) for line in self._lines.values() for jobs in line.values())
        return lined_up + len(self._running)

    async def close(self) -> None:
        """Finish the running jobs and begin no other."""
        self._closed = True
        for jobs in [jobs for line in self._lines.values() for jobs in line.values()]:
            for job in list(jobs):
                self._answer(job, lambda answer: answer.cancel())
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()

    def _line_up(self, job: _Job) -> _Job:
        """Put a new job behind its asker's others, and return it. Raises TooMuch."""
        askers = self._lines[job.line]
        own_jobs = askers.get(job.asker, ())
        if len(own_jobs) >= self._limit_for_asker(job.line):
            raise TooMuch(len(own_jobs))
        if sum(map(len, askers.values())) >= self._limits.waiting_in_all:
            raise TooMuch
        askers.setdefault(job.asker, deque()).append(job)
        if job.key is not None:
            self._keys[job.line, job.key] = job
        return job

    def _limit_for_asker(self, line: Line) -> int:
        """Return for how many jobs of a line one asker may wait."""
        return self._limits.replays_a_person if line is Line.REPLAY else self._limits.waiting_a_person

    def _begin(self) -> None:
        """Give the free threads something to do."""
        while self._free_slots and not self._closed and (job := self._next()):
            self._free_slots -= 1
            loop: Any = asyncio.get_running_loop()
            future = job.context.run(loop.run_in_executor, self._threads, job.go_on)
            self._running.add(future)
            future.add_done_callback(partial(self._on_done, job))

    def _next(self) -> _Job | None:
        """Take the next job out of its line, and return it; its asker goes to the end."""
        for askers in self._lines.values():
            while askers:
                asker, jobs = askers.popitem(last=False)
                job = jobs.popleft()
                if jobs:
                    askers[asker] = jobs
                if job.wanted():
                    return job
                self._answer(job, lambda answer: answer.set_exception(Outdated()))
        return None

    def _on_done(self, job: _Job, future: asyncio.Future[Any]) -> None:
        self._running.discard(future)
        self._free_slots += 1
        if error := future.exception():
            self._answer(job, lambda answer: answer.set_exception(error))
        elif (result := future.result()) is not _MORE:
            self._answer(job, lambda answer: answer.set_result(result))
        elif self._closed:
            self._answer(job, lambda answer: answer.cancel())
        elif job.answers:
            self._put_back(job)
        self._begin()

    def _put_back(self, job: _Job) -> None:
        """Put a started job back, so that it goes on before others of its line begin."""
        askers = self._lines[job.line]
        askers.setdefault(job.asker, deque()).appendleft(job)
        askers.move_to_end(job.asker, last=False)

    def _forget(self, job: _Job) -> None:
        """Forget a job that is done, or that its askers no longer wait for."""
        if self._keys.get((job.line, job.key)) is job:
            del self._keys[job.line, job.key]
        jobs = self._lines[job.line].get(job.asker, deque())
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._lines[job.line][job.asker]

    def _answer(self, job: _Job, settle: Callable[[asyncio.Future[Any]], object]) -> None:
        """Settle the answers of all who wait for a job; asking for it later starts a new one."""
        self._keys.pop((job.line, job.key), None)
        for answer in job.answers:
            if not answer.done():
                settle(answer)


def _single_step(work: Callable[[], T]) -> Steps[T]:
    """Do some work in a single step."""
    yield from ()
    return work()
