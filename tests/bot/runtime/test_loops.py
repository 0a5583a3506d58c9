"""Loops: they outlive whatever happens in them, keep to their interval, and say when they do not."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable

import pytest
from structlog.testing import capture_logs

from bot.runtime.loops import LATE_AFTER, Loop
from bot.table.refusals import Busy, NoAnswer, StorageFull
from tests.bot.lapse import Lapse, lapse

MINUTE = 60.0
ERRORS = (Busy(), StorageFull(), OSError(5, "I/O error"), AssertionError(), TimeoutError(), asyncio.CancelledError())


class Work:
    """Something to do, and when it was done; it can be made to fail, and to take its time."""

    def __init__(self, loop: Lapse) -> None:
        self.loop = loop
        self._began = loop.time()
        self.runs: list[float] = []
        self.under_way = self.most_at_once = 0
        self.error: BaseException | None = None
        self.takes = 0.0

    async def __call__(self) -> None:
        self.runs.append(self.loop.time() - self._began)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            await asyncio.sleep(self.takes)
            if self.error:
                raise self.error
        finally:
            self.under_way -= 1


def living(test: Callable[[Work], Awaitable[None]]) -> Callable[[], None]:
    """Run a test on an event loop of its own."""

    async def run(loop: Lapse) -> None:
        await test(Work(loop))

    def whole() -> None:
        lapse(run)

    whole.__name__ = getattr(test, "__name__", "test")
    return whole


@living
async def test_a_loop_runs_at_once_and_then_at_its_interval(work: Work) -> None:
    loop = Loop("beat", work, every=MINUTE)
    loop.start()
    await asyncio.sleep(3 * MINUTE + 1)
    await loop.stop()
    await asyncio.sleep(3 * MINUTE)
    assert work.runs == [0, 60, 120, 180]
    assert (loop.counts.runs, loop.counts.failures, loop.counts.late_runs, loop.counts.closest_runs) == (
        4,
        0,
        0,
        MINUTE,
    )
    assert not loop.is_running


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_loop_outlives_every_error_and_says_once_that_it_fails_and_once_that_it_works_again(
    error: BaseException,
) -> None:
    async def run(event_loop: Lapse) -> None:
        work = Work(event_loop)
        work.error = error
        loop = Loop("beat", work, every=MINUTE)
        with capture_logs() as logged:
            loop.start()
            await asyncio.sleep(3 * MINUTE + 1)
            assert (loop.counts.failures, loop.counts.failing) == (4, 4)
            work.error = None
            await asyncio.sleep(3 * MINUTE)
        assert work.runs == [0, 60, 120, 180, 240, 300, 360]
        assert (loop.counts.runs, loop.counts.failures, loop.counts.failing) == (7, 4, 0)
        assert [(line["log_level"], line["event"], line["loop"]) for line in logged] == [
            ("error", "loop failed; retrying", "beat"),
            ("info", "loop works again", "beat"),
        ]
        assert logged[1]["count"] == 4
        assert logged[1]["seconds"] == 4 * MINUTE
        await loop.stop()

    lapse(run)


@living
async def test_a_database_that_does_not_answer_is_not_said_again_by_every_loop(work: Work) -> None:
    loop = Loop("beat", work, every=MINUTE)
    work.error = NoAnswer()
    with capture_logs() as logged:
        loop.start()
        await asyncio.sleep(3 * MINUTE + 1)
        work.error = None
        await asyncio.sleep(3 * MINUTE)
        await loop.stop()
    assert (loop.counts.failures, loop.counts.failing) == (4, 0)
    assert logged == []


@living
async def test_two_runs_never_overlap_and_missed_ones_are_not_made_up_for(work: Work) -> None:
    loop = Loop("beat", work, every=MINUTE)
    work.takes = 2.5 * MINUTE
    with capture_logs() as logged:
        loop.start()
        await asyncio.sleep(8 * MINUTE)
        await loop.stop()
    assert work.runs == [0, 180, 360]
    assert work.most_at_once == 1
    assert loop.counts.late_runs == 3
    assert [(line["event"], line["loop"]) for line in logged] == [("loop takes longer than its interval", "beat")]


@living
async def test_a_process_that_stood_still_for_hours_makes_up_for_nothing_and_says_that_it_is_late(
    work: Work,
) -> None:
    loop = Loop("beat", work, every=MINUTE)
    with capture_logs() as logged:
        loop.start()
        await asyncio.sleep(MINUTE + 1)
        work.loop.now += 8 * 60 * MINUTE
        await asyncio.sleep(2 * MINUTE + 1)
        await loop.stop()
    hours = 8 * 60 * MINUTE + 61
    assert work.runs == [0, 60, hours, hours + 60, hours + 120]
    assert [(line["event"], line["seconds"]) for line in logged] == [("loop is late", hours - 120)]
    assert (loop.counts.late_runs, loop.counts.longest_delay) == (1, hours - 120)


@living
async def test_a_loop_is_not_late_within_some_seconds(work: Work) -> None:
    loop = Loop("beat", work, every=MINUTE)
    with capture_logs() as logged:
        loop.start()
        await asyncio.sleep(1)
        work.loop.now += 59 + LATE_AFTER - 1
        await asyncio.sleep(1)
        await loop.stop()
    assert work.runs == [0, 60 + LATE_AFTER - 1]
    assert logged == []


@living
async def test_a_run_can_be_asked_for_but_not_more_often_than_the_loop_rests(work: Work) -> None:
    loop = Loop("clocks", work, every=MINUTE, rest=1)
    loop.start()
    await asyncio.sleep(10)
    for seconds in (30, 5, 20):
        loop.ring(seconds)
    await asyncio.sleep(6)
    for _number in range(100):
        loop.ring()
        await asyncio.sleep(0.01)
    await asyncio.sleep(100)
    await loop.stop()
    assert work.runs == pytest.approx([0, 15, 16, 17, 77])
    assert loop.counts.closest_runs == pytest.approx(1)


@living
async def test_what_is_asked_for_in_a_run_comes_after_it(work: Work) -> None:
    loop = Loop("clocks", work, every=MINUTE, rest=1)
    work.takes = 10
    loop.start()
    await asyncio.sleep(5)
    loop.ring(2)
    await asyncio.sleep(20)
    await loop.stop()
    assert work.runs == [0, 10]
    assert loop.counts.late_runs == 0


@living
async def test_nothing_is_run_before_the_start_and_after_the_end(work: Work) -> None:
    loop = Loop("clocks", work, every=MINUTE, rest=1)
    loop.ring()
    await asyncio.sleep(MINUTE)
    assert work.runs == []
    work.takes = 10
    loop.start()
    await asyncio.sleep(1)
    await loop.stop()
    assert work.under_way == 0
    loop.ring()
    await asyncio.sleep(MINUTE)
    assert work.runs == [MINUTE]


who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


def test_a_run_has_nothing_of_the_one_who_asked_for_it() -> None:
    async def run(_: Lapse) -> None:
        asked_by = []

        async def note() -> None:
            asked_by.append(who.get())

        loop = Loop("clocks", note, every=MINUTE, rest=1)
        loop.start()
        await asyncio.sleep(2)
        who.set("Ana")
        loop.ring()
        await asyncio.sleep(2 * MINUTE + 1)
        await loop.stop()
        assert asked_by == ["nobody"] * 4

    lapse(run)
