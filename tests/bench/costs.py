"""What the parts of the bot cost among many real tables: processor time of its own process, and of its database."""

from __future__ import annotations

import asyncio
import os
import tracemalloc
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryFile
from time import perf_counter, process_time

import discord
from sqlalchemy import event, text

from bot.config import Config
from bot.desk import play as at_desk
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.parts import Parts
from bot.pictures.drawings import draw_board
from bot.service.repository import CACHED_TABLES
from bot.store import Store, Transaction
from bot.store.notifications import CHANNEL as CHANNEL_OF_NEWS
from bot.store.notifications import News
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Timing
from bot.table.limits import Limits
from bot.table.log.model import ANY, Cause, Person, Table
from bot.table.rules import play, ready
from bot.talk.words import Texts
from engine.game import DEALER
from engine.games import GAMES
from renderers import RENDERERS
from tests.bench.measure import timed_async
from tests.bench.tables import NoDiscord, fill
from tests.bot.inside import connection_of, engine_of
from tests.bot.postgres import Server
from tests.bot.tools import CHANNEL, GUILD, FixedClock
from tests.day.scenes import options_of
from tests.wire.payloads import TEXT_CHANNEL, Payload, guild

PEOPLE = [Person(9 * 10**17 + seat, f"P{seat}") for seat in range(4)]
CHANNELS, ROLES = 30, 20
"""Of a usual server."""
STEPS_HEARD = 300
WARM_UP = 2
"""Moves of each game that are not measured: what they load stays."""


@dataclass
class Costs:
    """Milliseconds of processor time, one value for each time that it was done."""

    tables: int
    hand: list[float] = field(default_factory=list)
    """A press that opens a hand, at a table in memory."""
    act: list[float] = field(default_factory=list)
    """A press that makes a move, to its answer."""
    fetch: list[float] = field(default_factory=list)
    """What a press costs more where its table is not in memory."""
    show: dict[str, list[float]] = field(default_factory=dict)
    """Showing a turn, with its picture, by game."""
    picture: dict[str, list[float]] = field(default_factory=dict)
    """The picture alone."""
    deadline: list[float] = field(default_factory=list)
    requests: float = 0.0
    """Messages sent and edited for each shown turn."""
    transactions: float = 0.0
    """Of a move: the hand, the move, and the turn that is shown."""
    server: float = 0.0
    """Milliseconds of the database server's for a move; SQLite's are in those of the bot."""
    kept: float = 0.0
    """KiB of a table in memory."""
    stored: float = 0.0
    """KiB of a table in the database."""
    start: float = 0.0
    """Seconds of processor time until the bot would connect."""
    heard: float = 0.0
    """Milliseconds for which a process hears of another one's step."""
    sync: float = 0.0
    """Milliseconds until this disk has written something down."""

    @property
    def shown_turn(self) -> float:
        """Milliseconds of a shown turn without its picture, over all games alike."""
        return mean(mean(self.show[key]) - mean(self.picture[key]) for key in self.show)

    @property
    def all_pictures(self) -> list[float]:
        """Milliseconds of pictures of all games, each as often."""
        fewest = min(map(len, self.picture.values()))
        return [one for each in self.picture.values() for one in each[:fewest]]


class Counted(NoDiscord):
    """Takes every letter and counts them."""

    taken = 0

    async def send(self, place: int, letter: object, nonce: str) -> int:
        self.taken += 1
        return next(self.ids)

    async def edit(self, place: int, message: int, letter: object) -> None:
        self.taken += 1


@dataclass
class Shell:
    """The bot without Discord on any database."""

    store: Store
    parts: Parts
    clock: FixedClock
    mailbox: Counted
    commits: int = 0


@asynccontextmanager
async def shell(address: str) -> AsyncIterator[Shell]:
    """Open a database as the bot does."""
    store, clock, mailbox = await Store.open(address), FixedClock(), Counted()
    limits = Limits(tables_a_person=10**6, own_tables=10**6, tables_an_hour=10**6, tables_a_channel=10**6)
    parts = Parts.of(store, clock, GAMES, RENDERERS, Texts(), mailbox, Config(limits=limits))
    here = Shell(store, parts, clock, mailbox)

    def count_commit(_: object) -> None:
        here.commits += 1

    event.listen(engine_of(store).sync_engine, "commit", count_commit)
    yield here
    await parts.close()
    await store.close()


