"""A place that says no, in each of Discord's ways: moves are answered and kept, nothing spins, all is shown later."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import mkdtemp

from aiohttp import web

from bot.channel.resting_postman import REST
from tests.faults.frame import Tally
from tests.faults.party import PATIENCE, Over, Party, parties, party, side_by_side
from tests.wire.faults import FOREVER, Answering, Failing, refuse
from tests.wire.payloads import CHANNEL, GUILD, channel_of
from tests.wire.wired import Table

SEND, EDIT, THREAD = r"/channels/\d+/messages", r"/channels/\d+/messages/\d+", r"/channels/\d+/messages/\d+/threads"
OPENED, TOO_OFTEN = 160004, 30046
WAYS = (
    ("POST", SEND, 403, 50013),  # missing permissions
    ("POST", SEND, 403, 50001),  # missing access
    ("POST", SEND, 400, 50083),  # an archived thread
    ("POST", SEND, 403, 160005),  # a locked thread
    ("POST", SEND, 400, 200000),  # AutoMod
    ("POST", SEND, 413, 40005),  # too large
    ("PATCH", EDIT, 403, 50001),
    ("PATCH", EDIT, 400, 50083),
    ("PATCH", EDIT, 403, 160005),
    ("PATCH", EDIT, 429, TOO_OFTEN),  # too many edits of older messages
    ("POST", THREAD, 403, 50013),
    ("POST", THREAD, 400, 160006),  # too many threads
    ("POST", THREAD, 400, OPENED),  # there is one
)
MOST = 12
"""Requests of the refused kind that may come of one move, one command and what is tried again by itself meanwhile."""
TRIES = 5
"""The library's own, where it is told to wait."""
WHILE = 2.0
"""Seconds in which what spins would ask far more often."""


@dataclass(frozen=True)
class Way:
    """What is refused, and how."""

    method: str
    path: str
    status: int
    code: int

    @property
    def threads(self) -> bool:
        return self.path == THREAD


def refuse_places(times: int, seed: int) -> Tally:
    """Try each way in turn."""
    ways = cycle(Way(*each) for each in WAYS)
    return asyncio.run(side_by_side(parties(times), times, seed, partial(_refuse_places, ways)))


async def _refuse_places(ways: Iterator[Way], times: int, seed: int, _: int) -> Tally:
    async with party(Path(mkdtemp()), seed) as here:
        async with here.bot():
            await here.sit(("draw", "blockers"))
            for _ in range(times):
                await _refuse_place(here, next(ways))
                here.tally.runs += 1
            await here.settle()
            await here.count_stale()
        return await here.check()


async def _refuse_place(here: Party, way: Way) -> None:
    before = len(here.discord.requests_to(way.method, way.path))
    fault = here.discord.fail(way.method, way.path, _failing(way), FOREVER)
    if way.threads:
        await _new_table(here)
    table = here.rng.choice([table for table in here.tables if table.turn is not None])
    mover, called = table.mover, copy.deepcopy(table.turn)
    await here.move(table)
    await here.answer_to(await mover.type("board", channel=table.place))
    await asyncio.sleep(WHILE)
    asked = len(here.discord.requests_to(way.method, way.path)) - before
    if asked > MOST * (TRIES if way.status == 429 else 1):
        here.tally.other.append(f"{way}: asked {asked} times")
    here.discord.faults.remove(fault)
    await _announce_change(here, table)
    await here.answer_to(await mover.type("board", channel=table.place))
    if way.code == TOO_OFTEN and not table.over:  # what takes no edit for now stays as it is until the next move
        await here.move(table)
    with suppress(TimeoutError):
        async with asyncio.timeout(REST + PATIENCE):  # where it was refused just after Discord told of the change
            while table.turn in (None, called) and not table.over:
                await here.discord.wait_for_request()
    if table.turn in (None, called) and not table.over:
        here.tally.lost += 1
        here.tally.other.append(f"{way}: nobody is called after it was over")


def _failing(way: Way) -> Failing:
    """Fail as a message that already has its one thread: if Discord says so, an earlier request opened it."""
    no = refuse(way.status, way.code)

    async def open_and_fail(answering: Answering) -> web.StreamResponse:
        await answering()
        return await no(answering)

    return open_and_fail if way.code == OPENED else no


async def _new_table(here: Party) -> None:
    """Begin a game in the channel, as threads are refused."""
    assert here.here is not None
    with suppress(Over):
        here.tables.append(await here.here.table("draw"))


async def _announce_change(here: Party, table: Table) -> None:
    """Discord tells of the place that something was changed there."""
    await here.discord.dispatch("CHANNEL_UPDATE", {**channel_of(CHANNEL), "guild_id": str(GUILD)})
    if table.place != CHANNEL:
        await here.discord.dispatch("THREAD_UPDATE", {**here.discord.threads[table.place], "guild_id": str(GUILD)})
