"""The demo's clock follows the machine's, whatever that does; time is virtual here, the demo and its bot are real."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from bot.demo import ABSENCE, Demo, opened
from bot.tables import Tables

HOUR = 3600
LONGEST_INTERVAL = 60
"""Seconds until every loop of a minute has run again."""


class Machine:
    """The clocks of a computer."""

    def __init__(self) -> None:
        self.wall = 1_790_000_000.0
        self.up = 5_000.0

    def now(self) -> int:
        return int(self.wall)

    def awake(self) -> float:
        return self.up

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.up += seconds

    stop = run
    """The process is stopped, the machine is not: nothing looks at the clocks meanwhile."""

    def sleep(self, seconds: float) -> None:
        self.wall += seconds


class Beats:
    """Counts how often the bot notes that it runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        beat = Tables.beat

        async def counted(tables: Tables) -> None:
            self.count += 1
            await beat(tables)

        monkeypatch.setattr(Tables, "beat", counted)


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> Beats:
    return Beats(monkeypatch)


@asynccontextmanager
async def on(machine: Machine) -> AsyncIterator[Demo]:
    async with opened(0, machine, machine.awake) as demo:
        yield demo


async def live(demo: Demo, machine: Machine, seconds: int) -> None:
    """Let time pass in steps, as while a press is answered."""
    for _ in range(seconds // 10):
        machine.run(10)
        await demo.tick()


async def sent_at(demo: Demo) -> datetime:
    """When a message is sent that a command brings now, as the page shows it."""
    host = demo.members[0]
    answered = await host.slash(demo.channel, "new", game="draw")
    assert answered.acknowledged
    moment: datetime = demo.channel.history()[-1].created_at
    return moment


def near(moment: datetime, machine: Machine) -> bool:
    return abs((moment - datetime.fromtimestamp(machine.wall, UTC)).total_seconds()) <= ABSENCE


async def test_the_demo_still_answers_in_its_third_minute_and_its_loops_keep_their_pace(beats: Beats) -> None:
    machine = Machine()
    async with on(machine) as demo:
        begun = beats.count
        await live(demo, machine, 180)
        assert near(await sent_at(demo), machine)
    assert 1 <= beats.count - begun <= 4


@pytest.mark.parametrize("what", ["sleep", "stop"])
async def test_after_an_hour_asleep_or_stopped_the_demo_answers_at_once_and_tells_the_time(
    what: str, beats: Beats
) -> None:
    machine = Machine()
    async with on(machine) as demo:
        await live(demo, machine, 120)
        getattr(machine, what)(HOUR)
        await demo.tick()
        assert near(await sent_at(demo), machine)
        begun = beats.count
        await live(demo, machine, 180)
        assert near(demo.env.now(), machine)
        assert beats.count > begun


async def test_a_clock_that_is_set_back_stops_no_loop(beats: Beats) -> None:
    machine = Machine()
    async with on(machine) as demo:
        await live(demo, machine, 120)
        begun = beats.count
        machine.sleep(-HOUR)
        await live(demo, machine, 180)
        assert beats.count > begun


async def test_a_press_does_not_wait_for_what_the_bot_does_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.demo.PATIENCE", 2.0 * LONGEST_INTERVAL)
    machine = Machine()
    async with on(machine) as demo:
        await live(demo, machine, 120)
        now = demo.env.now()
        await sent_at(demo)
        assert demo.env.now() == now
