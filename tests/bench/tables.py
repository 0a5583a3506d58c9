"""Tables without Discord, on an SQLite file: what a press costs, what live tables weigh, how soon a start is done."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from sqlalchemy import insert

from bot.channel.channel import Channel
from bot.channel.reconcile import Reconciler
from bot.config import Config
from bot.desk import play as at_desk
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.desk.desk import Desk
from bot.parts import Parts
from bot.pictures.drawings import draw_board
from bot.pictures.painter import Painter
from bot.service import Service
from bot.store import Store, Transaction, schema
from bot.table.clock.timing import Timing
from bot.table.limits import Limits
from bot.table.log.draft import SECRET, Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position
from bot.table.log.model import ANY, Cause, Person, Table
from bot.table.log.rows import SeatRow
from bot.table.rules import lobby, play, ready
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.game import DEALER
from engine.games import GAMES
from renderers import RENDERERS
from tests.bench.measure import Pace, ratio, show
from tests.bot.inside import connection_of
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, announce_deal

GAME, PRESET = "draw", "week"
STORED, LIVE = 10_000, 1_000
PRESSES_A_TIME = 3
"""How many presses are measured for each time that something single is done."""
BARE, BARE_BOARD = "a bare handler: one row written", "a bare handler that draws the board"
SHOWN = "press to board posted"


class NoDiscord(Mailbox):
    """Takes every letter and keeps none."""

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        return next(self.ids)

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        return None


@dataclass(frozen=True)
class Shell:
    """The bot without Discord. Its boards are shown only where `reconciler` or `channel` is told to."""

    store: Store
    service: Service
    desk: Desk
    reconciler: Reconciler
    channel: Channel
    painter: Painter


@asynccontextmanager
async def shell(file: Path) -> AsyncIterator[Shell]:
    """Run a bot on a database."""
    store = await Store.open(f"sqlite:///{file}")
    limits = Limits(tables_a_person=100_000, own_tables=100_000, tables_an_hour=100_000, tables_a_channel=100_000)
    parts = Parts.of(store, FixedClock(), GAMES, RENDERERS, Texts(), NoDiscord(), Config(limits=limits))
    yield Shell(store, parts.service, parts.desk, parts.reconciler, parts.channel, parts.painter)
    await parts.close()
    await store.close()


def run(pace: Pace) -> None:
    """Print the tables."""
    asyncio.run(_run(pace))


async def _run(pace: Pace) -> None:
    with TemporaryDirectory() as folder:
        async with shell(Path(folder, "presses.db")) as here:
            await _presses(here, PRESSES_A_TIME * pace.times)
        stored = STORED if pace.times > PRESSES_A_TIME * 4 else STORED // 50
        await _starts(Path(folder), stored, pace.rounds)
        async with shell(Path(folder, "full.db")) as here:
            await _memory(here, min(LIVE, stored))


# -- a press -----------------------------------------------------------------------------------------------------------


async def _presses(here: Shell, times: int) -> None:
    """Make a move at each of the same kind of table in turn."""
    moves: dict[str, Callable[[], Awaitable[Spent]]] = {
        BARE: _bare(here),
        BARE_BOARD: Player(here, _bare_board),
        "act": Player(here, _measure_move(_act)),
        'press to "played"': Player(here, _measure_move(_press)),
        SHOWN: Player(here, _measure_move(_press_and_board)),
    }
    cpu: dict[str, list[float]] = {name: [] for name in moves}
    wall: dict[str, list[float]] = {name: [] for name in moves}
    for turn in range(times + 1):
        for name, move in moves.items():
            spent = await move()
            if turn:
                cpu[name].append(spent[0])
                wall[name].append(spent[1])
    rows = [
        [name, f"{median(each):.1f}", f"{ratio(each, cpu[BARE]):.1f}", f"{median(wall[name]):.1f}"]
        for name, each in cpu.items()
    ]
    beyond = [median(each[SHOWN]) - median(each[BARE_BOARD]) for each in (cpu, wall)]
    rows.append(["the last beyond the second", f"{beyond[0]:.1f}", "", f"{beyond[1]:.1f}"])
    show("A move in Draw for two", ["", "CPU ms", "× bare", "ms passed"], rows)


Spent = tuple[float, float]
"""Milliseconds of CPU time and of real time."""


async def _measure(work: Awaitable[object]) -> Spent:
    cpu, wall = process_time(), perf_counter()
    await work
    return 1000 * (process_time() - cpu), 1000 * (perf_counter() - wall)


Move = Callable[[Shell, Table, str], Awaitable[Spent]]
"""Makes a move at a table, by its notation; returns what was measured of it."""


def _measure_move(move: Callable[[Shell, Table, str], Awaitable[object]]) -> Move:
    """Measure all of a move."""
    return lambda here, table, notation: _measure(move(here, table, notation))


def _bare(here: Shell) -> Callable[[], Awaitable[Spent]]:
    numbers = count()

    async def handle() -> Letter:
        await here.store.remember("bare", str(next(numbers)))
        return Letter("played")

    return lambda: _measure(handle())


async def _bare_board(here: Shell, table: Table, notation: str) -> Spent:
    """Measure the same with a board that nobody has drawn yet: that after a move, which is not measured."""
    await _act(here, table, notation)
    seen, bare = await here.service.tables.observe(table.id, None), _bare(here)

    async def handle() -> None:
        await bare()
        await here.painter.draw(draw_board, seen, await here.painter.arrange_tiles(seen, ()), "en")

    spent = await _measure(handle())
    await here.channel.show(table.id)
    return spent


class Player:
    """Plays on at a table; at a new one where the match is over."""

    table: Table

    def __init__(self, here: Shell, move: Move) -> None:
        self._here = here
        self._move = move

    async def __call__(self) -> Spent:
        """Make a move, once all are shown what came before."""
        tables = self._here.service.tables
        self.table = await tables.table(self.table.id, ANY) if hasattr(self, "table") else await _open_table(self._here)
        while self.table.mover is None:
            if self.table.to_act != DEALER:
                self.table = await _open_table(self._here)
            await self._here.channel.show(self.table.id)
            self.table = await tables.table(self.table.id, ANY)
        seen = await tables.observe(self.table.id, self.table.mover.user)
        return await self._move(self._here, self.table, seen.observation.choices[0].notation)


async def _open_table(here: Shell) -> Table:
    table = await here.service.tables.new(GAME, ANA.cause(), ANA, GUILD, CHANNEL, preset=PRESET)
    await here.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    return await here.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)


async def _act(here: Shell, table: Table, notation: str) -> None:
    assert table.mover is not None
    await here.service.tables.act(table.id, table.mover.cause(), table.mover, table.position_seq, notation)


async def _press(here: Shell, table: Table, notation: str) -> None:
    assert table.mover is not None
    caller = Caller(table.mover, "en", next(_interactions), table.guild, table.channel)
    await at_desk.act(Ask(here.desk.tools, caller, table.position_seq, notation, table_or_none=table))


async def _press_and_board(here: Shell, table: Table, notation: str) -> None:
    await _press(here, table, notation)
    await here.channel.show(table.id)


_interactions = count(1)


# -- many tables -------------------------------------------------------------------------------------------------------


async def _starts(folder: Path, stored: int, times: int) -> None:
    """Open an empty database and a full one, and ask what is to be shown."""
    empty, full = folder / "empty.db", folder / "full.db"
    async with shell(empty):
        pass
    async with shell(full) as here:
        await here.store.run(lambda tx: fill(tx, stored))
    spent: dict[str, list[Spent]] = {"no table": [], f"{stored:,} tables": []}
    for _ in range(times):
        for name, file in zip(spent, (empty, full), strict=True):
            spent[name].append(await _measure(_start(file)))
    cpu = {name: [each[0] for each in every] for name, every in spent.items()}
    rows = [
        [
            name,
            f"{median(cpu[name]):.0f}",
            f"{ratio(cpu[name], cpu['no table']):.2f}",
            f"{median(w for _, w in every):.0f}",
        ]
        for name, every in spent.items()
    ]
    show("A start", ["stored", "CPU ms", "× none", "ms passed"], rows)


async def _start(file: Path) -> None:
    async with shell(file) as here:
        await here.reconciler.resume()
        await here.reconciler.wait_idle()


async def _memory(here: Shell, live: int) -> None:
    """Measure what looking at `live` tables leaves in memory, beside their positions alone."""
    await here.service.tables.observe(1, None)
    tracemalloc.start()
    for table in range(1, live + 1):
        await here.service.tables.observe(table, None)
    kept, most = (size / 2**20 for size in tracemalloc.get_traced_memory())
    states = [played_table(table, Person(table, "Ana"), BEN).state for table in range(1, live + 1)]
    alone = tracemalloc.get_traced_memory()[0] / 2**20 - kept
    tracemalloc.stop()
    rows = [
        [f"{len(states):,} positions alone", f"{alone:.1f}", "1.00"],
        [f"{live:,} live tables", f"{kept:.1f}", f"{kept / alone:.2f}"],
        ["at most meanwhile", f"{most:.1f}", f"{most / alone:.2f}"],
    ]
    show("Memory", ["", "MiB", "× alone"], rows)


async def fill(tx: Transaction, tables: int) -> None:
    """Write running tables at once, every one shown."""
    drafts = [played_table(table, Person(table, "Ana"), BEN) for table in range(1, tables + 1)]
    rows = [draft.to_row()._asdict() | {"shown_seq": draft.position.seq} for draft in drafts]
    await connection_of(tx).execute(insert(schema.tables), rows)
    await tx.log.add_steps([step for draft in drafts for step in draft.steps])
    seats = [seat_of(draft, seat, row) for draft in drafts for seat, row in enumerate(draft.seats)]
    await connection_of(tx).execute(insert(schema.seats), seats)
    for draft in drafts:
        for deal, seed in draft.seeds.items():
            await tx.log.add_seed(draft.row.id, deal, seed, 0)


def seat_of(draft: Draft, seat: int, row: SeatRow) -> dict[str, int | str | None]:
    whose = {"user_id": row.user, "name": row.name}
    return {"table_id": draft.row.id, "seat": seat, **whose, "live": draft.table.is_running}


def played_table(table: int, *people: Person, timing: Timing | None = None) -> Draft:
    """Return a table with some moves made, as it would be written; its seeds take some milliseconds."""
    game, (host, *others) = GAMES[GAME], people
    row = new_row(game, game.presets[PRESET], host, GUILD, CHANNEL, RULES_VERSION, 0, timing)
    row = row._replace(id=table, number=table)
    draft = Draft.of(row, (), game, Position(table), {SECRET: table.to_bytes(32, "big")}, 1)
    lobby.open_(draft, host)
    for person in others:
        lobby.join(draft, person)
    lobby.start(draft)
    announce_deal(draft, 10**18 + table)
    for _ in range(6):
        if draft.table.mover:
            play.act(draft, draft.table.mover, None, str(draft.state.at_deadline()))
    return draft
