"""The timer: set to the earliest moment of all tables, and never stopped by one that cannot be read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.clocks.ticker import LONGEST, TRY_AGAIN, Ticker
from tests.bot.tools import FixedClock


@dataclass
class Bells:
    """Tables of which only the clocks are known: when each is to be looked at."""

    clock: FixedClock
    wakes: dict[int, int] = field(default_factory=dict)
    ticked: list[int] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)

    async def waking(self) -> Sequence[int]:
        return [table for table, at in self.wakes.items() if at <= self.clock.now()]

    async def next_wake(self) -> int | None:
        return min(self.wakes.values(), default=None)

    async def tick(self, table: int) -> None:
        if table in self.broken:
            raise ValueError("cannot be read")
        self.ticked.append(table)
        del self.wakes[table]

    async def put_off(self, table: int, seconds: int) -> None:
        self.wakes[table] = self.clock.now() + seconds


@pytest.fixture
async def set_timers(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """After how many seconds each timer was to ring; none does."""
    seconds, loop = list[float](), asyncio.get_running_loop()
    real = loop.call_later

    def call_later(delay: float, *_: object) -> asyncio.TimerHandle:
        seconds.append(delay)
        return real(10_000, lambda: None)

    monkeypatch.setattr(loop, "call_later", call_later)
    return seconds


def ticker(bells: Bells) -> Ticker:
    return Ticker(bells, bells.clock)


async def test_what_is_due_is_done_and_the_timer_set_to_what_is_next(set_timers: list[float]) -> None:
    clock = FixedClock()
    bells = Bells(clock, {1: clock.now(), 2: clock.now() - 5, 3: clock.now() + 60, 4: clock.now() + 90})
    here = ticker(bells)
    here.ring()
    await here.settled()
    assert sorted(bells.ticked) == [1, 2]
    assert set_timers == [60]


async def test_only_what_comes_earlier_sets_the_timer_anew(set_timers: list[float]) -> None:
    clock = FixedClock()
    here = ticker(Bells(clock))
    for seconds in (50, 70, 50, 20, 30):
        here.expect(clock.now() + seconds)
    assert set_timers == [50, 20]


async def test_far_times_are_looked_at_again_within_an_hour(set_timers: list[float]) -> None:
    clock = FixedClock()
    ticker(Bells(clock)).expect(clock.now() + 10**6)
    assert set_timers == [LONGEST]


async def test_a_table_that_cannot_be_read_waits_and_the_others_go_on(set_timers: list[float]) -> None:
    clock = FixedClock()
    bells = Bells(clock, {1: clock.now(), 2: clock.now()}, broken={1})
    here = ticker(bells)
    here.ring()
    await here.settled()
    assert bells.ticked == [2]
    assert set_timers == [TRY_AGAIN]


async def test_after_the_end_no_timer_is_set(set_timers: list[float]) -> None:
    clock = FixedClock()
    here = ticker(Bells(clock))
    await here.close()
    here.expect(clock.now() + 5)
    assert set_timers == []
