"""Pace of twin worlds: each message takes as long, whatever is hidden.

A machine's seconds scatter, so what they are made of is compared: each statement to the database, each piece of work in
the painter's lines, each pause, and the messages among them, in their order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch
from zlib import crc32

from sqlalchemy import Engine, event

from bot.runtime.work import Work
from bot.table.log.model import Status
from engine.game import Seat
from engine.games import GAMES
from tests.bot.mailbox import Mailbox
from tests.bot.test_secrecy import MOMENTS, first_choice, new_folder, tables_of
from tests.bot.worlds import World, world
from tests.engine.play import Position
from tests.engine.twins import resting_position, twin_position
from tests.faults.frame import Tally

Moment = tuple[object, tuple[str, ...]]
"""What the rules let an observer know, and what was done up to there."""


def pace(times: int, seed: int) -> Tally:
    """Twins that differ in what an observer may not know: the same is done for them, as long as nothing shows it."""
    return asyncio.run(_pace(times, Random(seed)))


def leaking(times: int, seed: int) -> Tally:
    """Control: how long a message waits depends on all tiles."""
    act = World.act

    async def slowly(here: World, table: Any, notation: str) -> None:
        await asyncio.sleep(
            crc32(repr([here.state.observe(seat) for seat in range(here.setup.seats)]).encode()) % 1000 / 10**6
        )
        await act(here, table, notation)

    with patch.object(World, "act", slowly):
        return asyncio.run(_pace(times, Random(seed)))


async def _pace(times: int, rng: Random) -> Tally:
    tally, folder, alike, done = Tally(), Path(mkdtemp()), 0, 0
    while tally.runs < times:
        for key in GAMES:
            observer = rng.choice((0, None))
            original = resting_position(rng.choice(tables_of(key)), rng, 1)
            other = twin_position(original, observer, rng, exchanges=3)
            if other.state == original.state:
                continue
            one, two = [await _play_on(position, observer, folder) for position in (original, other)]
            pairs = [*takewhile(lambda pair: pair[0][0] == pair[1][0], zip(one, two, strict=False))]
            alike, done = alike + len(pairs), done + sum(len(pair[0][1]) for pair in pairs)
            different = [(mine, theirs) for (_, mine), (_, theirs) in pairs if mine != theirs]
            tally.leaked += len(different)
            tally.other += [f"{key}: {_first(*pair)}" for pair in different[:1]]
            tally.runs += 1
    tally.note = f"{alike} of at most {tally.runs * MOMENTS} moments were alike, {done:,} things done in them"
    tally.other += [] if alike else ["no moments were alike"]
    return tally


def _first(one: tuple[str, ...], two: tuple[str, ...]) -> str:
    """Return where two paces part."""
    place = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    return f"{len(one)} and {len(two)} things, from {place}: {one[place:][:1]} and {two[place:][:1]}"[:300]


async def _play_on(position: Position, observer: Seat | None, folder: Path) -> list[Moment]:
    """Play from a deal on by what everybody sees themselves; note what is done before the newest messages are there."""
    moments = list[Moment]()
    async with world(position.setup, new_folder(folder)) as here:
        await here.begin(position.log)
        while (table := await here.table()).status is Status.RUNNING and len(moments) < MOMENTS:
            with _note_work() as done:
                if table.mover is not None:
                    await here.act(table, first_choice(here.state.observe(table.to_act)))
                await here.channel.show(1)
            moments.append(((await here.notices_of(observer))[0], tuple(done)))
    return moments


@contextmanager
def _note_work() -> Iterator[list[str]]:
    """Note what takes time, in its order."""
    done, send, edit, enqueue, sleep = list[str](), Mailbox.send, Mailbox.edit, Work._enqueue, asyncio.sleep

    def note_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        done.append(statement)

    async def note_send(box: Mailbox, *message: Any) -> int:
        done.append("sends")
        return await send(box, *message)

    async def note_edit(box: Mailbox, *message: Any) -> None:
        done.append("edits")
        await edit(box, *message)

    def note_job(work: Work, job: Any) -> Any:
        done.append(f"works at a {job.queue.name}")
        return enqueue(work, job)

    async def slept(seconds: float, result: Any = None) -> Any:
        if seconds:
            done.append(f"rests {seconds} s")
        return await sleep(seconds, result)

    event.listen(Engine, "before_cursor_execute", note_statement)
    try:
        with (
            patch.object(Mailbox, "send", note_send),
            patch.object(Mailbox, "edit", note_edit),
            patch.object(Work, "_enqueue", note_job),
            patch.object(asyncio, "sleep", slept),
        ):
            yield done
    finally:
        event.remove(Engine, "before_cursor_execute", note_statement)
