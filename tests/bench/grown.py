"""What the bot often looks for, in an empty database and with very many ended games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import insert

from bot.store import Store, Transaction, schema
from bot.table.log.draft import new_row
from bot.table.log.fold import RULES_VERSION
from bot.table.log.rows import StepRow
from engine.games import GAMES
from tests.bench.measure import Pace, ratio, show
from tests.bot.inside import connection_of
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD

FINISHED, FEW = 100_000, 2_000
STEPS = 5
"""Of each game; real ones have more, and only these are looked at by person."""
AT_ONCE = 2_000
FORGOTTEN = 4 * 10**18
"""A person who sat at one table of a thousand, and is deleted."""

LOOKS: Mapping[str, Callable[[Transaction], Awaitable[object]]] = {
    "what is not shown, each minute": lambda tx: tx.lists.unshown_tables(),
    "the clocks of open games": lambda tx: tx.lists.timed_tables(),
    "computer players, each minute": lambda tx: tx.lists.waiting_for_computers(),
    "servers with open games": lambda tx: tx.lists.open_guilds(),
    "open tables of a channel": lambda tx: tx.lists.tables_in(CHANNEL, ("lobby", "running")),
    "newest tables of a channel": lambda tx: tx.lists.tables_in(CHANNEL, ("lobby", "running", "over", "closed")),
    "open tables of a person": lambda tx: tx.lists.tables_of(ANA.user),
    "the last game of a person": lambda tx: tx.lists.last_ended(CHANNEL, ("over", "closed"), ANA.user),
    "a table by its number": lambda tx: tx.lists.find_by_number(GUILD, 1),
    "deletion of a person": lambda tx: tx.people.forget(FORGOTTEN, "nobody"),
}


def run(pace: Pace) -> None:
    """Print the table."""
    asyncio.run(_run(FINISHED if pace.rounds > 3 else FEW, max(5, pace.times)))


async def _run(finished: int, times: int) -> None:
    with TemporaryDirectory() as folder:
        empty, full = [await Store.open(f"sqlite:///{Path(folder, name)}.db") for name in ("empty", "full")]
        for first in range(1, finished + 1, AT_ONCE):
            await full.run(partial(_fill, ids=range(first, min(first + AT_ONCE, finished + 1))))
        rows = []
        for name, look in LOOKS.items():
            spent: tuple[list[float], list[float]] = ([], [])
            for _ in range(times):
                for store, each in zip((empty, full), spent, strict=True):
                    start = perf_counter()
                    await store.run(look)
                    each.append(1000 * (perf_counter() - start))
            rows.append([name, f"{min(spent[0]):.2f}", f"{min(spent[1]):.2f}", f"{ratio(spent[1], spent[0]):.2f}"])
        await empty.close()
        await full.close()
    show(f"With {finished:,} finished games", ["", "ms, none", "ms", "× none"], rows)


async def _fill(tx: Transaction, ids: range) -> None:
    """Finished tables with these ids, each of Ana and one of a thousand others, in one channel."""
    game = GAMES["draw"]
    row = new_row(game, game.options(), ANA, GUILD, CHANNEL, RULES_VERSION, 0)._asdict()
    over = {"status": "over", "seq": STEPS, "shown_seq": STEPS, "started_at": 1, "host": BEN.user}
    tables = [row | over | {"id": id, "number": id, "ended_at": id} for id in ids]
    await connection_of(tx).execute(insert(schema.tables), tables)
    seats = [
        {"table_id": id, "seat": seat, "user_id": user, "name": "x", "live": False}
        for id in ids
        for seat, user in enumerate((ANA.user, FORGOTTEN + id % 1000))
    ]
    await connection_of(tx).execute(insert(schema.seats), seats)
    await tx.log.add_steps([
        StepRow(id, seq, "act", None, seq % 2, "", "", id, (FORGOTTEN + id % 1000, ANA.user)[seq % 2])
        for id in ids for seq in range(1, STEPS + 1)
    ])  # fmt: skip
