"""The real bot over a real socket with many tables: how soon presses are acknowledged and answered; what is lost."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from bot.talk.letter import Purpose
from engine.games import GAMES
from tests.bench.measure import LONG, Pace, show
from tests.faults.party import LEADS, MOVES, PLAYED, Party, party
from tests.wire.launch import STALLS
from tests.wire.loopback import WINDOW, Asked
from tests.wire.payloads import Payload
from tests.wire.people import Member, controls
from tests.wire.wired import Table

TWO = tuple(key for key in PLAYED if min(GAMES[key].seats) <= 2)
LOOKS = ("games", "board", "help", "hand")
ENDS = 60.0
"""Seconds for all that was asked to be answered."""
LOOK = 0.05
"""Seconds between looks at what is answered."""
TOGETHER = 10
"""Tables in one channel: each move edits a card there, and Discord lets a bot edit one message a second in a place."""
STALL = 100
"""Milliseconds of processor time for which nothing may keep the event loop."""


@dataclass(frozen=True)
class Size:
    """How much is asked."""

    tables: int
    a_second: float
    seconds: float
    at_once: int
    flood: float
    """Seconds."""


@dataclass
class Players:
    """What all share who play at tables."""

    numbers: count[int]
    """Those of the tables that begin from now on."""
    permits: asyncio.Queue[None] = field(default_factory=asyncio.Queue)
    """One for each press."""
    doors: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """One for each channel: a card is known as the one that was not there before."""
    waited: list[float] = field(default_factory=list)
    """Seconds from the answer to a move until the next call stands there."""
    gave_up: list[BaseException] = field(default_factory=list)
    """Why tables stood still that nobody played on at."""


MUCH, LITTLE = Size(200, 50, 600, 1000, 20), Size(8, 10, 4, 60, 2)


def run(pace: Pace) -> None:
    """Print the tables; fail where something was lost or done twice."""
    asyncio.run(_run(MUCH if pace is LONG else LITTLE))


async def _run(size: Size) -> None:
    with TemporaryDirectory() as name:
        folder, stalls = Path(name), Path(name, "stalls")
        async with party(folder, 1, servers=-(-size.tables // TOGETHER)) as here:
            here.settings, here.discord.window = {STALLS: str(stalls)}, WINDOW
            async with here.bot():
                rows = [[f"{size.tables} tables, begun", *await _measure(here, lambda: open_tables(here, size.tables))]]
                what = f"{size.a_second:.0f} presses a second, {size.seconds:.0f} s"
                players = Players(count(size.tables))
                rows.append([what, *await _measure(here, lambda: play_steadily(here, size, players))])
                rows.append([f"{size.at_once:,} presses at once", *await _measure(here, lambda: _burst(here, size))])
                flooded = await _flood(here, size)
            tally = await here.check()
    show(
        "The real bot over a socket",
        ["", "asked", "a second", "ack p50 ms", "p99", "most", "said p50", "p99", "late", "CPU ms each"],
        rows,
    )
    boards = players.waited or [0.0]
    print(f"The next call stands there {median(boards):.1f} s after a move, {_percentile(boards, 99):.1f} s at p99.")
    print(f"{len(players.gave_up)} tables stood still: {players.gave_up[:3]}.")
    print(f"A hand takes {flooded[0]:.0f} ms, and {flooded[1]:.0f} ms while one person asks for {flooded[2]} boards.")
    _print_stalls(stalls)
    print(f"{tally.note}; {tally.lost} lost, {tally.doubled} doubled.")
    if tally.faults:
        raise SystemExit("\n".join(tally.other[:20]))


def _print_stalls(file: Path) -> None:
    kept = [int(line.split()[0]) for line in file.read_text().splitlines()] if file.exists() else []
    long = sum(ms >= STALL for ms in kept)
    print(f"The event loop was kept for {STALL} ms and more {long} times, {max(kept, default=0)} ms at most.")


async def _measure(here: Party, work: Callable[[], object]) -> list[str]:
    """Return how it went with all that was asked meanwhile."""
    assert here.here is not None
    process = here.here.bot.process.pid
    first, began, used = len(here.asked), monotonic(), _cpu(process)
    await work()  # type: ignore[misc]  # all of them are coroutines
    asked, took = here.asked[first:], monotonic() - began
    await wait_for_answers(asked)
    waited = [1000 * each.waited for each in asked if each.waited] or [0.0]
    said = [1000 * each.took for each in asked if each.took] or [0.0]
    late, used = sum(each.late for each in asked), _cpu(process) - used
    return [
        f"{len(asked):,}", f"{len(asked) / took:.0f}", f"{median(waited):.0f}", f"{_percentile(waited, 99):.0f}",
        f"{max(waited):.0f}", f"{median(said):.0f}", f"{_percentile(said, 99):.0f}", str(late),
        f"{1000 * used / max(1, len(asked)):.0f}",
    ]  # fmt: skip


def _cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[(len(values) - 1) * percent // 100]


async def wait_for_answers(asked: Sequence[Asked]) -> None:
    """Wait until everything is answered, or known to be late."""
    last = monotonic() + ENDS
    while monotonic() < last and any(not each.said and not each.late for each in asked):  # noqa: ASYNC110  # late ones tell nobody
        await asyncio.sleep(LOOK)


async def _ask(here: Party, asked: Asked) -> Asked:
    here.asked.append(asked)
    return asked


async def open_tables(here: Party, tables: int) -> None:
    """Begin tables one after the other; what is asked for that is not measured press by press."""
    for number in range(tables):
        table = await _table(here, number)
        await _ask(here, await table.wired.members[0].type("games"))


async def _table(here: Party, number: int) -> Table:
    """Begin one more table, of players who have no other."""
    assert here.here is not None
    wired = replace(here.here, members=_pair(here, number))
    here.tables.append(table := await wired.table(TWO[number % len(TWO)], channel=_place(here, number)))
    return table


def _place(here: Party, number: int) -> int:
    """Return the channel of a table: they have as many each."""
    return here.discord.served[number % len(here.discord.served)]


def _pair(here: Party, number: int) -> list[Member]:
    """Return the two who play at a table: nobody presses faster than people do."""
    return [Member(here.discord, 2001 + 2 * number + n, f"Ana {number}-{n}") for n in range(2)]


async def play_steadily(here: Party, size: Size, players: Players) -> None:
    """Move at all tables at a steady rate of presses; another table begins if a game is over."""
    playing = [asyncio.create_task(_play_on(here, table, players)) for table in [*here.tables]]
    began = monotonic()
    for number in range(int(size.a_second * size.seconds)):
        await asyncio.sleep(max(0.0, began + number / size.a_second - monotonic()))
        if players.permits.qsize() < size.a_second:  # people press no more for having waited
            players.permits.put_nowait(None)
    for each in playing:
        each.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    players.gave_up = [why for why in ended if why and not isinstance(why, asyncio.CancelledError)]


async def _play_on(here: Party, table: Table, players: Players) -> None:
    """Play at a table, then at another of other players, and so on."""
    while True:
        await _play(here, table, players)
        number = next(players.numbers)
        async with players.doors[_place(here, number)]:
            table = await _table(here, number)


async def _play(here: Party, table: Table, players: Players) -> None:
    """Play at a table to the end of its game, a press for each permit."""
    while not table.over:
        turn = _turn(table)
        if turn is None:
            await here.discord.wait_for_news_in(table.place)
            continue
        before = _asks(turn)
        mover = next(m for m in table.wired.members if turn["content"].startswith(f"**<@{m.id}>, "))
        await players.permits.get()
        shown = await (await _ask(here, await mover.do(turn, Purpose.HAND))).answer()
        while leads := [control for control in controls(shown) if control.purpose in LEADS]:
            moves = [control for control in leads if control.purpose in MOVES]
            await players.permits.get()
            control, asked = await mover.choose(shown, here.rng.choice(moves or leads), here.rng)
            if control.purpose in MOVES:
                here.moves[asked.id] = asked
            shown = await (await _ask(here, asked)).answer()
            if control.purpose in MOVES and not any(each.purpose is Purpose.SURE for each in controls(shown)):
                break
        moved = monotonic()
        while _asks(_turn(table)) == before and not table.over:
            await here.discord.wait_for_news_in(table.place)
        players.waited.append(monotonic() - moved)


def _turn(table: Table) -> Payload | None:
    """Return the newest message that asks for a move, looked for among the newest of its place."""
    for message in table.messages[:-4:-1]:
        if any(control.purpose is Purpose.TEXT for control in controls(message)):
            return message
    return None


def _asks(turn: Payload | None) -> tuple[str, str] | None:
    """Return what a message asks; it stays the same message where its player has drawn and moves once more."""
    return None if turn is None else (turn["id"], turn["content"])


async def _burst(here: Party, size: Size) -> None:
    """Press and type for everybody at once."""
    for number in range(size.at_once):
        table = here.tables[-1 - number % size.tables]
        member = table.wired.members[number // size.tables % 2]
        turn = _turn(table)
        if turn is None or number % 4 == 0:
            asked = await member.type(LOOKS[number // 4 % len(LOOKS)], channel=table.place)
        else:
            asked = await member.do(turn, Purpose.HAND)
        await _ask(here, asked)


async def _flood(here: Party, size: Size) -> tuple[float, float, int]:
    """Measure a hand alone and while one person asks for boards without end, and how many they asked for."""
    quiet = await _hands(here, size.flood)
    mallory, asked = Member(here.discord, 6666, "Mallory"), list[Asked]()

    async def ask() -> None:
        while True:
            table = here.tables[len(asked) % len(here.tables)]
            asked.append(await mallory.type("board", channel=table.place))
            await asyncio.sleep(1 / size.a_second)

    flooding = asyncio.create_task(ask())
    busy = await _hands(here, size.flood)
    flooding.cancel()
    await wait_for_answers(asked)
    return quiet, busy, len(asked)


async def _hands(here: Party, seconds: float) -> float:
    """Return the usual milliseconds of a hand."""
    took, last = list[float](), monotonic() + seconds
    while monotonic() < last:
        table = here.rng.choice(here.tables)
        if (turn := _turn(table)) is not None:
            await wait_for_answers([asked := await table.mover.do(turn, Purpose.HAND)])
            took.append(1000 * asked.took)
        await asyncio.sleep(LOOK)
    return median(took or [0.0])
