"""All ways of not being able to play for a while, with a restart and without.

Nobody is late through them. The bot runs on a virtual clock, as in the soak `clock`. After each absence the player to
move has the time that was left before it, no loop made up for what it missed, and the clock of the table goes on.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from bot.outside import Outside
from bot.parts import Parts
from bot.runtime.loops import Loop
from bot.service.absence import Absence
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Cause, Table
from bot.table.refusals import Busy
from bot.table.rules import ready
from bot.talk.words import Texts
from tests.bot.games import GAMES
from tests.bot.lapse import Lapse
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD
from tests.day.play import Blank

BLANK: Any = Blank()
YEAR = 365 * DAY
LEFT = 4 * MINUTE
"""What is left of a turn as an absence begins, about."""
SOON = 2 * MINUTE
"""Within which an absence is found."""
SLACK = MINUTE + 10
"""A beat's worth of time may be lost, or given too much."""
BEGAN = 1_800_000_000


@dataclass
class Set:
    """The computer's clock: the event loop's, and by how much it was set."""

    loop: Lapse
    by: int = 0

    def now(self) -> int:
        return BEGAN + int(self.loop.now) + self.by


class _Reach(Outside):
    """A Discord that people reach, or not."""

    def __init__(self, life: Life) -> None:
        self._life = life

    def reaches(self, guild: int | None) -> bool:
        return self._life.reachable


@dataclass
class Life:
    """A bot, its clock, and the one table it has."""

    loop: Lapse
    clock: Set
    store: Store
    parts: Parts = field(init=False)
    reachable: bool = True
    table: int = 0

    async def begin(self) -> None:
        """Start a process."""
        looks = dict.fromkeys(GAMES, BLANK)
        self.parts = Parts.of(self.store, self.clock, GAMES, looks, Texts(), Mailbox(), outside=_Reach(self))
        self.parts.service.repository.watch(self.parts.reconciler.touch)
        await self.parts.service.absence.begin()
        self.parts.start()

    async def restart(self) -> None:
        await self.parts.close()
        await self.begin()

    async def sit(self) -> None:
        """Begin a game whose turns are over within minutes, and wait until little is left of one."""
        tables, timing = self.parts.service.tables, Timing(Preset.SPRINT, Hours())
        table = await tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL, timing=timing)
        await tables.do(table.id, BEN.cause(), ready.join, BEN)
        await tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        self.table = table.id
        while (left := await self.seconds_left()) is None or left > LEFT:  # noqa: ASYNC110  # it is a clock
            await asyncio.sleep(MINUTE / 2)

    async def now(self) -> Table:
        return await self.parts.service.tables.table(self.table, ANY)

    async def seconds_left(self) -> int | None:
        """Seconds until the turn is over."""
        due = (await self.now()).timing.due
        return None if due is None else due - self.clock.now()

    async def late(self) -> int:
        """Return how often the clock has played."""
        steps = await self.parts.service.tables.history(self.table, 0, None)
        return sum(step.kind == "late" for step in steps)


@dataclass(frozen=True)
class Kind:
    """An absence: both clocks go on, at once or while something is away."""

    name: str
    clock: int = 0
    """By how much the clock is set, or goes on while the machine sleeps."""
    stopped: int = 0
    """Seconds in which the process does nothing, and its event loop's clock goes on."""
    gateway: int = 0
    database: int = 0
    """Seconds in which these are away."""

    async def pass_over(self, life: Life, *, restart: bool) -> None:
        """Let it happen; a restart comes in the midst of it, where a process can start then."""
        if restart and not self.gateway:
            await life.parts.close()
        life.clock.by += self.clock
        life.loop.now += self.stopped
        if self.gateway:
            life.reachable = False
            await asyncio.sleep(self.gateway / 2)
            if restart:
                await life.restart()
            await asyncio.sleep(self.gateway / 2)
            life.reachable = True
        if self.database:
            with patch.object(Store, "run", _busy):
                await asyncio.sleep(self.database)
        if restart and not self.gateway:
            await life.begin()


async def _busy(*_: object) -> None:
    raise Busy


KINDS = (
    Kind("asleep for 8 hours", clock=8 * HOUR),
    Kind("stopped for an hour", stopped=HOUR),
    Kind("the gateway away for 6 hours", gateway=6 * HOUR),
    Kind("the database away for 6 hours", database=6 * HOUR),
    Kind("the clock an hour forward", clock=HOUR),
    Kind("the clock an hour back", clock=-HOUR),
    Kind("the clock a year forward", clock=YEAR),
    Kind("the clock a year back", clock=-YEAR),
)


async def absences(loop: Lapse, kinds: Sequence[Kind] = KINDS) -> list[str]:
    """Return what went wrong in all of them."""
    problems = list[str]()
    for kind in kinds:
        for restart in (False, True):
            found = await _try_kind(loop, kind, restart=restart)
            problems += [f"{kind.name}{' and a restart' if restart else ''}: {what}" for what in found]
    print(f"{2 * len(kinds)} absences, with a restart and without")
    return problems


async def control(loop: Lapse) -> list[str]:
    """Control: what was missed is given back to nobody."""
    with patch.object(Absence, "missed_spans", lambda *_: ()):
        found = await absences(loop, KINDS[:2])
    return [] if any("late" in problem for problem in found) else ["the control was not seen: time not given back"]


async def _try_kind(loop: Lapse, kind: Kind, *, restart: bool) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/boneyard.db")
        life = Life(loop, Set(loop), store)
        await life.begin()
        await life.sit()
        problems = await _judge(life, kind, restart=restart)
        await life.parts.close()
        await store.close()
    return problems


async def _judge(life: Life, kind: Kind, *, restart: bool) -> list[str]:
    left, late, began = await life.seconds_left(), await life.late(), life.loop.now
    before = {loop.name: (loop, loop.counts.runs) for loop in life.parts.loops}
    await kind.pass_over(life, restart=restart)
    await asyncio.sleep(SOON)
    after = await life.seconds_left()
    assert left is not None
    problems = [] if await life.late() == late else ["somebody was late"]
    if after is None or after < left - SOON - SLACK:
        problems.append(f"{left} s were left before and {after} s after it")
    problems += _loops_that_spun(life.parts.loops, before, life.loop.now - began)
    if kind.clock >= 0:
        problems += [] if await _rings(life, late) else ["the clock of the table stands still"]
    return problems


async def _rings(life: Life, late: int) -> bool:
    """Return whether the clock of the table plays within an hour."""
    for _ in range(HOUR // MINUTE):
        if await life.late() > late:
            return True
        await asyncio.sleep(MINUTE)
    return False


def _loops_that_spun(loops: tuple[Loop, ...], before: dict[str, tuple[Loop, int]], seconds: float) -> list[str]:
    """Return the loops that ran more often than `seconds` seconds allow."""
    found = list[str]()
    for loop in loops:
        earlier, runs = before[loop.name]
        new = loop.counts.runs - (runs if earlier is loop else 0)
        often = new > seconds / loop.every + 8 if loop.rest == loop.every else new > seconds / MINUTE + 20
        if often or loop.counts.closest_runs < loop.rest - 1e-6:
            found.append(f"{loop.name} ran {new} times in {seconds:.0f} s: {loop.counts}")
    return found
