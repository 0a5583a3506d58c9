"""A bot without Discord that has much to do: computer players think, and the painter draws, when a test lets them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Event
from typing import Any
from unittest.mock import patch

from bot.computer.pool import Pool
from bot.computer.thinker import JudgeTask, Thinker, Worth
from bot.config import Config
from bot.desk.caller import Caller
from bot.parts import Parts
from bot.pictures.drawings import survey_layout
from bot.pictures.painter import Painter
from bot.store import Store
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import ANY, Person, Table
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.menu import has_alternatives
from bot.talk.words import Texts
from engine.game import DEALER, Seat
from renderers import RENDERERS
from tests.bot import thinkers
from tests.bot.mailbox import Mailbox
from tests.bot.players import mover_at, open_table
from tests.bot.tools import CHANNEL, GUILD, FixedClock

LONGEST = 60.0
"""Seconds after which a test that lets nobody go on fails."""


@dataclass
class Gate:
    """Stops threads until it is opened; tells that one has come."""

    came: Event = field(default_factory=Event)
    opened: Event = field(default_factory=Event)

    def pass_through(self) -> None:
        self.came.set()
        assert self.opened.wait(LONGEST)

    async def wait_until_reached(self) -> None:
        """Wait until a caller waits at the gate."""
        assert await asyncio.to_thread(self.came.wait, LONGEST)


@dataclass
class Minds:
    """Stands in for the processes of computer players. Each question is noted when its turn comes."""

    gate: Gate = field(default_factory=Gate)
    asked: list[JudgeTask] = field(default_factory=list)
    wish: str = ""
    """What they want to do wherever it can be done."""
    takes: Callable[[], None] = lambda: None
    """What passes while one of them thinks."""

    def ask(self, asked: JudgeTask) -> Worth:
        self.asked.append(asked)
        self.gate.pass_through()
        self.takes()
        return {**thinkers.answer_here(None, asked, 0), **self._wish_worth(asked)}

    def stop(self) -> None:
        """From now on nothing is answered."""
        self.gate = Gate()
        self.asked.clear()

    def _wish_worth(self, asked: JudgeTask) -> Mapping[str, float]:
        return {choice.notation: 9.0 for choice in asked.observation.choices if choice.notation == self.wish}


@dataclass
class Easel:
    """What is drawn, in its order: a board, the whole of it or a hand, of which game and for which seat."""

    gate: Gate = field(default_factory=Gate)
    drawn: list[tuple[str, str, Seat | None]] = field(default_factory=list)

    def stop(self) -> None:
        """From now on nothing is finished."""
        self.gate = Gate()
        self.drawn.clear()


@dataclass
class Brush:
    """Draws as a renderer does, at an easel."""

    game: str
    look: Any
    easel: Easel

    def __getattr__(self, name: str) -> Any:
        real = getattr(self.look, name)
        if name not in ("board", "hand", "whole"):
            return real

        def note_call(seen: Any, *rest: Any, **more: Any) -> Any:
            self.easel.drawn.append((name, self.game, seen.viewer))
            self.easel.gate.pass_through()
            return real(seen, *rest, **more)

        return note_call


@dataclass
class Bot:
    """Its parts and what they are doing; how often its computer players were asked, and its painter."""

    parts: Parts
    minds: Minds
    easel: Easel
    mailbox: Mailbox
    asking: int = 0
    laying: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _ids: Any = field(default_factory=lambda: count(5 * 10**17))

    def caller(self, person: Person) -> Caller:
        return Caller(person, "en", next(self._ids), GUILD, CHANNEL)

    def press(self, person: Person, purpose: Purpose, table: Table) -> Awaitable[Letter]:
        """Press a button of a table."""
        return self.parts.desk.press(self.caller(person), ControlId(purpose, table.id))

    async def table(self, game: str, host: Person, *others: Person | str, **options: str) -> Table:
        """Return a dealt table of a host, people and computer players."""
        people = [other for other in others if isinstance(other, Person)]
        strengths = [other for other in others if isinstance(other, str)]
        table, (first, *_) = await open_table(self.parts.service, host, *people, game=game, computers=strengths)
        for name, value in options.items():
            await first.sets_option(name, value)
        await first.starts()
        await self.parts.channel.show(table.id)
        return await self.parts.service.tables.table(table.id, ANY)

    async def turn_of(self, person: Person, table: Table) -> Table:
        """Play until a person has a choice, and return the table; people play their first choice."""
        self.minds.gate.opened.set()
        while True:
            await self.parts.mover.wait_idle()
            table = await self.parts.service.tables.table(table.id, ANY)
            if table.to_act == DEALER:
                await self.parts.channel.show(table.id)
            elif table.mover == person and await self.may_choose(table.id, person):
                self.minds.stop()
                return table
            else:
                await self.act(table.id)

    async def may_choose(self, table: int, person: Person) -> bool:
        """Return whether there is more than one thing to do."""
        return has_alternatives((await self.parts.service.tables.observe(table, person.user)).observation.choices)

    async def act(self, table: int, notation: str = "") -> Table:
        """Let the person to act play a notation, or their first choice."""
        now = await self.parts.service.tables.table(table, ANY)
        mover = mover_at(self.parts.service, now)
        first = next(choice.notation for choice in (await mover.sees()).choices if choice.enabled)
        return await mover.plays(notation or first, now.position_seq)

    async def look_around(self, table: int) -> None:
        """Read a table some times, so that all that takes no thought has happened."""
        for _ in range(20):
            await self.parts.service.tables.table(table, ANY)

    async def wait_until(self, reached: Callable[[], Awaitable[bool]]) -> None:
        """Wait until `reached` returns True."""
        async with asyncio.timeout(LONGEST):
            while True:
                self.news.clear()
                if await reached():
                    return
                await self.news.wait()

    async def wait_until_asked(self, times: int) -> None:
        """Wait until computer players were asked `times` times, answered or not."""

        async def is_reached() -> bool:
            return self.asking >= times

        await self.wait_until(is_reached)

    async def wait_for_layouts(self, times: int) -> None:
        """Wait until `times` pictures were requested, drawn or not: each begins with its layout."""

        async def is_reached() -> bool:
            return self.laying >= times

        await self.wait_until(is_reached)

    async def wait_for_jobs(self, jobs: int) -> None:
        """Wait until `jobs` jobs are waiting for the painter."""
        lines = self.parts.work._queues

        def is_reached() -> bool:
            return sum(len(waiting) for askers in lines.values() for waiting in askers.values()) >= jobs

        async with asyncio.timeout(LONGEST):
            for _ in iter(is_reached, True):
                await asyncio.sleep(0)

    async def notations(self, table: int) -> list[str]:
        """Return what was done at a table by those who sit there."""
        steps = await self.parts.service.store.run(lambda tx: tx.log.steps(table, 0, 10**6))
        return [step.notation for step in steps if step.kind == "act"]


@asynccontextmanager
async def busy_bot(address: str, limits: Limits = LIMITS) -> AsyncIterator[Bot]:
    """Run a bot with one process for its computer players, who never begin; boards are drawn on request."""
    minds, easel, mailbox = Minds(), Easel(), Mailbox()
    easel.gate.opened.set()
    looks: Any = {key: Brush(key, look, easel) for key, look in RENDERERS.items()}
    store = await Store.open(address)
    with (
        patch.object(Thinker, "ask", lambda _, asked, __: minds.ask(asked)),
        patch("bot.computer.pool.cores", lambda: 2),
    ):
        parts = Parts.of(
            store,
            FixedClock(),
            thinkers.PLAYED,
            looks,
            Texts(),
            mailbox,
            Config(threads=False, limits=replace(limits, own_tables=1000)),
        )
        here = Bot(parts, minds, easel, mailbox)
        parts.service.repository.watch(parts.mover.on_change)
        parts.service.repository.watch(lambda _: here.news.set())
        with (
            _count_calls(here, Pool, "judge", "asking"),
            _count_calls(here, Painter, "arrange_tiles", "laying"),
            _count_calls(here, Painter, "draw", "laying", lambda _, kind, *__: kind is survey_layout),
        ):
            try:
                yield here
            finally:
                easel.gate.opened.set()
                minds.gate.opened.set()
                await parts.mover.wait_idle()
                await parts.reconciler.wait_idle()
                await parts.close()
                await store.close()


@contextmanager
def _count_calls(
    here: Bot, owner: type, method: str, count: str, counts: Callable[..., bool] = lambda *_, **__: True
) -> Iterator[None]:
    """Count the calls of a method for which `counts` returns True."""
    real = getattr(owner, method)

    def count_call(*what: Any, **more: Any) -> Any:
        if counts(*what, **more):
            setattr(here, count, getattr(here, count) + 1)
            here.news.set()
        return real(*what, **more)

    with patch.object(owner, method, count_call):
        yield