async def measure(address: str, tables: int, moves: int, server: Server | None = None) -> Costs:
    """Measure all parts among `tables` tables, each game `moves` moves long."""
    costs = Costs(tables, sync=_sync())
    async with shell(address) as here:
        empty = await _size(here.store)
        await here.store.run(lambda tx: _fill(tx, tables))
        costs.stored = (await _size(here.store) - empty) / tables / 1024
        await _measure_fetches(here, costs, 4 * moves)
        await _measure_games(here, costs, moves, server)
        await _deadlines(here, costs)
        costs.kept = await _memory_of_tables(here, min(tables, CACHED_TABLES - 6))
        if server:
            costs.heard = await _measure_hearing(here.store)
    costs.start = await timed_async(lambda: _measure_start(address)) / 1000
    return costs


async def _measure_hearing(store: Store) -> float:
    """Milliseconds for each of many steps of other processes, from the moment on at which the server tells them."""
    heard, all_heard, listening = count(1), asyncio.Event(), asyncio.Event()

    def hear(*_: int) -> None:
        if next(heard) == STEPS_HEARD:
            all_heard.set()

    news = News(engine_of(store).url, lambda: 0, hear, _nothing, listening.set)
    news.start()
    await listening.wait()
    told = f"DO $$ BEGIN FOR n IN 1..{STEPS_HEARD} LOOP PERFORM pg_notify('{CHANNEL_OF_NEWS}', '1 ' || n || ' 5'); "
    before = process_time()
    async with engine_of(store).connect() as connection:
        alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await alone.exec_driver_sql(told + "COMMIT; PERFORM pg_sleep(0.002); END LOOP; END $$")
    await all_heard.wait()
    spent = process_time() - before
    await news.close()
    return 1000 * spent / STEPS_HEARD


def _nothing() -> None: ...


async def _fill(tx: Transaction, tables: int) -> None:
    """Fill the database, ten tables on a server, each in a channel of its own."""
    await fill(tx, tables)
    await connection_of(tx).execute(text("UPDATE tables SET channel = channel + id, guild = guild + ((id / 10) << 22)"))
    await tx.tables.skip_ids()  # PostgreSQL has not seen the ids that were filled in


async def _measure_start(address: str) -> None:
    async with shell(address) as here:
        await here.parts.service.absence.begin()
        await here.parts.reconciler.resume()
        await here.parts.reconciler.wait_idle()


async def _measure_fetches(here: Shell, costs: Costs, times: int) -> None:
    """Look at tables that are in memory and at some that are not."""
    service = here.parts.service
    for table in Random(1).sample(range(1, costs.tables + 1), min(times, costs.tables)):
        service.repository.uncache(table)
        cold, warm = [await timed_async(lambda table=table: service.tables.observe(table, None)) for _ in range(2)]  # type: ignore[misc]  # its default
        costs.fetch.append(max(0.0, cold - warm))


async def _measure_games(here: Shell, costs: Costs, moves: int, server: Server | None) -> None:
    """Play each game for `moves` moves: the hand, the move, the turn that is shown."""
    turns = commits = taken = 0
    began, first = _cpu_of_server(server) if server else 0.0, here.commits
    for key in GAMES:
        costs.show[key], costs.picture[key] = [], []
        table = await _open_table(here, key)
        for number in range(moves + WARM_UP):
            table = await _deal_again(here, table)
            before, sent = here.commits, here.mailbox.taken
            hand, act, show = await _move(here, table)
            turns, commits = turns + 1, commits + here.commits - before
            taken += here.mailbox.taken - sent
            if number >= WARM_UP:
                costs.hand.append(hand)
                costs.act.append(act)
                costs.show[key].append(show)
                costs.picture[key].append(await _measure_picture(here, table))
    costs.requests, costs.transactions = taken / turns, commits / turns
    if server:
        ours = commits / (here.commits - first)  # the others only look at what there is to measure
        costs.server = 1000 * (_cpu_of_server(server) - began) * ours / turns


async def _open_table(here: Shell, game: str) -> Table:
    tables, seats = here.parts.service.tables, min(GAMES[game].seats)
    host, *others = PEOPLE[:seats]
    timing = Timing(Preset.SPRINT, Hours())
    table = await tables.new(game, host.cause(), host, GUILD, CHANNEL, preset=options_of(game), timing=timing)
    for person in others:
        await tables.do(table.id, person.cause(), ready.join, person)
    return await tables.do(table.id, Cause(host.user), ready.start, host.user)


