"""Restarts around due times: every call of a player arrives exactly once, whatever the process was about to do."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.model import ANY, Status, Table
from bot.talk.letter import Letter
from tests.bot import games
from tests.bot.mailbox import Mailbox
from tests.bot.tools import first_choice, resumed
from tests.day.play import Scene, computer_moves, scene

RESTARTS = int(os.environ.get("RESTARTS", "150"))


class Killed(BaseException):
    """The process ends here; nothing after it is done."""


@dataclass
class Post(Mailbox):
    """A mailbox that knows nonces, as Discord does for a few minutes, and where a process can end."""

    arrived: dict[str, int] = field(default_factory=dict)
    dies: float | None = None
    """Before a message arrives (0), right after it did (1), or never."""
    repeated: int = 0

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        dies, self.dies = self.dies, None
        if dies == 0:
            raise Killed
        if nonce in self.arrived:
            self.repeated += 1
        else:
            self.arrived[nonce] = await super().send(place, letter, nonce)
        if dies == 1:
            raise Killed
        return self.arrived[nonce]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("most", [20, pytest.param(RESTARTS, marks=pytest.mark.long)])
async def test_every_call_arrives_exactly_once_over_restarts_around_due_times(tmp_path: Path, most: int) -> None:
    rng, post, restarts, reminders, games_played = Random(22), Post(), 0, 0, 0
    async with scene(tmp_path, games.GAMES, post) as here:
        while restarts < most:
            table = await here.begin("cards", "long", 3, Preset.DAY, Hours())
            while table.status is Status.RUNNING:
                restarts += await _a_step(here, table, post, rng)
                table = await here.parts.service.tables.table(table.id, ANY)
            games_played += 1
            reminders += await _check(here, table, post)
    print(f"{restarts:,} restarts, {games_played} games, {reminders:,} reminders, {post.repeated} sent again in vain")
    assert post.repeated > restarts / 20, "no process ended between a message and its note"


async def _a_step(here: Scene, table: Table, post: Post, rng: Random) -> int:
    """Time passes to just before, at or after what is due next; the process may end meanwhile. How often it did."""
    if table.mover is not None and table.mover.player is not None:
        await computer_moves(here, table)
        await here.show()
        return 0
    wake = await here.parts.service.clockwork.next_wake()
    assert wake is not None
    here.clock.time = max(here.clock.time, wake + rng.choice((-1, 0, 0, 1)))
    post.dies = rng.choice((None, 0, 1))
    died = 0
    try:
        if rng.random() < 0.3 and table.mover is not None and table.mover.player is None:
            await here.parts.service.tables.act(
                table.id, table.mover.by(), table.mover, None, await first_choice(here.parts.service, table)
            )
        else:
            await here.wake()
        if rng.random() < 0.3:
            raise Killed
        await here.show()
    except Killed:
        here.restart()
        died = 1
    post.dies = None
    await resumed(here.parts.service)
    await here.show()
    return died


async def _check(here: Scene, table: Table, post: Post) -> int:
    """Each reminder of the log was one message, and each position that somebody was asked about was one too."""
    sent = Counter(what.rpartition(" ")[2] for what, _ in post.said if what.startswith("sent"))
    assert set(sent.values()) == {1}
    due = {"a": 0, "l": 0}
    position = 0
    for step in await here.store.run(lambda tx: tx.log.steps(table.id, 0, table.seq)):
        if step.kind in ("start", "deal", "act", "auto", "late", "standin"):
            position = step.seq
        if step.kind == "reminder":
            name = {"1": "a", "2": "l"}[step.notation]
            due[name] += 1
            assert f"{table.id:x}-{name}{position:x}-0" in sent
    for name, number in due.items():
        assert number == sum(nonce.startswith(f"{table.id:x}-{name}") for nonce in sent)
    return sum(due.values())
