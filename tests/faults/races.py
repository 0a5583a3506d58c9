"""Presses that meet: the same one twice, two of one person, two of two processes, a move and its deadline."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

from bot.service import Service
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Played, Status, Table
from bot.table.refusals import Over, Refusal, Stale
from bot.table.rules import play
from tests.bot.postgres import fresh_database, running_server
from tests.bot.tools import FixedClock
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, begin_game, choices, choose, deal_if_due, parlour

_presses = count(10**9)


class Doors:
    """Two processes' doors to one database, which is forced: usually the second is refused."""

    def __init__(self, services: list[Service], clock: FixedClock, rng: Random) -> None:
        self.services, self.clock, self.rng = services, clock, rng
        self.tables = dict[str, Table]()

    async def table(self, key: str, timing: Timing | None) -> Table:
        """Return a table of a game with a player to move."""
        found = self.tables.get(key)
        if found is not None:
            found = await deal_if_due(self.any, await self.any.tables.table(found.id, ANY))
        if found is None or found.status is not Status.RUNNING:
            found = await begin_game(self.any, key, timing=timing)
        self.tables[key] = found
        return found

    @property
    def any(self) -> Service:
        return self.rng.choice(self.services)


@asynccontextmanager
async def doors(address: str, seed: int) -> AsyncIterator[Doors]:
    stores = [await Store.open(address, alone=False) for _ in range(2)]
    clock = FixedClock()
    yield Doors([parlour(store, clock) for store in stores], clock, Random(seed))
    for store in stores:
        await store.close()


Meeting = Callable[[Doors, Table, Tally], Awaitable[None]]


def _race(meeting: Meeting, times: int, seed: int, timing: Timing | None = None, address: str = "") -> Tally:
    async def run() -> Tally:
        tally = Tally()
        async with doors(address or f"sqlite:///{mkdtemp()}/boneyard.db", seed) as here:
            while tally.runs < times:
                for key in ALL:
                    await meeting(here, await here.table(key, timing), tally)
                    tally.runs += 1
        return tally

    return asyncio.run(run())


async def _answers(*asked: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*asked, return_exceptions=True))


def _press(service: Service, table: Table, notation: str, interaction: int) -> Awaitable[Played]:
    assert table.mover is not None
    return service.tables.act(table.id, table.mover.cause(interaction), table.mover, table.position_seq, notation)


async def _steps(here: Doors, table: Table) -> list[str]:
    """Return the kinds of the steps that were added since."""
    return [step.kind for step in await here.services[0].tables.history(table.id, table.seq, None)]


def _note_unexpected(answers: list[Any], tally: Tally) -> None:
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refusal):
            tally.other.append(f"{type(answer).__name__}: {answer}"[:200])


async def _twice(here: Doors, table: Table, tally: Tally) -> None:
    """Deliver one press twice at once, to one process or to both: one step, and the same answer."""
    notation, interaction = await choose(here.any, table, here.rng), next(_presses)
    answers = await _answers(*(_press(here.any, table, notation, interaction) for _ in range(2)))
    _note_unexpected(answers, tally)
    played = [answer for answer in answers if isinstance(answer, Played)]
    tally.lost += len(played) < 2 or played[0].events != played[1].events
    tally.doubled += max(0, (await _steps(here, table)).count("act") - 1)


async def _double_click(here: Doors, table: Table, tally: Tally) -> None:
    """Press one button twice, which makes two interactions: one of them is a move, the other is too old."""
    notation = await choose(here.any, table, here.rng)
    await _one_wins(here, table, tally, notation, notation)


async def _two_at_once(here: Doors, table: Table, tally: Tally) -> None:
    """Press two buttons at once, at two processes: one wins."""
    possible = await choices(here.any, table)
    await _one_wins(here, table, tally, here.rng.choice(possible), here.rng.choice(possible))


async def _one_wins(here: Doors, table: Table, tally: Tally, *notations: str) -> None:
    pressed = (_press(here.any, table, notation, next(_presses)) for notation in notations)
    answers = await _answers(*pressed)
    _note_unexpected(answers, tally)
    won = sum(isinstance(answer, Played) for answer in answers)
    tally.lost += won < 1
    tally.doubled += max(won, (await _steps(here, table)).count("act")) > 1
    if won == 1 and not any(isinstance(answer, Stale | Over | Refusal) for answer in answers):
        tally.other.append(f"{table.game}: nobody was told that the press came too late")


async def _late(here: Doors, table: Table, tally: Tally) -> None:
    """Press what is possible now on a button of an earlier position."""
    assert table.mover is not None
    old, notation = table.position_seq - here.rng.randrange(1, 4), await choose(here.any, table, here.rng)
    (answer,) = await _answers(
        here.any.tables.act(table.id, table.mover.cause(next(_presses)), table.mover, old, notation)
    )
    tally.doubled += not isinstance(answer, Stale)
    if isinstance(answer, Stale):
        await _press(here.any, table, notation, next(_presses))


async def _deadline(here: Doors, table: Table, tally: Tally) -> None:
    """Let a move and its deadline meet: one of the two is in the log, and the player is told which."""
    assert table.timing.due is not None
    notation = await choose(here.any, table, here.rng)
    for service in here.services:  # nobody was away meanwhile
        await service.absence.begin()
    here.clock.time = table.timing.due + here.rng.choice((0, 1))
    with patch.object(type(here.services[0].absence), "_is_beat_overdue", lambda _: False):
        answers = await _answers(
            _press(here.any, table, notation, next(_presses)), *(s.clockwork.tick(table.id) for s in here.services)
        )
    _note_unexpected(answers, tally)
    kinds, played = await _steps(here, table), isinstance(answers[0], Played)
    ended = sum(kind in ("act", "late", "standin") for kind in kinds[:1])
    tally.lost += played and "act" not in kinds
    tally.lost += not ended and not played and "late" not in kinds
    tally.doubled += kinds.count("act") + kinds.count("late") > 1
    if not played and not isinstance(answers[0], Refusal):
        tally.other.append(f"{table.game}: the player got {answers[0]!r}"[:200])


def late(times: int, seed: int) -> Tally:
    """Buttons of earlier positions."""
    return _race(_late, times, seed)


def twice(times: int, seed: int) -> Tally:
    """Redelivery."""
    return _race(_twice, times, seed)


def double_click(times: int, seed: int) -> Tally:
    """Two interactions of one button."""
    return _race(_double_click, times, seed)


def two_at_once(times: int, seed: int) -> Tally:
    """Two processes, SQLite."""
    return _race(_two_at_once, times, seed)


def two_on_postgresql(times: int, seed: int) -> Tally:
    """Two processes, PostgreSQL."""
    with running_server() as server:
        return _race(_two_at_once, times, seed, address=fresh_database(server))


def deadline(times: int, seed: int) -> Tally:
    """Race a move against the clock."""
    return _race(_deadline, times, seed, Timing(Preset.DAY, Hours()))


def no_guard(times: int, seed: int) -> Tally:
    """Control: a press is taken whatever position it was made for."""
    checked = play.act

    def check_without_guard(draft: Any, person: Any, _: Any, told: str, **more: Any) -> None:
        checked(draft, person, None, told, **more)

    with patch.object(play, "act", check_without_guard):
        return _race(_late, times, seed)
