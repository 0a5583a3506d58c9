"""The demo's clock follows the machine's, whatever that does; time is virtual here, the demo and its bot are real."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import simcord
from aiohttp import ClientSession

from bot.demo import ABSENCE, Demo, open_demo
from bot.demo.page import PAGE_MESSAGES
from bot.service.absence import Absence

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
        beat = Absence.beat

        async def count_beat(absence: Absence) -> None:
            self.count += 1
            await beat(absence)

        monkeypatch.setattr(Absence, "beat", count_beat)


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> Beats:
    return Beats(monkeypatch)


@asynccontextmanager
async def on(machine: Machine) -> AsyncIterator[Demo]:
    async with open_demo(0, machine, machine.awake) as demo:
        yield demo


async def live(demo: Demo, machine: Machine, seconds: int) -> None:
    """Let time pass in steps, as while a press is answered."""
    for _ in range(seconds // 10):
        machine.run(10)
        await demo.tick()


async def sent_at(demo: Demo) -> datetime:
    """Let a command bring a message, and return when it was sent, as the page shows it."""
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
        begun = beats.count
        getattr(machine, what)(HOUR)
        await demo.tick()
        assert near(await sent_at(demo), machine)
        await live(demo, machine, 180)
        assert near(demo.env.now(), machine)
    assert 2 <= beats.count - begun <= 5


async def test_a_clock_that_is_set_back_stops_no_loop(beats: Beats) -> None:
    machine = Machine()
    async with on(machine) as demo:
        await live(demo, machine, 120)
        begun = beats.count
        machine.sleep(-HOUR)
        await live(demo, machine, 180)
    assert 2 <= beats.count - begun <= 4


async def test_the_clock_of_the_demo_outlives_every_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.demo.TICK", 0.0)
    went_on, faults = asyncio.Event(), [simcord.SetupError("busy"), KeyError("unforeseen")]

    async def ticks() -> None:
        if faults:
            raise faults.pop(0)
        went_on.set()

    async with on(Machine()) as demo:
        monkeypatch.setattr(demo, "tick", ticks)
        clock = asyncio.ensure_future(demo.keep_time())
        seen = asyncio.ensure_future(went_on.wait())
        await asyncio.wait({clock, seen}, return_when=asyncio.FIRST_COMPLETED)
        assert went_on.is_set(), clock
        clock.cancel()


async def test_the_card_of_a_demo_says_that_its_deals_have_no_beacon() -> None:
    async with on(Machine()) as demo:
        await demo.members[0].slash(demo.channel, "new", game="moon")
        await demo.members[1].slash(demo.channel, "join")
        card = demo.channel.history()[-1].content
    assert "I shuffle alone at this table, so nobody can prove that its deals are fair." in card


async def test_a_press_does_not_wait_for_what_the_bot_does_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.demo.PATIENCE", 2.0 * LONGEST_INTERVAL)
    machine = Machine()
    async with on(machine) as demo:
        await live(demo, machine, 120)
        now = demo.env.now()
        await sent_at(demo)
        assert demo.env.now() == now


def open_tab(demo: Demo) -> Any:
    """Open a tab of the page; SimCord has no public way."""
    return demo.page._open_page()


async def state_of(demo: Demo, tab: Any) -> dict[str, Any]:
    """Return the answer to a tab that asks for news, through the socket that it uses."""
    where, _, capability = demo.page.url.partition("#")
    headers = {"X-Simcord-Capability": capability, "X-Simcord-Context": tab.id}
    async with ClientSession() as session, session.get(f"{where}api/state", headers=headers) as answer:
        assert answer.status == 200
        told: dict[str, Any] = await answer.json()
        return told


async def test_a_tab_that_asks_what_is_new_makes_no_work_while_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    async with on(machine) as demo:
        tab, looked = open_tab(demo), 0
        look = demo.page._filter_dependencies

        def count_look(*asked: Any) -> bool:
            nonlocal looked
            looked += 1
            return look(*asked)

        monkeypatch.setattr(demo.page, "_filter_dependencies", count_look)
        before = [await state_of(demo, tab) for _ in range(5)]
        assert looked == 1
        await sent_at(demo)
        await live(demo, machine, 10)
        after = [await state_of(demo, tab) for _ in range(5)]
        assert looked == 2
    assert (len(before[-1]["timeline"]), len(after[0]["timeline"])) == (2, 4)


async def test_a_tab_still_lives_after_its_process_was_stopped_for_an_hour() -> None:
    machine = Machine()
    async with on(machine) as demo:
        tab = open_tab(demo)
        machine.stop(HOUR)
        tab.last_activity -= HOUR  # SimCord looks at the system's own clock
        await demo.tick()
        await sent_at(demo)
        await demo.tick()
        assert (await state_of(demo, tab))["timeline"]


async def test_a_page_holds_the_newest_messages_and_offers_the_older_ones() -> None:
    machine = Machine()
    async with on(machine) as demo:
        tab = open_tab(demo)
        for number in range(PAGE_MESSAGES + 5):
            await demo.members[0].send(demo.channel, f"message {number}")
        await demo.page.refresh()
        told = await state_of(demo, tab)
        assert len(told["timeline"]) == PAGE_MESSAGES
        assert told["history"]["hasBefore"]


class Looked(dict[int, Any]):
    """All messages by their channels; counts how often they are gone through."""

    times = 0

    def values(self) -> Any:
        self.times += 1
        return super().values()


async def test_what_was_said_long_ago_makes_the_clock_no_work() -> None:
    machine = Machine()
    async with on(machine) as demo:
        await sent_at(demo)
        await live(demo, machine, 10)
        demo.env.backend.messages = messages = Looked(demo.env.backend.messages)
        await live(demo, machine, 30)
        assert messages.times == 0
