"""Statistics, ratings and records of many games: counted one by one and recounted.

The recount is from the logs; two of the players are deleted on the way. Any difference ends it. A thousand games in the
long run, a few in the short one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import insert

from bot.service import Service
from bot.store import Store, Transaction
from bot.store.schema import tables
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.draft import Draft
from bot.table.log.rows import ResultRow
from engine.games import GAMES
from tests.bench.measure import SHORT, Pace, show
from tests.bench.replays import _sensible
from tests.bot.inside import connection_of
from tests.bot.records import BEGAN, PEOPLE, random_game
from tests.bot.tools import FixedClock
from tests.engine.play import short

GAMES_IN_ALL = 1000
AT_ONCE = 100
"""Games that are written before they are counted."""


def run(pace: Pace) -> None:
    """Print how many games of each kind were counted twice, and that nothing differs."""
    compare(GAMES_IN_ALL if pace.rounds > SHORT.rounds else 20)


def compare(number: int) -> None:
    """Count `number` games as they end, and recount all of them."""
    start = process_time()
    with TemporaryDirectory() as folder:
        kinds = asyncio.run(_compare(Path(folder) / "games.db", number))
    rows = [[key, str(games), "0"] for key, games in sorted(kinds.items())]
    show("Statistics, ratings and records", ["", "games", "different"], rows)
    print(f"{process_time() - start:.0f} s")


async def _compare(file: Path, number: int) -> Counter[str]:
    store = await Store.open(f"sqlite:///{file}")
    service, games = Service.of(store, GAMES, FixedClock(), default_timing=Timing(Preset.DAY)), _games(number)
    kinds, half = Counter[str](), number // 2
    while some := list(islice(games, AT_ONCE)):
        for draft in some:
            await store.run(lambda tx, draft=draft: _write(tx, draft))  # type: ignore[misc]
        await service.statistics.count_pending_games()
        kinds.update(draft.row.game for draft in some)
        if kinds.total() - len(some) < half <= kinds.total():
            await service.people.forget(PEOPLE[1].user)
    await service.people.forget(PEOPLE[2].user)
    found = await service.statistics.recount(write=False)
    assert found.games == number, found
    assert (found.changed, found.unreadable) == ([], []), found
    assert len(await store.run(lambda tx: tx.records.all_records())) > len(GAMES), "there are records of each game"
    await store.close()
    return kinds


def _games(number: int) -> Iterator[Draft]:
    """Yield short games of all kinds in turn, of two seats and more."""
    for table, key in enumerate(islice(cycle(GAMES), number), 1):
        game = GAMES[key]
        seats = game.seats[table // len(GAMES) % min(3, len(game.seats))]
        yield random_game(game, short(game), seats, f"recount {key} {table}", _sensible, table)


async def _write(tx: Transaction, draft: Draft) -> None:
    """Write a game that is over as it would stand in the database."""
    row, seats = draft.to_row(), draft.seats
    ended = BEGAN + row.id
    values = {**row._asdict(), "number": row.id, "status": "over", "ended_at": ended, "shown_seq": row.seq}
    await connection_of(tx).execute(insert(tables).values(values))
    await tx.tables.save_seats(row.id, seats)
    await tx.tables.close_table(row.id)
    await tx.log.add_steps(draft.steps)
    for deal, seed in draft.seeds.items():
        await tx.log.add_seed(row.id, deal, seed, ended)
    await tx.results.add_result(ResultRow(row.id, row.guild, row.game, len(seats), ended))