async def _deal_again(here: Shell, table: Table) -> Table:
    """Return a table where a player is to move: a new one where the game is over."""
    tables, key = here.parts.service.tables, table.game
    table = await tables.table(table.id, ANY)
    while table.mover is None:
        if table.to_act != DEALER:
            table = await _open_table(here, key)
        await here.parts.channel.show(table.id)
        table = await tables.table(table.id, ANY)
    return table


async def _move(here: Shell, table: Table) -> tuple[float, float, float]:
    """Open a hand, make a move, show the turn; return what each took."""
    question = await here.parts.service.tables.read(table.id, play.question_now)
    assert question
    assert table.mover is not None
    caller = Caller(table.mover, "en", next(_interactions), table.guild, table.channel)
    ask = Ask(here.parts.desk.tools, caller, table.position_seq, question.at_deadline, table_or_none=table)
    hand = await timed_async(lambda: at_desk.hand(ask))
    act = await timed_async(lambda: at_desk.act_confirmed(ask))
    return hand, act, await timed_async(lambda: here.parts.channel.show(table.id))


_interactions = count(1)


async def _measure_picture(here: Shell, table: Table) -> float:
    """Draw the board that was just shown once more."""
    seen = await here.parts.service.tables.observe(table.id, None)
    layout = await here.parts.painter.layout(seen)
    return await timed_async(lambda: here.parts.painter.draw(draw_board, seen, layout, "en"))


async def _deadlines(here: Shell, costs: Costs) -> None:
    """Let the turns of what was played end."""
    clockwork = here.parts.service.clockwork
    here.clock.time += DAY
    for table in await clockwork.find_due():
        costs.deadline.append(await timed_async(lambda table=table: clockwork.tick(table)))  # type: ignore[misc]  # its default


async def _memory_of_tables(here: Shell, tables: int) -> float:
    """KiB that each table takes in memory."""
    here.parts.service.repository.uncache()
    tracemalloc.start()
    for table in range(1, tables + 1):
        await here.parts.service.tables.observe(table, None)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return kept / tables / 1024


async def _size(store: Store) -> int:
    """Bytes of the database."""
    how = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    if store.file is None:
        how = "SELECT pg_database_size(current_database())"
    return int(await store.run(lambda tx: connection_of(tx).scalar(text(how))) or 0)


def _cpu_of_server(server: Server) -> float:
    """Seconds of processor time that a database server has used, with its sessions that ended."""
    head = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    parents = {child: _stat(child) for child in _processes()}
    ours = [told for child, told in parents.items() if child == head or (told and told[1] == str(head))]
    ticks = sum(sum(map(int, told[11:15])) for told in ours)
    return ticks / os.sysconf("SC_CLK_TCK")


def _processes() -> Sequence[int]:
    return [int(name.name) for name in Path("/proc").iterdir() if name.name.isdigit()]


def _stat(process: int) -> Sequence[str]:
    """Return what the machine tells of a process, from its state on; nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ()


def _sync() -> float:
    """Milliseconds until a page is on this disk."""
    took = list[float]()
    with TemporaryFile() as file:
        for _ in range(9):
            file.write(bytes(4096))
            file.flush()
            began = perf_counter()
            os.fsync(file.fileno())
            took.append(1000 * (perf_counter() - began))
    return sorted(took)[4]


def memory_of_guild() -> float:
    """KiB that a usual server takes in memory, as the library keeps it."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), max_messages=None)
    tracemalloc.start()
    kept = [discord.Guild(data=_usual_guild(number), state=client._connection) for number in range(1, 51)]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / len(kept) / 1024


def _usual_guild(number: int) -> discord.types.guild.Guild:
    """Return a server with channels and roles."""
    whole: Payload = guild()
    everyone: Mapping[str, object] = whole["roles"][0]
    whole["id"] = str(number)
    whole["roles"] = [{**everyone, "id": str(number + role), "name": f"Role {role}"} for role in range(ROLES)]
    whole["channels"] = [
        {**TEXT_CHANNEL, "id": str(1000 * number + n), "name": f"channel-{n}"} for n in range(CHANNELS)
    ]
    return whole  # type: ignore[return-value]  # as Discord sends it
