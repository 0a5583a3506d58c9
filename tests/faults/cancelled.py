"""Presses that are cancelled at any moment, as by a timeout: asked again, they tell the truth."""

from __future__ import annotations

import asyncio
from random import Random
from tempfile import mkdtemp

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, Played, Status
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, begin_game, choose, deal_if_due, parlour

MOMENTS = 60
"""The most turns of the event loop that a move takes."""


def cancel_presses(times: int, seed: int) -> Tally:
    """Cancel presses."""
    return asyncio.run(_cancel_presses(times, Random(seed)))


async def _cancel_presses(times: int, rng: Random) -> Tally:
    store = await Store.open(f"sqlite:///{mkdtemp()}/boneyard.db")
    service = parlour(store)
    tables = {key: (await begin_game(service, key)).id for key in ALL}
    tally, undone = Tally(), 0
    while tally.runs < times:
        for key, table in tables.items():
            now = await deal_if_due(service, await service.tables.table(table, ANY))
            if now.status is not Status.RUNNING:
                tables[key] = (await begin_game(service, key)).id
                break
            assert now.mover is not None
            by, notation = now.mover.cause(10**9 + tally.runs), await choose(service, now, rng)
            pressed = asyncio.create_task(service.tables.act(table, by, now.mover, now.position_seq, notation))
            for _ in range(rng.randrange(MOMENTS)):
                await asyncio.sleep(0)
            undone += pressed.cancel()
            await asyncio.wait([pressed])
            again = await service.tables.act(table, by, now.mover, now.position_seq, notation)
            await _count_steps(service, now.id, now.seq, again, tally)
            tally.runs += 1
    await store.close()
    tally.note = f"{undone:,} cancelled in time"
    return tally


async def _count_steps(service: Service, table: int, before: int, again: Played, tally: Tally) -> None:
    steps = [step.kind.value for step in await service.tables.history(table, before, None)]
    tally.doubled += steps.count("act") > 1
    tally.lost += again.seq <= before or "act" not in steps
