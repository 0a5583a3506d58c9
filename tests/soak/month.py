"""The real bot lives for a month on a loopback Discord and a virtual clock.

One process, real sockets, the real library, the real loops, and play all the while: time jumps to the next timer as
soon as nobody has anything to do. Its loops are counted, and in the end it holds no more memory, tasks and files than
after a third. `DAYS` in the environment says for how long.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

import discord.gateway
import discord.http
import yarl

from bot.computer.thinker import Thinker
from bot.config import Config
from bot.discord.client import Boneyard
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.limits import Limits
from renderers import RENDERERS
from tests.bot import thinkers
from tests.bot.databases import shared_databases
from tests.bot.lapse import Lapse, lapse
from tests.faults.party import Over, Party
from tests.soak.clock import watch
from tests.wire import loopback as wire
from tests.wire.bot import DISCORD_TOKEN, Bot
from tests.wire.launch import empty_caches
from tests.wire.loopback import Loopback, TooLate, loopback
from tests.wire.payloads import CHANNEL
from tests.wire.people import Member
from tests.wire.wired import NAMES, Table, Wired

DAYS = 30
THIRDS = 3
BEGUN = datetime(2027, 3, 1, tzinfo=UTC)
"""The virtual beginning; clocks change in many places within a month of it."""
GAMES = ("draw", "chickenfoot", "blockers", "fives", "moon")
OPEN = 4
"""The number of tables that are played at."""
KEPT = 3 * OPEN
"""The newest tables that the loopback knows; it forgets the others, which would fill its own memory."""
MORE_MEMORY = 20 * 2**20
"""Bytes beside the caches, those of the loopback among them, that the last third may add."""
MORE = 10
"""Files and tasks that it may add."""
PACE = 1.5
"""Seconds before a computer player moves, as the bot has it where its host says nothing else."""
FOREVER = 10.0**9


class Rests(Lapse):
    """A loop whose time stands still while a thread works, a transaction runs, or a socket has something to read."""

    def __init__(self) -> None:
        super().__init__()
        self.store: Store | None = None
        self._working = 0

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]  # it passes all on
        work = super().run_in_executor(executor, func, *args)
        self._working += 1
        work.add_done_callback(self._note_end)
        return work

    def _note_end(self, _: object) -> None:
        self._working -= 1

    def rests(self) -> bool:
        busy = self._working or (self.store is not None and self.store._running)
        return not busy and not self._selector.select(0)  # type: ignore[attr-defined]  # asyncio shows it nowhere

    def wall(self) -> float:
        """Return the time of day, in UTC seconds."""
        return BEGUN.timestamp() + self.now


@dataclass
class Time:
    """What stands in for the module in the loopback, and for the bot's clock."""

    loop: Rests

    def time(self) -> float:
        return self.loop.wall()

    def monotonic(self) -> float:
        return self.loop.now

    def now(self) -> int:
        return int(self.loop.wall())


@dataclass
class People:
    """Everybody who plays: they come every few hours, and make a move at each table where it is their turn."""

    party: Party
    chance: Random = field(default_factory=lambda: Random(7))
    begun: int = 0
    moves: int = 0

    async def visit(self) -> None:
        here, tables = self.party.discord, self.party.tables
        while len(self._under_way()) < OPEN:
            await self.party.sit([GAMES[self.begun % len(GAMES)]])
            self.begun += 1
        for table in self._under_way():
            if self.chance.random() < 0.7:
                with suppress(Over, TooLate, TimeoutError):
                    self.moves += await self.party.move(table)
        here.requests.clear()
        here.asked.clear()
        self.party.asked.clear()
        self.party.moves.clear()
        for old in tables[:-KEPT]:
            if old.turn is None and old.place != CHANNEL:
                here.channels.pop(old.place, None)
        tables[:] = tables[-KEPT:]

    async def log(self) -> int:
        """Return how many steps there are, or more: each move takes some by itself."""
        return 20 * (self.moves + self.begun)

    def _under_way(self) -> list[Table]:
        return [table for table in self.party.tables[-KEPT:] if table.turn is not None]


