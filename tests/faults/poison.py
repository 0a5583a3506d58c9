"""A table that cannot be read, among fifty that can: they go on, while the bot runs and at its start."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from tempfile import mkdtemp
from typing import Any

from bot.config import Config
from bot.parts import Parts
from bot.service import Service
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.log.fold import Position
from bot.table.log.model import ANY, Status, Table
from bot.talk.words import Texts
from tests.bot.inside import connection_of, failing_moves
from tests.bot.mailbox import Mailbox
from tests.bot.tools import FixedClock
from tests.day.play import Blank
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, PEOPLE, PLENTY, begin_game, make_move

HEALTHY = 49
"""With one more a list of fifty is full."""
CLOSED = "UPDATE tables SET status = 'closed', wake_at = NULL WHERE id = {table}"
POISONS: Mapping[str, str] = {
    "a notation that is none": "UPDATE steps SET notation = 'nonsense' WHERE table_id = :table AND seq = :seq",
    "another move": "UPDATE steps SET notation = 'pass' WHERE table_id = :table AND seq = :seq",
    "a kind that is none": "UPDATE steps SET kind = 'nonsense' WHERE table_id = :table AND seq = :seq",
    "a step that is missing": "DELETE FROM steps WHERE table_id = :table AND seq = :seq",
    "a hash": "UPDATE steps SET hash = 'nonsense' WHERE table_id = :table AND seq = :seq",
    "options": "UPDATE tables SET options = '{]' WHERE id = :table",
    "a game that is none": "UPDATE tables SET game = 'nonsense' WHERE id = :table",
    "a seat to act that is none": "UPDATE tables SET to_act = 99 WHERE id = :table",
    "no seats": "DELETE FROM seats WHERE table_id = :table",
}
"""What is damaged in the database; beside these the rules themselves fail, with every kind of error."""
ERRORS: tuple[type[Exception], ...] = (AssertionError, KeyError, RecursionError, ValueError, MemoryError)
CANARY = "canary"


def poison_tables(times: int, seed: int) -> Tally:
    """Poison a table of any game in any way, and let the others go on."""
    return asyncio.run(_poison_tables(times, Random(seed)))


async def _poison_tables(times: int, rng: Random) -> Tally:
    store, clock, tally = await Store.open(f"sqlite:///{mkdtemp()}/boneyard.db"), FixedClock(), Tally()
    here = Poisoned(store, clock, rng, tally)
    keys = list(ALL)
    for n in range(HEALTHY):
        here.healthy.append(await begin_game(here.service, keys[n % len(keys)], timing=Timing(Preset.DAY, Hours())))
    while tally.runs < times:
        with failing_moves(here.fail):
            await here.poison_one()
        tally.runs += 1
    for place in range(HEALTHY):
        await here.play_on(place)
    await here.parts.close()
    await store.close()
    return tally


class Poisoned:
    """A bot with fifty tables, and one more."""

    def __init__(self, store: Store, clock: FixedClock, rng: Random, tally: Tally) -> None:
        self.store, self.clock, self.rng, self.tally = store, clock, rng, tally
        self.healthy: list[Table] = []
        self.victim, self.error = 0, ERRORS[0]
        self.parts = self.bot()

    def bot(self) -> Parts:
        """Start a bot."""
        looks: Mapping[str, Any] = {key: Blank() for key in ALL}
        parts = Parts.of(self.store, self.clock, ALL, looks, Texts(), Mailbox(), Config(limits=PLENTY))
        parts.service.repository.watch(parts.reconciler.touch)
        return parts

    @property
    def service(self) -> Service:
        return self.parts.service

    def fail(self, at: Position) -> None:
        """Fail as the rules would, at the victim."""
        if at.table == self.victim:
            raise self.error(CANARY)

    async def poison_one(self) -> None:
        """Poison a table and look at all others."""
        self.victim = 0
        table = await begin_game(self.service, self.rng.choice(list(ALL)), timing=Timing(Preset.DAY, Hours()))
        how = self.rng.choice([*POISONS, "rules"])
        await self.poison(table, how)
        if self.rng.random() < 0.5:
            await self.restart()
        await self.run_everything(f"{table.game}, {how}")
        for _ in range(3):
            await self.play_on(self.rng.randrange(HEALTHY))
        await self.store.run(lambda tx: connection_of(tx).exec_driver_sql(CLOSED.format(table=table.id)))

    async def poison(self, table: Table, how: str) -> None:
        if how == "rules":
            self.victim, self.error = table.id, self.rng.choice(ERRORS)
            self.service.repository.uncache(table.id)
            return
        sql = POISONS[how].replace(":table", str(table.id)).replace(":seq", str(table.seq))
        await self.store.run(lambda tx: connection_of(tx).exec_driver_sql(sql))
        if self.rng.random() < 0.5:
            self.service.repository.uncache(table.id)

    async def restart(self) -> None:
        """Start again after an hour."""
        await self.parts.close()
        self.clock.time += HOUR
        self.parts = self.bot()
        await self.service.absence.begin()

    async def run_everything(self, what: str) -> None:
        """Run what the bot does by itself, and the lists of the players: nothing fails."""
        self.parts.start()
        for loop in self.parts.loops:
            await loop.wait_idle()
            if loop.counts.failures:
                self.tally.other.append(f"{what}: {loop.name} failed")
            await loop.stop()
        now = [await self.service.tables.table(table.id, ANY) for table in self.healthy]
        for person in PEOPLE[:2]:
            known = {table.id for table in await self.service.listing.open_tables_of(person.user)}
            self.tally.lost += len({table.id for table in now if table.status is Status.RUNNING} - known)

    async def play_on(self, place: int) -> None:
        """Move at a healthy table."""
        table = self.healthy[place]
        try:
            now = await self.service.tables.table(table.id, ANY)
            if now.status is Status.RUNNING:
                self.healthy[place] = await make_move(self.service, now, self.rng)
        except Exception as error:
            self.tally.lost += 1
            self.tally.other.append(f"a healthy {table.game}: {type(error).__name__}: {error}"[:200])
