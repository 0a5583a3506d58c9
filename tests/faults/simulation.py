"""One deterministic simulation of all games, with restarts and hours away.

The clock is set and answers get lost, too. The whole bot except Discord and its loops runs on a clock that the
simulation sets; a seed gives the same logs again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

from bot.service.absence import Absence
from bot.table.clock.hours import Hours
from bot.table.clock.pace import HOUR, MINUTE, Preset
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.steps import Kind
from bot.table.rules import play as play_rules
from bot.talk.letter import Letter
from engine.game import Game
from tests.bot.mailbox import Mailbox
from tests.bot.tools import resume_play
from tests.day.play import Scene, scene
from tests.faults.frame import Tally, lucky
from tests.faults.parlour import ALL, seats_of

AWAY = (10 * MINUTE, HOUR, 6 * HOUR)
SET = (-HOUR, HOUR, -24 * HOUR, 24 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR)
STEPS = 60
"""The most steps that a game is played for; a game of random bids has no end."""
AGAIN = ("cards", "moon")
"""What is played twice."""
SLACK = MINUTE
NAMES = {"1": "a", "2": "l"}
"""How the messages of a reminder and of the last call are named."""


class Killed(BaseException):
    """The process ends here; nothing after it is done."""


@dataclass
class Post(Mailbox):
    """A mailbox that knows nonces, as Discord does for a few minutes, and where a process can end."""

    arrived: dict[str, int] = field(default_factory=dict)
    dies: float | None = None
    """Before a message arrives (0), right after it did (1), or never."""
    repeated: int = 0
    forgets: bool = False
    """Whether nonces are not looked at."""

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        dies, self.dies = self.dies, None
        if dies == 0:
            raise Killed
        if nonce in self.arrived and not self.forgets:
            self.repeated += 1
        else:
            self.arrived[nonce] = await super().send(place, letter, nonce)
        if dies == 1:
            raise Killed
        return self.arrived[nonce]


@dataclass
class Simulated:
    """A simulation that is under way."""

    here: Scene
    post: Post
    rng: Random
    tally: Tally = field(default_factory=Tally)
    restarts: int = 0
    away: int = 0
    set: int = 0
    reminders: int = 0
    newest: int = 0
    """The latest time that the clock has shown."""
    digest: Any = field(default_factory=hashlib.sha256)

    async def table(self, id: int) -> Table:
        return await self.here.parts.service.tables.table(id, ANY)

    async def game(self, key: str) -> None:
        """Begin a game, and let everything happen to it."""
        seats = seats_of(key, 3)
        presets = [name for name, options in ALL[key].presets.items() if options.refusal(seats) is None]
        preset = "long" if key == "cards" else self.rng.choice(presets)
        table = await self.here.begin(key, preset, seats, Preset.DAY, Hours())
        await self.resume()
        for _ in range(STEPS):
            table = await self.table(table.id)
            if table.status is not Status.RUNNING:
                break
            await self.step(table)
            self.tally.runs += 1
        await self.check(table)

    async def resume(self) -> None:
        """Start a process: what was missed is given back, and what was not shown is shown."""
        await resume_play(self.here.parts.service)
        await self.here.show()

    async def step(self, table: Table) -> None:
        """Let something happen: mostly time passes up to what is due, and the process may end meanwhile."""
        kind = self.rng.random()
        if kind < 0.12:
            await self.go_away(table)
        elif kind < 0.2:
            await self.set_clock(table)
        else:
            await self.pass_time()
            await self.survive_kill(table)

    async def pass_time(self) -> None:
        """Run the bot up to just before, at or after what is due next."""
        wake = await self.here.parts.service.clockwork.next_wake()
        if wake is not None:
            self.here.clock.time = max(self.here.clock.time, wake + self.rng.choice((-1, 0, 0, 1)))
        absence = self.here.parts.service.absence
        await absence._note(self.here.clock.time, [], absence._known.away)  # what its beats did meanwhile

    async def survive_kill(self, table: Table) -> None:
        """Move, or do what is due, whatever the process was about to do when it ended."""
        self.post.dies = self.rng.choice((None, 0, 1))
        try:
            if self.rng.random() < 0.5 and table.mover is not None:
                await self.move(table)
            else:
                await self.here.wake()
            if self.rng.random() < 0.3:
                raise Killed
            await self.here.show()
        except Killed:
            self.here.restart()
            self.restarts += 1
        self.post.dies = None
        await self.resume()

    async def move(self, table: Table) -> None:
        service = self.here.parts.service
        question = await service.tables.read(table.id, play_rules.question_now)
        assert question is not None
        assert table.mover is not None
        possible = [choice.notation for choice in question.observation.choices if choice.enabled]
        notation = self.rng.choice([*possible, question.at_deadline])
        person = Person(table.mover.user, table.mover.name)
        await service.tables.act(table.id, person.cause(), person, table.position_seq, notation)

    async def go_away(self, table: Table) -> None:
        """Keep everybody away for a while: the process was ended, or stood still. Nobody is late through it."""
        self.away += 1
        await self.no_time_is_lost(table, self.rng.choice(AWAY), ended=self.rng.random() < 0.5)

    async def set_clock(self, table: Table) -> None:
        """Set the computer's clock: forward it is like an absence, back it gives time."""
        self.set += 1
        await self.no_time_is_lost(table, self.rng.choice(SET), ended=self.rng.random() < 0.5)

    async def no_time_is_lost(self, table: Table, seconds: int, *, ended: bool) -> None:
        """Take away what a clock gave that was set back, when it comes there again, and no more."""
        before, late, now = table.timing.due, await self.late(table), self.here.clock.time
        self.newest = max(self.newest, now)
        again = max(0, min(self.newest, now + seconds) - now)
        left = 0 if before is None else before - now - again
        self.here.clock.time += seconds
        if ended:
            self.here.restart()
            await resume_play(self.here.parts.service)
        else:
            await self.here.parts.service.absence.beat()
        await self.here.wake()
        while await self.here.parts.service.clockwork.compensate_tables(9):
            pass
        after = await self.table(table.id)
        self.tally.lost += left > 0 and await self.late(table) > late
        due = after.timing.due
        if left > SLACK and due is not None and due - self.here.clock.time < left - SLACK:
            rest = due - self.here.clock.time
            self.tally.other.append(f"{table.game}: {seconds} s away, {left} s left before and {rest} s after")
        await self.here.show()

    async def late(self, table: Table) -> int:
        """Return how often the clock has played."""
        steps = await self.here.parts.service.tables.history(table.id, 0, None)
        return sum(step.kind == "late" for step in steps)

    async def check(self, table: Table) -> None:
        """Check that each reminder of the log was one message about its position; nothing was sent twice."""
        table = await self.table(table.id)  # the last step may have been more than a move
        sent = Counter(what.rpartition(" ")[2] for what, _ in self.post.said if what.startswith("sent"))
        mine = {nonce: times for nonce, times in sent.items() if nonce.startswith(f"{table.id:x}-")}
        self.tally.doubled += sum(times - 1 for times in mine.values())
        position, due = 0, Counter[str]()
        for step in await self.here.store.run(lambda tx: tx.log.steps(table.id, 0, table.seq)):
            self.digest.update(f"{table.game} {step.seq} {step.kind} {step.notation} {step.at}\n".encode())
            if Kind(step.kind).moves:
                position = step.seq
            if step.kind == Kind.REMINDER:
                self.reminders += 1
                due[NAMES[step.notation]] += 1
                about = f"{table.id:x}-{NAMES[step.notation]}{position:x}-"
                self.tally.lost += not any(nonce.startswith(about) and nonce.endswith("-0") for nonce in mine)
        for name in NAMES.values():
            told = sum(nonce.startswith(f"{table.id:x}-{name}") for nonce in mine)
            self.tally.doubled += max(0, told - due[name])


