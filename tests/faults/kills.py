"""Kill the bot at random moments: acknowledged steps stay, nothing is done twice.

A child process plays at several tables. It says through a pipe what it is about to ask and what was acknowledged. The
parent kills it, starts it again, and has it ask again what had no answer (and some of what had).
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from tempfile import TemporaryDirectory

import msgspec

from bot.service import Service
from bot.store import Store
from bot.store.errors import DatabaseRefused
from bot.table.log.draft import Draft
from bot.table.log.model import ANY, Cause, Status, Table
from bot.table.log.rows import StepRow
from bot.table.log.steps import Kind
from bot.table.refusals import Refusal
from engine.game import DEALER
from tests.bot.postgres import fresh_database, running_server
from tests.bot.tools import ANA, GUILD, fork
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, PEOPLE, choices, deal_if_due, open_table, parlour

AGAIN = 20
"""The most of what was acknowledged that comes again after a kill."""
SUPERVISED = 60.0
"""Seconds in which a database lets a new process in after the one before was killed: its server has to notice that."""


class Press(msgspec.Struct, frozen=True):
    """Something asked for: an action, or a note in the log."""

    interaction: int
    table: int
    user: int
    seq: int
    notation: str
    act: bool
    answer: int | None = None
    """The seq of the step, once acknowledged; 0 if it was refused, so that nothing was done."""


@dataclass
class Harness:
    """Plays, kills, and checks.

    Two faults can be planted, each of which is certain to be there, and must be caught: `early` acknowledges what is
    killed before its commit, `forgetful` asks all again as if for the first time.
    """

    address: str
    seed: int
    early: bool = False
    forgetful: bool = False
    games: Sequence[str] = tuple(ALL)
    sent: dict[int, Press] = field(default_factory=dict)
    acknowledged: dict[int, Press] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)
    redelivered: int = 0
    kills: int = 0
    failed: int = 0
    """Processes that ended by themselves, which none should; the output says why."""
    enough: int = 0
    """Answers after which the child that runs now is killed."""
    said: int = 0
    """Answers that this child gave too early."""

    @property
    def has_planted_fault(self) -> bool:
        """Whether there is a fault that must be caught, by nothing but what is lost or doubled."""
        return self.early or self.forgetful

    def run(self, kills: int) -> None:
        """Kill so often; processes that end by themselves do not count, and too many of them end it too."""
        rng = random.Random(self.seed)
        asyncio.run(self._prepare())
        for run in count():
            if self.kills == kills or self.failed > kills:
                return
            open_ = [press for key, press in self.sent.items() if key not in self.answered]
            done = list(self.acknowledged.values())
            again = (done if self.forgetful else rng.sample(done, min(len(done), rng.randrange(AGAIN)))) + open_
            self.redelivered += len(again)
            self.enough = rng.randrange(1, 20 + len(again))
            reader, writer = os.pipe()
            child = fork(lambda: asyncio.run(self.play_in_child(writer, run, again)))  # noqa: B023  # it runs at once
            os.close(writer)
            self._listen(reader, child, rng.uniform(0, 0.004))
            os.close(reader)

    def _listen(self, reader: int, child: int, pause: float) -> None:
        """Read until enough was acknowledged, kill a moment later, and read what was still in the pipe."""
        lines, heard, killed = b"", 0, False
        while block := os.read(reader, 65536):
            lines += block
            heard = lines.count(b'"answer":') - lines.count(b'"answer":null')
            if heard >= self.enough and not killed:
                time.sleep(pause)  # a moment, not a wait for anything
                os.kill(child, signal.SIGKILL)
                killed = True
        was_killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        self.kills += was_killed
        self.failed += not was_killed
        for line in lines.split(b"\n")[:-1]:
            press = msgspec.json.decode(line, type=Press)
            if press.answer is None:
                self.sent[press.interaction] = press
                continue
            self.answered.add(press.interaction)
            if press.answer:
                self.acknowledged[press.interaction] = press

    async def _prepare(self) -> None:
        await (await Store.open(self.address)).close()

    async def _let_in(self) -> Store:
        """Open the database as a supervisor does, which starts a process again that was refused."""
        async with asyncio.timeout(SUPERVISED):
            while True:
                try:
                    return await Store.open(self.address)
                except DatabaseRefused:
                    await asyncio.sleep(0.05)

    async def play_in_child(self, pipe: int, run: int, again: Sequence[Press]) -> None:
        """Play in the child: ask again, then go on at all tables at once until killed."""
        service = parlour(await self._let_in())
        chance = random.Random(f"{self.seed} {run}")
        for press in again:
            await self._ask(service, pipe, press, again=True)
        interactions = count(1 + 10**6 * (run + 1))
        while True:
            running = [
                table for table in await service.listing.open_tables_of(ANA.user) if table.status is Status.RUNNING
            ]
            for game in {*self.games} - {table.game for table in running}:
                await open_table(service, game, preset="long" if game == "cards" else "")
            await asyncio.gather(*(self._turn(service, pipe, table, interactions, chance) for table in running))

    async def _turn(
        self, service: Service, pipe: int, table: Table, interactions: count[int], chance: random.Random
    ) -> None:
        if table.to_act == DEALER:
            await deal_if_due(service, table, next(interactions))
            return
        assert table.mover is not None
        user, notation = table.mover.user, chance.choice(await choices(service, table))
        note = next(interactions)
        await self._ask(service, pipe, Press(note, table.id, user, 0, f"n{note}", False))
        await self._ask(service, pipe, Press(next(interactions), table.id, user, table.position_seq, notation, True))

    async def _ask(self, service: Service, pipe: int, press: Press, *, again: bool = False) -> None:
        _say(pipe, press)
        if self.early:
            _say(pipe, msgspec.structs.replace(press, answer=1))
            self.said += 1
            if self.said >= self.enough:
                await asyncio.Event().wait()  # until killed
        try:
            answer = await self._do(service, press, None if again and self.forgetful else press.interaction)
        except Refusal:
            answer = 0  # asked again after the table moved on
        if not self.early:
            _say(pipe, msgspec.structs.replace(press, answer=answer))

    async def _do(self, service: Service, press: Press, interaction: int | None) -> int:
        if not press.act:
            return (
                await service.tables.do(press.table, Cause(press.user, interaction), _note, press.user, press.notation)
            ).seq
        person = next(person for person in PEOPLE if person.user == press.user)
        played = await service.tables.act(press.table, person.cause(interaction), person, press.seq, press.notation)
        return played.seq

    def check(self) -> tuple[int, int, int]:
        """Count all steps, the acknowledged ones that are missing, and those done twice."""
        logs = asyncio.run(self._logs())
        steps = [step for log in logs.values() for step in log]
        there = {step.interaction for step in steps}
        lost = sum(press.interaction not in there for press in self.acknowledged.values())
        notes = [step.notation for step in steps if step.kind == Kind.HINT]
        doubled = len(notes) - len(set(notes))
        assert all([step.seq for step in log] == list(range(1, len(log) + 1)) for log in logs.values())
        return len(steps), lost, doubled

    async def _logs(self) -> Mapping[int, Sequence[StepRow]]:
        store = await Store.open(self.address)
        service = parlour(store)
        logs = {}
        number = 1
        with suppress(Refusal):
            while True:
                table = await service.tables.table(number, ANY)  # its chain of hashes holds, or this refuses
                logs[number] = await store.run(lambda tx: tx.log.steps(table.id, 0, table.seq))  # noqa: B023  # at once
                number += 1
        found = await store.run(lambda tx: tx.tables.next_number(GUILD))
        await store.close()
        assert found == number, "a table is damaged"
        return logs


def _note(draft: Draft, user: int, text: str) -> None:
    """Add a step that a repeated press would add again; the rule knows nothing of the first."""
    draft.require_running()
    draft.step(Kind.HINT, draft.table.seat_of(user), text)


def _say(pipe: int, press: Press) -> None:
    os.write(pipe, msgspec.json.encode(press) + b"\n")


def sqlite(times: int, seed: int) -> Tally:
    """Kill a process on SQLite."""
    with TemporaryDirectory() as folder:
        return kill(Harness(f"sqlite:///{folder}/boneyard.db", seed), times)


def postgresql(times: int, seed: int) -> Tally:
    """Kill a process on PostgreSQL."""
    with running_server() as server:
        return kill(Harness(fresh_database(server), seed), times)


def too_early(times: int, seed: int) -> Tally:
    """Control: what is killed before its commit is acknowledged."""
    with TemporaryDirectory() as folder:
        return kill(Harness(f"sqlite:///{folder}/boneyard.db", seed, early=True, games=("cards",)), times)


def forgetful(times: int, seed: int) -> Tally:
    """Control: what comes again is done as if for the first time."""
    with TemporaryDirectory() as folder:
        return kill(Harness(f"sqlite:///{folder}/boneyard.db", seed, forgetful=True, games=("cards",)), times)


def kill(harness: Harness, times: int) -> Tally:
    """Kill the process this often, and check what is stored."""
    harness.run(times)
    steps, lost, doubled = harness.check()
    note = f"{steps:,} steps, {len(harness.acknowledged):,} acknowledged, {harness.redelivered:,} asked again"
    other = (
        [f"{harness.failed} processes ended by themselves"] if harness.failed and not harness.has_planted_fault else []
    )
    return Tally(harness.kills, lost, doubled, other=other, note=note)
