"""The ticker: it looks at the earliest moment of all tables, and is never stopped by one that cannot be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.runtime.scheduler import MAX_INTERVAL, RETRY_DELAY, Ticker
from bot.table.clock.pace import DAY, HOUR, MINUTE
from bot.table.refusals import Busy, Damaged, Elsewhere, NoAnswer, OtherRules, StorageFull
from tests.bot.lapse import Lapse, lapse


@dataclass
class Bells:
    """Tables of which only the clocks are known: when each is to be looked at.

    `set_by` is how much the computer's clock was set forward since it began.
    """

    loop: Lapse
    wakes: dict[int, int] = field(default_factory=dict)
    ticked: list[tuple[int, int]] = field(default_factory=list)
    errors: dict[int, Exception] = field(default_factory=dict)
    away: Exception | None = None
    looks: int = 0
    set_by: int = 0

    def __post_init__(self) -> None:
        self.ticker = Ticker("clocks", self, self)

    def now(self) -> int:
        return int(self.loop.time()) + self.set_by

    async def find_due(self) -> Sequence[int]:
        self.looks += 1
        if self.away:
            raise self.away
        return [table for table, at in self.wakes.items() if at <= self.now()]

    async def next_wake(self) -> int | None:
        return min(self.wakes.values(), default=None)

    async def tick(self, table: int) -> None:
        if error := self.errors.get(table):
            raise error
        self.ticked.append((table, self.now()))
        del self.wakes[table]

    async def put_off(self, table: int, seconds: int) -> None:
        self.wakes[table] = self.now() + seconds


def ticking(test: Callable[[Bells], Awaitable[None]]) -> Callable[[], None]:
    """Test a scheduler that has been started, at second 1000."""

    async def run(loop: Lapse) -> None:
        bells = Bells(loop)
        bells.ticker.loop.start()
        await bells.ticker.loop.wait_idle()
        await test(bells)
        await bells.ticker.loop.stop()

    def whole() -> None:
        lapse(run)

    whole.__name__ = getattr(test, "__name__", "test")
    return whole


@ticking
async def test_what_is_due_is_done_and_then_what_comes_next_at_its_moment(bells: Bells) -> None:
    bells.wakes = {1: 1000, 2: 995, 3: 1031, 4: 1032}
    await asyncio.sleep(5)
    bells.ticker.expect(1000)
    await asyncio.sleep(40)
    assert sorted(bells.ticked) == [(1, 1005), (2, 1005), (3, 1031), (4, 1032)]


@ticking
async def test_what_comes_earlier_is_done_earlier(bells: Bells) -> None:
    for table, seconds in enumerate((50, 20, 30)):
        bells.wakes[table] = 1000 + seconds
        bells.ticker.expect(1000 + seconds)
    await asyncio.sleep(55)
    assert bells.ticked == [(1, 1020), (2, 1030), (0, 1050)]


@ticking
async def test_with_nothing_to_do_it_looks_every_five_minutes(bells: Bells) -> None:
    bells.wakes = {1: 10**9}
    await asyncio.sleep(HOUR + 1)
    assert bells.looks == 1 + HOUR / MAX_INTERVAL


@ticking
async def test_by_itself_it_sees_that_the_clock_was_set_or_that_the_computer_slept(
    bells: Bells,
) -> None:
    bells.wakes = {1: 1000 + 8 * HOUR}
    bells.ticker.expect(1000 + 8 * HOUR)
    await asyncio.sleep(90)
    bells.set_by = 8 * HOUR
    await asyncio.sleep(MAX_INTERVAL)
    assert [table for table, _ in bells.ticked] == [1]


@ticking
async def test_a_clock_that_jumps_a_day_forward_or_back_changes_nothing_about_how_often_it_looks(
    bells: Bells,
) -> None:
    bells.wakes = {1: 10**9}
    for set_by in (DAY, -DAY, HOUR, -HOUR, 1, -1):
        bells.set_by = set_by
        bells.ticker.expect(1030)
        await asyncio.sleep(HOUR)
    assert bells.looks <= 6 * (1 + HOUR / MAX_INTERVAL) + 6
    assert bells.ticker.loop.counts.closest_runs >= 1


@ticking
async def test_a_table_that_cannot_be_woken_waits_and_the_others_go_on(bells: Bells) -> None:
    bells.wakes = {1: 1000, 2: 1000}
    bells.errors = {1: ValueError("cannot be read")}
    await asyncio.sleep(MAX_INTERVAL)
    assert [table for table, _ in bells.ticked] == [2]
    assert bells.wakes == {1: 1000 + MAX_INTERVAL + RETRY_DELAY}


@ticking
async def test_a_table_that_another_process_serves_by_now_is_left_to_that(bells: Bells) -> None:
    bells.wakes, bells.errors = {1: 1000}, {1: Elsewhere()}
    await asyncio.sleep(MAX_INTERVAL)
    assert bells.wakes == {1: 1000}


@pytest.mark.parametrize("error", [Damaged(), OtherRules()], ids=lambda error: type(error).__name__)
def test_what_is_damaged_rests_for_a_day(error: Exception) -> None:
    assert rest_after(error) == DAY


@pytest.mark.parametrize("error", [Busy(), StorageFull()], ids=lambda error: type(error).__name__)
def test_a_database_that_is_busy_or_full_does_not_make_a_turn_wait_for_a_day(error: Exception) -> None:
    assert rest_after(error) == RETRY_DELAY


def rest_after(error: Exception) -> int:
    """Return the seconds for which a table rests that could not be woken."""
    rests = []

    @ticking
    async def run(bells: Bells) -> None:
        bells.wakes, bells.errors = {1: 1000}, {1: error}
        bells.ticker.expect(1000)
        await asyncio.sleep(2)
        rests.append(bells.wakes[1] - 1001)

    run()
    return rests[0]


@ticking
async def test_it_goes_on_within_a_minute_after_the_database_was_away(bells: Bells) -> None:
    bells.wakes, bells.away = {1: 1010}, NoAnswer()
    bells.ticker.expect(1010)
    await asyncio.sleep(10 * MAX_INTERVAL + 1)
    assert bells.ticked == []
    bells.away = None
    await asyncio.sleep(MINUTE)
    assert [table for table, _ in bells.ticked] == [1]
    assert bells.ticker.loop.counts.failing == 0


@ticking
async def test_after_the_end_nothing_is_done(bells: Bells) -> None:
    await bells.ticker.loop.stop()
    bells.wakes = {1: 1000}
    bells.ticker.expect(1000)
    await asyncio.sleep(HOUR)
    assert bells.ticked == []


def test_what_is_due_keeps_no_step_with_the_moment_in_which_it_was_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Message ids carry milliseconds: a move made for a player must not come whole seconds after a press."""
    rung = list[float]()

    async def run(loop: Lapse) -> None:
        monkeypatch.setattr("bot.runtime.scheduler.random", Random(1).random)
        bells = Bells(loop)
        monkeypatch.setattr(bells.ticker.loop, "ring", rung.append)
        for _ in range(200):
            bells.ticker.expect(bells.now() + 5)

    lapse(run)
    parts = sorted(seconds - 5 for seconds in rung)
    assert all(abs(part - place / 200) < 0.1 for place, part in enumerate(parts))
