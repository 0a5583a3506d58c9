"""A PostgreSQL server that ends under players, or stands still: presses are asked again, and each is done once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, Status, Table
from bot.table.refusals import Busy, NoAnswer, Stale
from tests.bot.postgres import Server, fresh_database, running_server
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, begin_game, choose, deal_if_due, parlour

FROZEN = 1.0
"""Seconds for which the server stands still."""
_presses = count(10**9)


def crashes(times: int, seed: int) -> Tally:
    """End the server at once, restart it, or stop it for a while, under players at all games."""
    with running_server() as server:
        return asyncio.run(_crashes(server, times, Random(seed)))


async def _crashes(server: Server, times: int, rng: Random) -> Tally:
    store = await Store.open(fresh_database(server))
    service, tally = parlour(store), Tally()
    tables = [(await begin_game(service, key)).id for key in ALL]
    for _ in range(times):
        over = asyncio.Event()
        players = [asyncio.create_task(_play(service, tables, place, over, rng, tally)) for place in range(len(ALL))]
        await asyncio.sleep(rng.uniform(0.05, 0.3))
        await _trouble(server, rng.choice(("immediate", "fast", "frozen")))
        await asyncio.sleep(rng.uniform(0.05, 0.2))
        over.set()
        await asyncio.gather(*players)
        tally.runs += 1
    await store.close()
    await _check_chains(server, tables)
    return tally


async def _trouble(server: Server, how: str) -> None:
    if how != "frozen":
        await asyncio.to_thread(server.stop, how)
        await asyncio.to_thread(server.start)
        return
    with still(server):
        await asyncio.sleep(FROZEN)


@contextmanager
def still(server: Server) -> Iterator[None]:
    """Stop all processes of a server for as long as the block."""
    first = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    processes = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    yield
    for process in processes:
        os.kill(process, signal.SIGCONT)


async def _play(
    service: Service, tables: list[int], place: int, over: asyncio.Event, rng: Random, tally: Tally
) -> None:
    """Play on at a table; what has no answer is asked again, as a player does."""
    while not over.is_set():
        try:
            table = await deal_if_due(service, await service.tables.table(tables[place], ANY))
            if table.status is not Status.RUNNING:
                tables[place] = (await begin_game(service, table.game)).id
                continue
            notation = await choose(service, table, rng)
        except (NoAnswer, Busy):
            await asyncio.sleep(0.02)
            continue
        await _act_until_answered(service, table, notation, tally)


async def _act_until_answered(service: Service, table: Table, notation: str, tally: Tally) -> None:
    assert table.mover is not None
    by = table.mover.cause(next(_presses))
    while True:
        try:
            played = await service.tables.act(table.id, by, table.mover, table.position_seq, notation)
            now = await service.tables.table(table.id, ANY)
            tally.lost += now.seq < played.seq
            steps = await service.tables.history(table.id, table.seq, None)
            tally.doubled += sum(step.kind == "act" for step in steps) > 1
            return
        except (NoAnswer, Busy):
            await asyncio.sleep(0.02)
        except Stale:
            tally.doubled += 1  # nobody else plays here: it was taken for another press
            return


async def _check_chains(server: Server, tables: list[int]) -> None:
    """Check that the chains of all logs hold."""
    store = await Store.open(server.address("boneyard"))
    for table in tables:
        await parlour(store).tables.table(table, ANY)
    await store.close()
