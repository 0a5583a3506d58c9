"""Flip a bit of the database file anywhere: what a table shows is right, or the table says that it is damaged."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from bot.service import Service
from bot.store import Store
from bot.store.engine import connect, read_url
from bot.table.log.model import ANY, Status
from bot.table.refusals import Damaged, Unknown
from tests.faults.frame import Tally
from tests.faults.parlour import ALL, begin_game, make_move, parlour

ENOUGH = 300
"""Flips of which some are surely found."""


async def shown_game(service: Service, table: int) -> Any:
    """Return all that is shown of a game except its people, who are not in the log and can be erased."""
    now = await service.tables.table(table, ANY)
    views = [(await service.tables.observe(table, user)).observation for user in (None, now.seats[0].user)]
    return (
        views,
        now.seq,
        now.status,
        now.options,
        await service.tables.history(table, 0, None),
        await service.tables.record(table),
    )


def flips(times: int, seed: int) -> Tally:
    """Flip a bit of a database of all games, `times` times, each in a new copy."""
    return asyncio.run(_flips(times, Random(seed)))


async def _flips(times: int, rng: Random) -> Tally:
    folder = Path(mkdtemp())
    file, copy = folder / "boneyard.db", folder / "copy.db"
    store = await Store.open(f"sqlite:///{file}")
    service = parlour(store)
    for steps, key in enumerate(ALL):
        table = await begin_game(service, key)
        for _ in range(steps * 4):
            table = await make_move(service, table, rng) if table.status is Status.RUNNING else table
    truth = {number: await shown_game(service, number) for number in range(1, len(ALL) + 1)}
    await store.close()
    tally, found, others, unreadable = Tally(times), 0, 0, 0
    for _ in range(times):
        shutil.copyfile(file, copy)
        flip(copy, rng)
        answers = await shown_tables(copy)
        wrong = [number for number, answer in answers.items() if answer != truth[number]]
        damaged = [number for number in wrong if answers[number] is Damaged]
        unreadable += len(answers) == 0
        found += bool(damaged)
        others += len(damaged) == 1
        for number in wrong:
            if answers[number] is not Damaged:
                tally.lost += 1
                tally.other += _differences(truth[number], answers[number])
    tally.note = f"{found} found, in {others} of them all other tables played on; {unreadable} made the file unreadable"
    if not found and times >= ENOUGH:
        tally.other.append("no flip was found: none of them hit a log")
    return tally


def _differences(true: Any, answer: Any) -> list[str]:
    return [
        f"{one!r}"[:300] + f" became {other!r}"[:300] for one, other in zip(true, answer, strict=True) if one != other
    ]


async def shown_tables(file: Path) -> dict[int, Any]:
    """Return what each table shows, or Damaged; nothing if SQLite itself gives up on the file."""
    store = Store(connect(read_url(f"sqlite:///{file}")), None)
    service = parlour(store)
    answers: dict[int, Any] = {}
    for number in range(1, len(ALL) + 1):
        try:
            answers[number] = await shown_game(service, number)
        except (Damaged, Unknown):
            answers[number] = Damaged
        except SQLAlchemyError:
            await store.close()
            return {}
    await store.close()
    return answers


def flip(file: Path, rng: Random) -> None:
    data = bytearray(file.read_bytes())
    while not data[place := rng.randrange(len(data))]:
        pass  # most of a new file is empty
    data[place] ^= 1 << rng.randrange(8)
    file.write_bytes(data)