@dataclass(frozen=True)
class Held:
    """What the process holds."""

    memory: int
    tasks: int
    files: int

    @classmethod
    def now(cls) -> Held:
        return cls(empty_caches(), len(asyncio.all_tasks()), len(list(Path("/proc/self/fd").iterdir())))

    def __str__(self) -> str:
        return f"{self.memory / 2**20:.0f} MiB beside the caches, {self.tasks} tasks, {self.files} open files"


async def soak() -> list[str]:
    """Return what went wrong."""
    return await asyncio.to_thread(live, int(os.environ.get("DAYS", DAYS)))


def live(days: int) -> list[str]:
    """Live for some days; return what went wrong."""
    return lapse(lambda loop: _month(cast("Rests", loop), days), Rests)


async def _month(loop: Rests, days: int) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        async with _bot(loop, Path(name)) as (client, party):
            people, problems, held = People(party), list[str](), list[Held]()
            for _ in range(THIRDS):
                found = await watch(client.parts.loops, max(1, days // THIRDS), people, asyncio.sleep)
                held.append(Held.now())
                print(f"{people.begun} games begun, {people.moves} moves; {held[-1]}; {len(found)} wrong", flush=True)
                problems += found
            problems += [f"Discord does not take it: {problem}" for problem in party.discord.problems]
            return problems + _growth(held) + ([] if people.moves > 3 * days else ["nobody played"])


def _growth(held: list[Held]) -> list[str]:
    before, after = held[-2:]
    more = {"memory": after.memory - before.memory - MORE_MEMORY}
    more |= {"tasks": after.tasks - before.tasks - MORE, "files": after.files - before.files - MORE}
    return [f"{what} grew: {before}, then {after}" for what, by in more.items() if by > 0]


@asynccontextmanager
async def _bot(loop: Rests, folder: Path) -> AsyncIterator[tuple[Boneyard, Party]]:
    """Run a bot on the loopback's server, with its people."""
    time = Time(loop)
    with ExitStack() as patches:
        patches.enter_context(shared_databases())
        for where, what, value in (
            (wire, "time", time),
            (discord.utils, "utcnow", lambda: BEGUN + timedelta(seconds=loop.now)),
            (Thinker, "ask", thinkers.answer_here),
        ):
            patches.enter_context(patch.object(where, what, value))
        async with loopback() as there:
            patches.enter_context(patch.object(discord.http.Route, "BASE", there.api))
            patches.enter_context(
                patch.object(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(there.gateway))
            )
            loop.store = await Store.open(f"sqlite:///{folder}/boneyard.db")
            client = _client(loop.store, time)
            present = asyncio.create_task(client.start(DISCORD_TOKEN))
            await there.ready.wait()
            try:
                yield client, _party(there, folder)
            finally:
                await client.close()
                present.cancel()
                await asyncio.gather(present, return_exceptions=True)


def _client(store: Store, time: Time) -> Boneyard:
    limits = Limits(tables_a_person=1000, own_tables=1000, tables_an_hour=1000, tables_a_channel=1000)
    timing, games = Timing(Preset.WEEK, Hours()), thinkers.PLAYED
    client = Boneyard(
        store, time, games, RENDERERS, Config(pace=PACE, source=thinkers.SOURCE, default_timing=timing, limits=limits)
    )
    client._connection.heartbeat_timeout = FOREVER  # its thread counts real seconds
    return client


def _party(there: Loopback, folder: Path) -> Party:
    there.window = FOREVER
    people = [Member(there, 1001 + number, name) for number, name in enumerate(NAMES)]
    party = Party(there, folder, Random(7))
    party.here = Wired(there, cast("Bot", None), folder, people)
    return party
