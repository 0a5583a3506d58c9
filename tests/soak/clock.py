"""A bot on a virtual clock: all games for a day, then a week without Discord.

Its loops are counted: none may run more often than it should, come late, fail or stop. Then it is absent in every way.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol
from unittest.mock import patch

from bot.computer.thinker import Thinker
from bot.config import Config
from bot.parts import Parts
from bot.runtime.loops import Counts, Loop
from bot.service import Service
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import ANY, Cause, Person, Status, Table
from bot.table.rules import computers, ready
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot import thinkers
from tests.bot.lapse import Lapse, Patient, lapse
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD
from tests.end_to_end.house import house
from tests.end_to_end.test_clock import VirtualClock
from tests.soak.absences import absences, control

NAMES = ("Ana", "Ben")
WEEK = 7
"""Days."""
PATIENCE = 60.0
"""Real seconds in which five simulated minutes must be over, on a machine that has other work."""
VISITS = 3 * HOUR
"""A visitor comes this often, and moves every other time a person has to; reminders come meanwhile."""


class Visitors(Protocol):
    """Those who play meanwhile."""

    begun: int
    """Games."""

    async def visit(self) -> None:
        """Begin what is not under way, and make a move if a person has to."""

    async def log(self) -> int:
        """Return how many steps there are at all tables, or more."""


@dataclass
class Group:
    """Two people who play all games with computer players, one after the other."""

    service: Service
    people: tuple[Person, Person]
    guild: int
    channel: int
    open: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    """Of tables that are over."""
    begun: int = 0
    chance: Random = field(default_factory=lambda: Random(7))

    async def visit(self) -> None:
        """Begin what is not under way, and make a move if a person has to."""
        for game in GAMES:
            table = await self._under_way(game)
            if table.mover is not None and table.mover.player is None and self.chance.random() < 0.5:
                seen = await self.service.tables.observe(table.id, table.mover.user)
                possible = [choice.notation for choice in seen.observation.choices if choice.enabled]
                await self.service.tables.act(
                    table.id, table.mover.cause(), table.mover, table.position_seq, self.chance.choice(possible)
                )

    async def log(self) -> int:
        """Return how many steps there are at all tables."""
        return self.steps + sum([(await self.service.tables.table(id, ANY)).seq for id in self.open.values()])

    async def _under_way(self, game: str) -> Table:
        if game in self.open:
            table = await self.service.tables.table(self.open[game], ANY)
            if table.status in (Status.LOBBY, Status.RUNNING):
                return table
            self.steps += table.seq
        host, other = self.people
        timing = Timing(Preset.WEEK, Hours(), absence=Absence.WAIT)
        table = await self.service.tables.new(game, host.cause(), host, self.guild, self.channel, timing=timing)
        self.open[game] = table.id
        self.begun += 1
        await self.service.tables.do(table.id, other.cause(), ready.join, other)
        for _ in range(max(3, min(GAMES[game].seats)) - 2):
            await self.service.tables.do(table.id, Cause(host.user), computers.add, host.user, "easy")
        return await self.service.tables.do(table.id, Cause(host.user), ready.start, host.user)


async def watch(
    loops: Sequence[Loop], days: int, group: Visitors, pass_time: Callable[[int], Awaitable[None]]
) -> list[str]:
    """Let some days pass; return what the loops did wrong."""
    began = time.process_time()
    before = {loop.name: loop.counts for loop in loops}
    problems: list[str] = []
    for _ in range(days * DAY // VISITS):
        await group.visit()
        earlier = {loop.name: loop.counts.runs for loop in loops}
        await pass_time(VISITS)
        due = {loop.name: earlier[loop.name] + VISITS / loop.every - 2 for loop in loops}
        problems += [f"{loop.name} stopped" for loop in loops if loop.counts.runs < due[loop.name]]
    steps = await group.log()
    print(f"{days} days, {group.begun} games, {steps} steps, {time.process_time() - began:.0f} s of processor time")
    for loop in loops:
        problems += _wrong(loop, before[loop.name], days * DAY, steps)
        counts = loop.counts
        print(f"  {loop.name}: {counts.runs} runs, {counts.failures} failures, {counts.late_runs} late")
    return problems


def _wrong(loop: Loop, before: Counts, seconds: int, steps: int) -> list[str]:
    """Return what a loop did wrong; one that is asked for runs a few times more for each step of the log at most."""
    counts, most = loop.counts, seconds / loop.every + 2
    if loop.rest < loop.every:
        most += 3 * steps
    wrong = {
        "ran too often": counts.runs - before.runs > most or counts.closest_runs < loop.rest - 1e-6,
        "failed": counts.failures > before.failures,
        "was late": counts.late_runs > before.late_runs,
    }
    return [f"{loop.name} {what}: {counts}" for what, is_so in wrong.items() if is_so]


async def soak() -> list[str]:
    """Return what went wrong."""
    problems = await _day()
    for lived in (_week, absences, control):
        problems += await asyncio.to_thread(lapse, lived, Patient)
    return problems + await asyncio.to_thread(_control)


def _control() -> list[str]:
    """Control: move the event loop's clock on by some hours after the start, so that runs are missing."""
    found = lapse(partial(_week, days=1, moved=2 * HOUR), Patient)
    return [] if any("stopped" in problem for problem in found) else ["the control was not seen: an epoch that moves"]


async def _day() -> list[str]:
    """Spend a day in a simulated Discord."""
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), NAMES, threads=True, clock=VirtualClock(), pace=1.0) as here:
            here.env.settle_timeout = PATIENCE
            ana, ben = (Person(member.id, name) for member, name in zip(here.members, NAMES, strict=True))
            group = Group(here.client.service, (ana, ben), here.channel.guild.id, here.channel.id)

            async def pass_time(seconds: int) -> None:
                for _ in range(seconds // (5 * MINUTE)):
                    await here.env.advance_time(5 * MINUTE)

            return await watch(here.client.parts.loops, 1, group, pass_time)


async def _week(loop: Lapse, days: int = WEEK, moved: int = 0) -> list[str]:
    """Spend a week without Discord: its messages are kept nowhere. The event loop's clock may be moved meanwhile."""

    class Clock:
        def now(self) -> int:
            return 1_800_000_000 + int(loop.now)

    with tempfile.TemporaryDirectory() as folder, patch.object(Thinker, "ask", thinkers.answer_here):
        store = await Store.open(f"sqlite:///{folder}/boneyard.db")
        parts = Parts.of(
            store, Clock(), thinkers.PLAYED, RENDERERS, Texts(), Mailbox(), Config(pace=1.0, source=thinkers.SOURCE)
        )
        parts.service.repository.watch(parts.reconciler.touch)
        parts.service.repository.watch(parts.mover.on_change)
        await parts.service.absence.begin()
        parts.start()
        group = Group(parts.service, (ANA, BEN), GUILD, CHANNEL)

        def move() -> None:
            loop.now += moved

        async def pass_time(seconds: int) -> None:
            loop.call_later(1, move)
            await asyncio.sleep(seconds)

        problems = await watch(parts.loops, days, group, pass_time if moved else asyncio.sleep)
        await parts.close()
        await store.close()
    return problems
