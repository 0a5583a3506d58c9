"""Power cuts, full disks and disks that fail, under the real store: what was acknowledged is there."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from unittest.mock import patch

from bot.service import Service
from bot.store import Store, sqlite
from bot.store.errors import DatabaseRefused
from bot.table.log.model import ANY, Status, Table
from bot.table.refusals import Busy, Damaged, NoAnswer, StorageFull, Unknown
from tests.faults.disk import FULL, OK, READ_FAILS, SYNC_FAILS, WRITE_FAILS, Disk, disk
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, begin_game, choose, deal_if_due, make_move, parlour

CUTS_A_RUN = 150
CHECKPOINT = 40
"""Pages of SQLite's log after which it is written into the database, so that cuts fall into that too."""
Acknowledged = list[tuple[int, int, int]]
"""After how many events of the disk a table's number of steps was acknowledged."""


def power(times: int, seed: int) -> Tally:
    """Cut the power at random moments."""
    return _power(times, seed)


def normal(times: int, seed: int) -> Tally:
    """Control: SQLite syncs only now and then."""
    usual = tuple(line.replace("synchronous=FULL", "synchronous=NORMAL") for line in sqlite.PRAGMAS)
    with patch.object(sqlite, "PRAGMAS", usual):
        return _power(times, seed)


def _power(times: int, seed: int) -> Tally:
    rng, tally = Random(seed), Tally()
    while tally.runs < times:
        folder = Path(mkdtemp())
        with disk(folder) as here:
            acknowledged = asyncio.run(_play(here, rng))
            events = here.events
        for _ in range(min(CUTS_A_RUN, times - tally.runs)):
            moment = rng.randrange(acknowledged[0][0], len(events))
            there = Path(mkdtemp())
            Disk(folder, events).after_a_cut(moment, rng, there)
            tally.runs += 1
            tally.lost += asyncio.run(_count_lost(there, [known for known in acknowledged if known[0] <= moment]))
            shutil.rmtree(there)
    return tally


async def _play(here: Disk, rng: Random) -> Acknowledged:
    """Play all games for a while."""
    acknowledged: Acknowledged = []
    with patch.object(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, f"wal_autocheckpoint={CHECKPOINT}")):
        store = await Store.open(f"sqlite:///{here.folder}/boneyard.db")
    service = parlour(store)
    tables = [await begin_game(service, key) for key in ALL]
    for _ in range(12):
        for place, table in enumerate(tables):
            if table.status is Status.RUNNING:
                tables[place] = table = await make_move(service, table, rng)
                acknowledged.append((len(here.events), table.id, table.seq))
    await store.close()
    return acknowledged


async def _count_lost(there: Path, acknowledged: Acknowledged) -> int:
    """Count the acknowledged steps that are lost; all, if the database can't be opened."""
    steps = {table: seq for _, table, seq in acknowledged}
    try:
        store = await Store.open(f"sqlite:///{there}/boneyard.db")
    except DatabaseRefused:
        return sum(steps.values())
    service = parlour(store)
    lost = 0
    for table, seq in steps.items():
        try:
            lost += max(0, seq - (await service.tables.table(table, ANY)).seq)
        except (Damaged, Unknown):
            lost += seq
    await store.close()
    return lost


FAILURES: Sequence[tuple[str, int]] = (
    ("write", FULL),
    ("write", WRITE_FAILS),
    ("sync", SYNC_FAILS),
    ("read", READ_FAILS),
)


def failing(times: int, seed: int) -> Tally:
    """Let the disk fail many times, for a moment or for a while."""
    folder = Path(mkdtemp())
    with disk(folder) as here:
        tally = asyncio.run(_failing(here, times, Random(seed)))
    tally.note = f"{here.failed:,} operations failed"
    return tally


async def _failing(here: Disk, times: int, rng: Random) -> Tally:
    tally = Tally()
    store = await Store.open(f"sqlite:///{here.folder}/boneyard.db")
    service = parlour(store)
    tables = [await begin_game(service, key) for key in ALL]
    while tally.runs < times:
        place = rng.randrange(len(tables))
        if tables[place].status is not Status.RUNNING:
            tables[place] = await begin_game(service, tables[place].game)
        tables[place] = await _press_on_failing_disk(here, service, tables[place], rng, tally)
        tally.runs += 1
    for table in tables:
        tally.lost += (await parlour(store).tables.table(table.id, ANY)).seq < table.seq
    await store.close()
    return tally


def _fail_soon(here: Disk, rng: Random) -> None:
    """Let operations of a kind fail, from one of the next on."""
    (kind, code), wait, left = rng.choice(FAILURES), rng.randrange(6), rng.choice((1, 2, 100))

    def failing(operation: str) -> int:
        nonlocal wait, left
        if operation != kind:
            return OK
        wait -= 1
        if wait >= 0 or left <= 0:
            return OK
        left -= 1
        return code

    here.failing = failing


async def _press_on_failing_disk(here: Disk, service: Service, table: Table, rng: Random, tally: Tally) -> Table:
    """Move while the disk fails, and ask again when it works: it is done once, and not if nothing has changed."""
    assert table.mover is not None
    by, notation = table.mover.cause(10**9 + tally.runs), await choose(service, table, rng)
    _fail_soon(here, rng)
    changed = True
    try:
        await service.tables.act(table.id, by, table.mover, table.position_seq, notation)
    except StorageFull:
        changed = False
    except (NoAnswer, Busy):
        pass
    except Exception as error:
        tally.other.append(f"{table.game}: {type(error).__name__}: {error}"[:200])
    here.failing = lambda _: OK
    if not changed and (await service.tables.table(table.id, ANY)).seq != table.seq:
        tally.other.append(f"{table.game}: told that nothing has changed")
    played = await service.tables.act(table.id, by, table.mover, table.position_seq, notation)
    steps = [step.kind.value for step in await service.tables.history(table.id, table.seq, None)]
    tally.doubled += steps.count("act") > 1
    tally.lost += "act" not in steps
    return await deal_if_due(service, played.table)