async def _simulate(times: int, seed: int, games: Mapping[str, Game[Any, Any]], *, forgets: bool = False) -> Simulated:
    post = Post(forgets=forgets)
    async with scene(Path(mkdtemp()), games, post) as here:
        running = Simulated(here, post, Random(seed))
        while running.tally.runs < times:
            for key in games:
                await running.game(key)
    return running


def simulation(times: int, seed: int) -> Tally:
    """Run all of it."""
    return _tally(asyncio.run(_simulate(times, seed, ALL)))


def _tally(done: Simulated) -> Tally:
    done.tally.note = (
        f"{done.restarts:,} restarts, {done.away:,} absences, the clock set {done.set:,} times, "
        f"{done.reminders:,} reminders, {done.post.repeated:,} sent again in vain"
    )
    return done.tally


def run_twice(times: int, seed: int) -> Tally:
    """Run the same seed twice: the logs are the same to the last letter."""
    digests = []
    for _ in range(2):
        with lucky(f"simulated {seed}"):
            digests.append(asyncio.run(_simulate(times, seed, {key: ALL[key] for key in AGAIN})).digest.hexdigest())
    other = [] if digests[0] == digests[1] else [f"seed {seed} gave two logs: {digests}"]
    return Tally(times, other=other, note=f"log {digests[0][:12]}")


def no_nonce(times: int, seed: int) -> Tally:
    """Control: Discord is not told that it knows a message."""
    return _tally(asyncio.run(_simulate(times, seed, {"cards": ALL["cards"]}, forgets=True)))


def not_given_back(times: int, seed: int) -> Tally:
    """Control: what was missed is given back to nobody."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(Absence, "missed_spans", lambda *_: ()))
        return _tally(asyncio.run(_simulate(times, seed, {"cards": ALL["cards"]})))
