"""Runs work in threads, by priority, and then round-robin among those who asked.

Pictures, records and the thinking of computer players are all such work. It waits in queues, one for each purpose. Work
in a later queue begins only when the queues before it are empty. Within a queue the askers (people and tables) take
turns, however much each of them asks for. Each queue has a limit, and a lower limit for each asker. When its turn
comes, work is skipped if nobody waits for it any more, or if its table has moved on.
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
"""The seconds for which long work goes on before other work has its turn."""
_UNFINISHED: Final = object()
"""What a job returns as long as it isn't done."""


class Queue(IntEnum):
    """The queues in which work waits, by its purpose, the most important first."""

    MOVE = auto()
    HAND = auto()
    HINT = auto()
    BOARD = auto()
    ANALYSIS = auto()
    RECORD = auto()
    REPLAY = auto()


class Stopped(RuntimeError):
    """No more work is begun, because the bot stops."""

    def __init__(self) -> None:
        super().__init__("the bot stops")


class Outdated(Exception):
    """The work was no longer wanted when its turn came."""


@dataclass(eq=False, slots=True)
class _Job:
    """A piece of work, and all who have asked for it with the same key."""

    queue: Queue
    asker: Hashable
    key: Hashable
    steps: Steps[Any] = field(repr=False)
    wanted: Callable[[], bool]
    context: Context
    """The asker's context, so that log lines of the work have its fields."""
    answers: list[asyncio.Future[Any]] = field(default_factory=list)
    """A future for each caller who waits for the result."""

    def go_on(self) -> Any:
        """Work for a while, in a thread; return the result, or `_UNFINISHED` if it isn't done."""
        deadline = monotonic() + SLICE
        try:
            next(self.steps)
            while monotonic() < deadline:
                next(self.steps)
        except StopIteration as finished:
            return finished.value
        return _UNFINISHED


class Work:
    """Some threads, and the queues in front of them."""

    def __init__(self, name: str, threads: int, limits: Limits, ahead: int = 0) -> None:
        """Start `threads` threads, which get up to `ahead` more jobs in advance.

        So a thread that has finished a job need not wait for the event loop to get the next one.
        """
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free_slots = threads + ahead
        self._limits = limits
        self._queues: dict[Queue, OrderedDict[Hashable, deque[_Job]]] = {queue: OrderedDict() for queue in Queue}
        """For each queue, the askers in the order of their turns, each with their jobs."""
        self._keys: dict[Hashable, _Job] = {}
        """The jobs whose results can be shared, by queue and key."""
        self._running: set[asyncio.Future[Any]] = set()
        self._closed = False

    async def do(
        self,
        queue: Queue,
        asker: Hashable,
        work: Callable[[], T],
        *,
        key: Hashable = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return the result of some work, which waits in a `queue` for its turn.

        If work with the same `key` waits in this queue or is being done, its result is shared.

        Raises Stopped, TooMuch, and Outdated if the work is no longer `wanted` when its turn comes.
        """
        return await self.do_long(queue, asker, lambda: _single_step(work), key=key, wanted=wanted)

    async def do_long(
        self,
        queue: Queue,
        asker: Hashable,
        work: Callable[[], Steps[T]],
        *,
        key: Hashable = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return the result of long work, which lets other work go first at each step.

        The parameters and errors are those of `do`.
        """
        if self._closed:
            raise Stopped
        job = None if key is None else self._keys.get((queue, key))
        if job is None:
            job = self._enqueue(_Job(queue, asker, key, work(), wanted, copy_context()))
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.answers.append(answer)
        self._fill_threads()
        try:
            return await answer
        finally:
            job.answers.remove(answer)
            if not job.answers:
                self._forget_job(job)

    @property
    def job_count(self) -> int:
        """How many jobs are waiting or being done."""
        queued_count = sum(len(jobs) for queue in self._queues.values() for jobs in queue.values())
        return queued_count + len(self._running)

    async def close(self) -> None:
        """Finish the running steps of jobs, and begin no others."""
        self._closed = True
        for jobs in [jobs for queue in self._queues.values() for jobs in queue.values()]:
            for job in list(jobs):
                self._settle_answers(job, lambda answer: answer.cancel())
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()

    def _enqueue(self, job: _Job) -> _Job:
        """Put a new job behind the other jobs of its asker, and return it. Raises TooMuch."""
        askers = self._queues[job.queue]
        own_jobs = askers.get(job.asker, ())
        if len(own_jobs) >= self._limit_for_asker(job.queue):
            raise TooMuch(len(own_jobs))
        if sum(map(len, askers.values())) >= self._limits.waiting_in_all:
            raise TooMuch
        askers.setdefault(job.asker, deque()).append(job)
        if job.key is not None:
            self._keys[job.queue, job.key] = job
        return job

    def _limit_for_asker(self, queue: Queue) -> int:
        """Return the most jobs of a queue that one asker may wait for."""
        return self._limits.replays_a_person if queue is Queue.REPLAY else self._limits.waiting_a_person

    def _fill_threads(self) -> None:
        """Give free threads the next jobs."""
        while self._free_slots and not self._closed and (job := self._take_next()):
            self._free_slots -= 1
            loop: Any = asyncio.get_running_loop()
            future = job.context.run(loop.run_in_executor, self._threads, job.go_on)
            self._running.add(future)
            future.add_done_callback(partial(self._on_done, job))

    def _take_next(self) -> _Job | None:
        """Take the next job out of its queue and return it. Its asker goes to the end of the queue."""
        for askers in self._queues.values():
            while askers:
                asker, jobs = askers.popitem(last=False)
                job = jobs.popleft()
                if jobs:
                    askers[asker] = jobs
                if job.wanted():
                    return job
                self._settle_answers(job, lambda answer: answer.set_exception(Outdated()))
        return None

    def _on_done(self, job: _Job, future: asyncio.Future[Any]) -> None:
        self._running.discard(future)
        self._free_slots += 1
        if error := future.exception():
            self._settle_answers(job, lambda answer: answer.set_exception(error))
        elif (result := future.result()) is not _UNFINISHED:
            self._settle_answers(job, lambda answer: answer.set_result(result))
        elif self._closed:
            self._settle_answers(job, lambda answer: answer.cancel())
        elif job.answers:  # at least one caller still waits for the result
            self._put_back(job)
        self._fill_threads()

    def _put_back(self, job: _Job) -> None:
        """Put a started job back at the front of its queue, so that it goes on before others begin."""
        askers = self._queues[job.queue]
        askers.setdefault(job.asker, deque()).appendleft(job)
        askers.move_to_end(job.asker, last=False)

    def _forget_job(self, job: _Job) -> None:
        """Forget a job that is done, or that nobody waits for any more."""
        if self._keys.get((job.queue, job.key)) is job:
            del self._keys[job.queue, job.key]
        jobs = self._queues[job.queue].get(job.asker, deque())
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._queues[job.queue][job.asker]

    def _settle_answers(self, job: _Job, settle: Callable[[asyncio.Future[Any]], object]) -> None:
        """Settle the futures of all who wait for a job. Whoever asks for the same work later begins a new job."""
        self._keys.pop((job.queue, job.key), None)
        for answer in job.answers:
            if not answer.done():
                settle(answer)


def _single_step(work: Callable[[], T]) -> Steps[T]:
    """Do some work in a single step."""
    yield from ()  # makes this a generator
    return work()
