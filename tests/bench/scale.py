"""Toward the size of Discord: costs among many tables, and for a million of them.

The costs are measured here; the players are those of `tests.day`, over the time zones; queues are simulated
(`tests/bench/model.py`). docs/SCALE.md tells operators what comes out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import monotonic

from bot.discord.identify import SPACING
from bot.service.repository import CACHED_TABLES
from tests.bench import load
from tests.bench.costs import Costs, measure, memory_of_guild
from tests.bench.hours import by_hour
from tests.bench.measure import Pace, show
from tests.bench.model import Outcome, Parts, World, estimate, simulate
from tests.bot.postgres import fresh_database, running_server
from tests.faults.party import party

SERVERS, TABLES = 100_000, 1_000_000
A_SHARD = 2_500
"""Servers of one shard at most, says Discord."""
AT_ONCE = (1, 16)
"""Shards that may connect at a time: of a usual bot, and of a very large one."""
GOOD = 0.7
"""How busy something may be at the busiest hour: above it queues grow fast."""
LOADS = (1_000, 2_000, 5_000, 8_000, 10_000, 20_000, 50_000, 100_000, 1_000_000)
PROCESSES = (1, 8, 32, 96, 128)
RAISED = 1_500.0
"""Requests a second in the table of many processes, where Discord's usual 50 would end it all."""
PLAYED = 20
"""Of the tables of the real bot: enough presses for each that most of its turns are whole."""
SYNC = 0.001
"""Seconds in which a database's disk writes something down: reckoned, since this machine's is not a server's."""
REAL = load.Size(200, 4, 60, 0, 0)
REAL_SHORT = load.Size(4, 6, 5, 0, 0)


