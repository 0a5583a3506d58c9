"""What a press costs at a table that is not in memory, beside one that is: whatever its length, among many tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bot.store import Transaction, schema
from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Person
from bot.table.rules import play, ready
from engine.games import GAMES
from tests.bench.measure import Pace, ratio, show, timed_async
from tests.bench.tables import Shell, fill, shell
from tests.bot.inside import connection_of
from tests.bot.tools import CHANNEL, GUILD, announce_deal

GAME, OPTIONS, SEATS = "chickenfoot", {"set": "18", "series": "sumof 3"}, 8
LENGTHS = (50, 500, 5_000)
TABLES = 10_000
PEOPLE = [Person(10**18 + seat, f"P{seat}") for seat in range(SEATS)]
AT_ONCE = 20
"""Steps of one change while a table comes to its length."""


def run(pace: Pace) -> None:
    """Print the tables."""
    long = pace.rounds > 3
    asyncio.run(_run(LENGTHS if long else LENGTHS[:2], TABLES if long else TABLES // 50, pace.times))


async def _run(lengths: Sequence[int], tables: int, times: int) -> None:
    with TemporaryDirectory() as folder:
        async with shell(Path(folder, "tables.db")) as here:
            await here.store.run(lambda tx: fill(tx, tables))
            rows = [await _row(here, length, times) for length in lengths]
            head = ["steps", "warm ms", "cold ms", "× warm", "no checkpoint", "× warm", "kept KiB"]
            show(
                f"A press in Chickenfoot for {SEATS}, double-18, three games in a row, among {tables:,} tables",
                head,
                rows,
            )
            await _measure_among_tables(here, tables, times)


async def _row(here: Shell, length: int, times: int) -> list[str]:
    """Measure a press at a table of a length: in memory, not in memory, and folded from its first step."""
    table = await _grow_table(here, length)
    warm, cold, bare = list[float](), list[float](), list[float]()
    for turn in range(times + 1):
        for spent, how in ((warm, "warm"), (cold, "cold"), (bare, "bare")):
            if how == "bare" and turn > 5:
                continue
            if how != "warm":
                here.service.repository.uncache(table)
            if how == "bare":
                await here.store.run(lambda tx: tx.checkpoints.forget(table))
            cpu = await timed_async(lambda: _press(here, table))
            if turn:
                spent.append(cpu)
    kept = await here.store.run(lambda tx: _checkpoint_bytes(tx, table))
    return [
        f"{length:,}",
        f"{median(warm):.1f}",
        f"{median(cold):.1f}",
        f"{ratio(cold, warm):.2f}",
        f"{median(bare):.1f}",
        f"{median(bare) / median(warm):.1f}",
        f"{kept / 1024:.1f}",
    ]


async def _checkpoint_bytes(tx: Transaction, table: int) -> int:
    bodies = schema.checkpoints.select().where(schema.checkpoints.c.table_id == table)
    return sum(len(row.body) for row in await connection_of(tx).execute(bodies))


async def _measure_among_tables(here: Shell, tables: int, times: int) -> None:
    """Measure a press at each of many tables in turn: more than are kept in memory."""
    chosen = Random(1).sample(range(1, tables + 1), min(tables, 4 * times))
    cold, warm = list[float](), list[float]()
    for table in chosen:
        here.service.repository.uncache(table)
        cold.append(await timed_async(lambda table=table: _press(here, table)))  # type: ignore[misc]  # its default
        warm.append(await timed_async(lambda table=table: _press(here, table)))  # type: ignore[misc]  # its default
    rows = [[f"{tables:,}", f"{median(warm):.1f}", f"{median(cold):.1f}", f"{ratio(cold, warm):.2f}"]]
    show("A press at any of many tables in Draw, each at its seventh move", ["live", "warm ms", "cold ms", "×"], rows)


async def _press(here: Shell, table: int) -> None:
    """Make one move, or the deal that is due."""
    await here.service.tables.do(table, Cause(None, next(_presses)), _move, next(_messages))


_presses, _messages = count(1), count(3 * 10**18, 1 << 22)


def _move(draft: Draft, message: int) -> None:
    """Take a choice; where everything was played the table stays as it is."""
    if draft.table.mover is None:
        announce_deal(draft, message)
    else:
        play.act(draft, draft.table.mover, None, str(draft.state.legal_actions()[0]))


async def _grow_table(here: Shell, length: int) -> int:
    """Return a table after `length` steps."""
    game, tables = GAMES[GAME], here.service.tables
    options = game.options()
    for name, text in OPTIONS.items():
        options = options.with_option(name, text)
    host = PEOPLE[0]
    table = await tables.new(GAME, host.cause(), host, GUILD, CHANNEL, options=options)
    for person in PEOPLE[1:]:
        await tables.do(table.id, person.cause(), ready.join, person)
    table = await tables.do(table.id, Cause(host.user), ready.start, host.user)
    while table.is_running and table.seq < length - AT_ONCE:
        table = await tables.do(table.id, Cause(None, next(_presses)), _moves)
    return table.id


def _moves(draft: Draft) -> None:
    until = len(draft.steps) + AT_ONCE
    while draft.table.is_running and len(draft.steps) < until:
        _move(draft, next(_messages))
