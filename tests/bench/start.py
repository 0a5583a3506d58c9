"""A start after ten minutes away: readiness, waits of presses, and mended tables.

The parts run as they do beside Discord, on the real clock, for some seconds.
"""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
from sqlalchemy import insert

from bot.config import Config
from bot.parts import Parts
from bot.store import Store, Transaction, schema
from bot.store.restore import BEAT
from bot.table.clock.hours import Hours
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.reminders import ReminderWishes
from bot.table.clock.timing import Reminders, Timing
from bot.table.limits import Limits
from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Person
from bot.table.refusals import Refusal
from bot.table.rules import deadlines, play
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bench.measure import Pace, show
from tests.bench.tables import NoDiscord, played_table, seat_of
from tests.bot.inside import connection_of
from tests.bot.tools import BEN

TABLES, FEW = 10_000, 1_000
SECONDS, SHORTLY = 30.0, 6.0
AWAY = 600
BEGAN = 1_800_000_000
SPREAD = 2 * HOUR
"""The turns of the tables end within this time, some of them while the bot is away."""
URGENT = 100
"""The tables whose turns end first; how soon these are mended is reported."""
PRESS_EVERY = 0.1


@dataclass
class RunningClock:
    """Goes on from an instant as the real one does."""

    at: int
    began: float = field(default_factory=perf_counter)

    def now(self) -> int:
        return self.at + int(perf_counter() - self.began)


@dataclass
class Seen:
    """What was measured while the bot ran."""

    ready: float = 0.0
    held: float = 0.0
    presses: list[float] = field(default_factory=list)


def run(pace: Pace) -> None:
    """Print the table."""
    long = pace.rounds > 3
    asyncio.run(_run(TABLES if long else FEW, SECONDS if long else SHORTLY))


async def _run(tables: int, seconds: float) -> None:
    rows = []
    with TemporaryDirectory() as folder:
        file = Path(folder, "away.db")
        store = await Store.open(f"sqlite:///{file}")
        await store.run(lambda tx: _fill(tx, tables))
        await store.close()
        for away in (0, AWAY):
            copy = Path(shutil.copy(file, Path(folder, f"{away}.db")))
            rows.append([f"{tables:,}", str(away), *await _start(copy, tables, away, seconds)])
    head = ["tables", "away s", "ready s", "held ms", "presses", "median ms", "most ms", "mended", f"first {URGENT}"]
    show(f"A start, and the {seconds:.0f} s after it", head, rows)


async def _start(file: Path, tables: int, away: int, seconds: float) -> list[str]:
    """Run the bot on a database, `away` seconds after it was left."""
    store = await Store.open(f"sqlite:///{file}")
    limits = Limits(tables_a_person=100_000, own_tables=100_000, tables_an_hour=100_000, tables_a_channel=100_000)
    parts = Parts.of(store, RunningClock(BEGAN + away), GAMES, RENDERERS, Texts(), NoDiscord(), Config(limits=limits))
    parts.service.repository.watch(parts.reconciler.touch)
    seen = await _measure_start(parts, tables, seconds)
    mended = await store.run(_tables_given_time) if away else set()
    await parts.close()
    await store.close()
    urgent = sum(table in mended for table in range(1, URGENT + 1))
    presses = [1000 * press for press in seen.presses]
    return [
        f"{seen.ready:.2f}", f"{1000 * seen.held:.0f}", str(len(presses)), f"{median(presses):.0f}",
        f"{max(presses):.0f}", f"{len(mended):,}", str(urgent),
    ]  # fmt: skip


async def _measure_start(parts: Parts, tables: int, seconds: float) -> Seen:
    """Start, and press here and there while everything else goes on."""
    seen, began = Seen(), perf_counter()
    beside = asyncio.create_task(_note_longest_pass(seen))
    await parts.service.absence.begin()
    parts.start()
    await parts.upkeep.beat.wait_idle()
    seen.ready = perf_counter() - began
    chance, numbers = Random(1), count(1)
    while perf_counter() - began < seconds:
        pressed = perf_counter()
        with suppress(Refusal):
            await parts.service.tables.do(chance.randint(1, tables), Cause(None, next(numbers)), _move)
        seen.presses.append(perf_counter() - pressed)
        await asyncio.sleep(PRESS_EVERY)
    beside.cancel()
    return seen


async def _note_longest_pass(seen: Seen) -> None:
    """Note for how long the event loop was busy with one thing."""
    while True:
        before = perf_counter()
        await asyncio.sleep(0.01)
        seen.held = max(seen.held, perf_counter() - before - 0.01)


def _move(draft: Draft) -> None:
    if draft.table.mover is not None:
        play.act(draft, draft.table.mover, None, str(draft.state.at_deadline()))


async def _tables_given_time(tx: Transaction) -> set[int]:
    """Return the tables that have their time back."""
    rows = await connection_of(tx).execute(schema.tables.select())
    return {row.id for row in rows if f'"whole_until":{BEGAN + AWAY}' in row.clock}


async def _fill(tx: Transaction, tables: int) -> None:
    """Fill a database with running tables with a clock, every one shown; the turn of the first ends first."""
    drafts = [_table_due_soon(table, tables) for table in range(1, tables + 1)]
    rows = [draft.to_row()._asdict() | {"shown_seq": draft.position.seq} for draft in drafts]
    await connection_of(tx).execute(insert(schema.tables), rows)
    await tx.log.add_steps([step for draft in drafts for step in draft.steps])
    seats = [seat_of(draft, seat, row) for draft in drafts for seat, row in enumerate(draft.seats)]
    await connection_of(tx).execute(insert(schema.seats), seats)
    for draft in drafts:
        for deal, seed in draft.seeds.items():
            await tx.log.add_seed(draft.row.id, deal, seed, 0)
    await tx.meta.remember(BEAT, str(BEGAN))


def _table_due_soon(table: int, tables: int) -> Draft:
    """Return a table whose turn ends soon after the bot went away."""
    draft = played_table(table, Person(table, "Ana"), BEN, timing=Timing(preset=Preset.SPRINT, hours=Hours()))
    deadlines.update_clock(draft)
    timing = draft.table.timing
    assert timing.turn is not None
    since = BEGAN + 60 + SPREAD * table // tables - timing.turn.budget
    turn = msgspec.structs.replace(timing.turn, since=since, reminders=Reminders(dropped=9))
    draft.table = replace(draft.table, timing=timing.replace(turn=turn, active_at=since))
    draft.wake_at = deadlines.wake_at(draft.table, ReminderWishes(), BEGAN)
    return draft