def run(pace: Pace) -> None:
    """Print the tables."""
    long = pace.rounds > 3
    costs = _costs(10_000 if long else 100, pace.times // 2)
    hours = by_hour(20_000 if long else 200)
    real = asyncio.run(_beside_real(REAL if long else REAL_SHORT, costs["SQLite"]))
    parts = {name: _parts(each, real) for name, each in costs.items()}
    a_second = max(hours) / 3600
    print(
        f"\nA running table has {sum(hours):.0f} moves a day, and {max(hours):.1f} in the busiest hour (UTC "
        f"{hours.index(max(hours))}): a million of them {TABLES * a_second:,.0f} a second then."
    )
    seconds = 120.0 if long else 10.0
    for name, each in parts.items():
        _one_process(name, each, a_second, seconds)
    _many_processes(parts["PostgreSQL"], a_second, seconds)
    _limits(parts, a_second)
    _sizes(costs["PostgreSQL"])


@dataclass(frozen=True)
class Real:
    """What only the whole bot over a socket tells."""

    adapter: float
    """Seconds that a press or a request takes beside what is measured part by part."""
    presses: float
    """Of a move."""


def _costs(tables: int, moves: int) -> dict[str, Costs]:
    """Measure on both databases, and print it."""
    with TemporaryDirectory() as folder:
        on_file = asyncio.run(measure(f"sqlite:///{Path(folder, 'scale.db')}", tables, moves))
    with running_server() as server:
        on_server = asyncio.run(measure(fresh_database(server), tables, moves, server))
    costs = {"SQLite": on_file, "PostgreSQL": on_server}
    rows = [
        ["a press that opens the hand", *(f"{median(each.hand):.1f}" for each in costs.values())],
        ["a press that moves", *(f"{median(each.act):.1f}" for each in costs.values())],
        ["more where its table is not in memory", *(f"{median(each.fetch):.1f}" for each in costs.values())],
        ["a turn that is shown, but its picture", *(f"{each.shown_turn:.1f}" for each in costs.values())],
        *(
            [f"a picture of {key}", *(f"{mean(each.picture[key]):.1f}" for each in costs.values())]
            for key in on_file.picture
        ),
        ["a deadline", *(f"{median(each.deadline):.1f}" for each in costs.values())],
        ["the database server, for a move", *(f"{each.server:.1f}" for each in costs.values())],
        ["a step of another process, heard", *(f"{each.heard:.2f}" for each in costs.values())],
        ["until this disk has written (no processor)", *(f"{each.sync:.1f}" for each in costs.values())],
        ["transactions of a move", *(f"{each.transactions:.1f}" for each in costs.values())],
        ["requests of a shown turn", *(f"{each.requests:.1f}" for each in costs.values())],
        ["KiB of a table in memory", *(f"{each.kept:.1f}" for each in costs.values())],
        ["KiB of a table in the database", *(f"{each.stored:.1f}" for each in costs.values())],
        ["a start, s", *(f"{each.start:.2f}" for each in costs.values())],
    ]
    show(f"Measured among {tables:,} tables, ms of processor time", ["", *costs], rows)
    return costs


def _parts(costs: Costs, real: Real, more: float = 1.0) -> Parts:
    """Return what was measured, as the model takes it; on a busy machine everything takes `more` times as long."""
    scale = more / 1000
    return Parts(
        hand=median(costs.hand) * scale,
        act=median(costs.act) * scale,
        fetch=median(costs.fetch) * scale,
        show=costs.shown_turn * scale,
        pictures=[each * scale for each in costs.all_pictures],
        presses=real.presses,
        adapter=real.adapter * more,
        requests=costs.requests,
        server=costs.server * scale,
        sync=SYNC,
        heard=costs.heard * scale,
        kept=CACHED_TABLES,
    )


def _one_process(name: str, parts: Parts, a_second: float, seconds: float) -> None:
    rows = []
    for tables in LOADS:
        world = World(tables, tables * a_second)
        rows.append([f"{tables:,}", f"{world.moves:.1f}", *_row(simulate(parts, world, seconds))])
    show(f"One process on {name}, in the busiest hour (simulated)", ["tables", "moves/s", *_HEAD], rows)


def _many_processes(parts: Parts, a_second: float, seconds: float) -> None:
    rows = []
    for processes in PROCESSES:
        world = World(TABLES, TABLES * a_second, processes, database_cores=16, requests=RAISED)
        rows.append([str(processes), f"{TABLES // processes:,}", *_row(simulate(parts, world, seconds))])
    title = f"{TABLES:,} tables on a PostgreSQL of 16 cores, if Discord took {RAISED:,.0f} requests a second (model)"
    show(title, ["processes", "tables each", *_HEAD], rows)


_HEAD = ("core", "database", "telling", "Discord", "ack p50 ms", "p99", "board p50 ms", "p99")


def _row(outcome: Outcome) -> list[str]:
    """Return a row: how busy everything is, and what players wait; nothing if they wait for ever."""
    busy = [f"{100 * each:,.0f} %" for each in (outcome.core, outcome.database, outcome.telling, outcome.discord)]
    return busy + [
        f"{1000 * _percentile(waits, percent):,.0f}" if waits else "—"
        for waits in (outcome.acknowledged, outcome.shown)
        for percent in (50, 99)
    ]


def _percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[(len(values) - 1) * percent // 100]


def _limits(parts: dict[str, Parts], a_second: float) -> None:
    """Print what each part holds at the busiest hour."""
    rows = []
    for name, each in parts.items():
        one = estimate(each, World(1, a_second, database_cores=1))
        rows.append([f"one core of the bot, on {name}", f"{GOOD / one.core:,.0f}", f"{GOOD:.0%} busy"])
        if one.database:
            rows.append([f"one core of {name}", f"{GOOD / one.database:,.0f}", f"{GOOD:.0%} busy"])
    many = estimate(parts["PostgreSQL"], World(2, a_second, processes=2))
    rows.append(["steps told to other processes, one by one", f"{GOOD / many.telling:,.0f}", f"{GOOD:.0%} busy"])
    rows.append(["Discord's 50 requests a second", f"{GOOD / many.discord:,.0f}", f"{GOOD:.0%} of them"])
    rows.append(["one shard", f"{A_SHARD * TABLES // SERVERS:,}", f"{A_SHARD:,} servers, Discord's most"])
    show("What holds how many running tables", ["", "tables", "where it is"], rows)


def _sizes(costs: Costs) -> None:
    """Print how soon all shards are connected, and what takes how much room."""
    shards, kept = SERVERS // A_SHARD, memory_of_guild()
    starts = [f"{SPACING * shards / each:.0f} s where {each} may connect at a time" for each in AT_ONCE]
    print(f"{SERVERS:,} servers are {shards} shards or more; all connected after {', '.join(starts)}.")
    print(f"A server takes {kept:.0f} KiB of its process, a shard {A_SHARD * kept / 1024:.0f} MiB.")
    print(f"{TABLES:,} tables take {TABLES * costs.stored / 2**20:.1f} GiB of PostgreSQL at their seventh move.")


# -- the model beside the real bot -------------------------------------------------------------------------------------


async def _beside_real(size: load.Size, costs: Costs) -> Real:
    """Ask the real bot over a socket, and the model with what a press cost it there."""
    with TemporaryDirectory() as name:
        async with party(Path(name), 1, servers=-(-size.tables // load.TOGETHER)) as here, here.bot():
            await load.open_tables(here, size.tables)
            del here.tables[PLAYED:]
            assert here.here is not None
            process = here.here.bot.process.pid
            first, began, before = len(here.asked), monotonic(), _cpu_times(process)
            await load.play_steadily(here, size, load.Players(count(size.tables)))
            asked, took = here.asked[first:], monotonic() - began
            await load.wait_for_answers(asked)
            ran, waited = (now - then for now, then in zip(_cpu_times(process), before, strict=True))
            boards = len(here.moves)
    stretch, moves = (ran + waited) / ran, max(1, boards) / took
    presses = max(2.0, len(asked) / max(1, boards))
    alone = _parts(costs, Real(0.0, presses))
    real = Real(max(0.0, ran / took / moves - alone.move) / (presses + alone.requests), presses)
    world = World(size.tables, moves, requests=1e6, network=0.0)
    outcome = simulate(_parts(costs, real, stretch), world, 60.0)
    acks = [each.waited for each in asked if each.waited]
    rows = [
        ["measured", f"{moves:.1f}", f"{100 * (ran + waited) / took:.0f} %", *_waits(acks)],
        ["the model", f"{moves:.1f}", f"{100 * outcome.core:.0f} %", *_waits(outcome.acknowledged)],
    ]
    title = f"{size.tables} tables on the real bot over a socket, and in the model"
    show(title, ["", "moves/s", "core", "ack p50 ms", "p99"], rows)
    print(f"A move takes {presses:.1f} presses.", end=" ")
    print(f"The whole bot took {1000 * real.adapter:.1f} ms more for a press or a request than its parts.")
    print(f"Other work on this machine made everything {stretch:.1f} times longer.")
    return real


def _waits(acks: Sequence[float]) -> list[str]:
    return [f"{1000 * _percentile(acks, percent):.0f}" for percent in (50, 99)] if acks else ["—", "—"]


def _cpu_times(process: int) -> tuple[float, float]:
    """Seconds for which the threads of a process ran, and for which its first waited for a core, as all would have."""
    ran = [each.read_text().split() for each in Path(f"/proc/{process}/task").glob("*/schedstat")]
    first, waited, _ = map(int, Path(f"/proc/{process}/task/{process}/schedstat").read_text().split())
    all_ran = sum(int(each[0]) for each in ran)
    return all_ran / 1e9, all_ran * waited / first / 1e9
