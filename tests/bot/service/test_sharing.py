"""Several processes on one PostgreSQL: who serves which servers, and what each hears of the others."""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import psycopg
import pytest

from bot.cluster.node import ClusterNode
from bot.cluster.shard_leases import LeaseChange, ShardLeases
from bot.service import Service
from bot.service.statistics import GameScores, StoredTable
from bot.store import DatabaseInUse, DatabaseRefused, ShardClaim, Share, Store, Transaction
from bot.store.engine import read_url
from bot.store.notifications import News
from bot.store.restore import RESTORED
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY
from bot.table.refusals import Busy, Elsewhere, Refusal
from bot.table.rules import lobby, ready
from engine.games import GAMES as REAL
from tests.bot.games import GAMES
from tests.bot.players import Player
from tests.bot.postgres import Server, fresh_database
from tests.bot.service.test_statistics import rows as scored
from tests.bot.service.test_statistics import sprint
from tests.bot.tools import ANA, BEN, FixedClock, new_table, running_table, started_table

AUTO = ShardClaim(4)
SERVERS = [(shard << 22) + 5 for shard in range(4)]
"""A server of each shard of four."""


@pytest.fixture
def address(postgres: Server) -> str:
    return fresh_database(postgres)


class Process:
    """What one process has of the others: its store, its leases and what became of them."""

    def __init__(self, store: Store, claim: ShardClaim, clock: FixedClock) -> None:
        self.store = store
        self.leases = ShardLeases(store, claim)
        self.service = Service.of(store, GAMES, clock, renew_leases=self.leases.renew_leases)
        self.told: list[LeaseChange] = []
        self.leases.watch(self._note_change)

    async def _note_change(self, change: LeaseChange) -> None:
        self.told.append(change)
        if change.taken_shards:
            await self.service.absence.note_taken_shards(change.taken_shards)

    async def renew_shards(self) -> set[int]:
        await self.leases.renew_leases()
        return {*self.leases.held_shards}


Begin = Callable[..., Awaitable[Process]]


@asynccontextmanager
async def processes(address: str) -> AsyncIterator[Begin]:
    begun = list[Process]()

    async def begin(claim: ShardClaim = AUTO, clock: FixedClock | None = None) -> Process:
        begun.append(Process(await Store.open(address, claim=claim), claim, clock or now()))
        return begun[-1]

    yield begin
    for process in begun:
        await process.store.close()


@pytest.fixture
async def begin(address: str) -> AsyncIterator[Begin]:
    async with processes(address) as made:
        yield made


def now() -> FixedClock:
    """Return a clock that stands at the database's time, which leases follow."""
    clock = FixedClock()
    clock.time = int(time.time())
    return clock


def execute(address: str, statement: str) -> None:
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(statement.encode())


def rows(address: str, query: str) -> list[Any]:
    with psycopg.connect(address, autocommit=True) as session:
        return session.execute(query.encode()).fetchall()


def test_each_server_belongs_to_one_shard_and_private_messages_to_the_first() -> None:
    parts = [Share(4, frozenset({shard})) for shard in range(4)]
    for shard, server in enumerate(SERVERS):
        assert [part.holds(server) for part in parts] == [part is parts[shard] for part in parts]
    assert [part.holds(None) for part in parts] == [True, False, False, False]
    assert all(Share().holds(server) for server in (0, None, *SERVERS))


async def test_one_process_takes_all_and_gives_a_fair_share_to_the_next(begin: Begin) -> None:
    one = await begin()
    assert await one.renew_shards() == {0, 1, 2, 3}
    two = await begin()
    assert await two.renew_shards() == set()
    assert await one.renew_shards() == {0, 1}
    assert one.told[-1].lost_shards == {2, 3}
    assert await two.renew_shards() == {2, 3}
    assert two.store.share == Share(4, frozenset({2, 3}))


@pytest.mark.long
async def test_what_is_given_back_at_the_end_is_taken_at_once(begin: Begin) -> None:
    one, two = await begin(), await begin()
    assert (await one.renew_shards(), await two.renew_shards()) == ({0, 1}, {2, 3})
    await one.leases.close()
    assert not one.store.share.shards
    await one.store.close()
    assert await two.renew_shards() == {0, 1, 2, 3}


async def test_a_lease_that_was_not_renewed_is_anothers_and_the_first_lets_go(begin: Begin, address: str) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards(), await two.renew_shards()
    execute(address, "UPDATE leases SET until = 1 WHERE shard = 0")
    execute(address, "UPDATE leases SET holder = 'another', session = 0, until = 1e12 WHERE shard = 1")
    assert await one.renew_shards() == {0}
    assert one.told[-1].lost_shards == {0, 1}
    assert one.told[-1].taken_shards == {0: 1.0}


async def test_nothing_is_served_once_a_lease_was_not_renewed_in_time(begin: Begin) -> None:
    one = await begin()
    await one.renew_shards()
    table = await started_table(one.service)
    await one.service.outbox.snapshot(table.id)
    assert await one.service.outbox.unshown_tables() == [table.id]
    one.store.serve(one.store.share, 0.0)  # as after 30 seconds
    assert one.store.share == Share(4, frozenset())
    assert await one.service.outbox.unshown_tables() == []
    with pytest.raises(Elsewhere):
        await one.service.outbox.snapshot(table.id)
    await one.renew_shards()
    assert await one.service.outbox.unshown_tables() == [table.id]


@pytest.mark.long
async def test_a_process_that_is_gone_loses_its_leases_with_its_session(begin: Begin, address: str) -> None:
    one, two = await begin(), await begin()
    assert (await one.renew_shards(), await two.renew_shards()) == ({0, 1}, {2, 3})
    execute(address, f"SELECT pg_terminate_backend({one.store.session})")
    assert await two.renew_shards() == {2, 3}  # it may have lost its session alone, and comes back
    execute(address, "UPDATE leases SET until = until - 21 WHERE shard < 2")
    assert await two.renew_shards() == {0, 1, 2, 3}


async def test_the_servers_of_a_process_that_stands_still_go_to_the_others(
    begin: Begin, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await begin(), await begin()
    assert (await one.renew_shards(), await two.renew_shards()) == ({0, 1}, {2, 3})
    execute(address, "UPDATE leases SET until = 1 WHERE shard < 2")
    assert await two.renew_shards() == {2, 3}  # a moment ago it was there, and takes them back
    monkeypatch.setattr("bot.store.leases.IDLE_TIMEOUT", 0)  # as after two minutes
    assert await two.renew_shards() == {0, 1, 2, 3}
    monkeypatch.undo()
    assert await one.renew_shards() == set()
    assert (await two.renew_shards(), await one.renew_shards()) == ({0, 1}, {2, 3})


@pytest.mark.long
async def test_after_a_restart_of_the_server_each_process_keeps_what_it_has(begin: Begin, address: str) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards(), await two.renew_shards()
    execute(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    execute(address, "UPDATE leases SET until = 1")  # it took longer than a lease lives
    for process in (one, two):
        await process.store.keep_lock()
    assert (await two.renew_shards(), await one.renew_shards()) == ({2, 3}, {0, 1})
    with pytest.raises(DatabaseInUse):
        await Store.open(address)


@pytest.mark.long
async def test_a_process_with_shards_of_its_own_takes_these_alone(begin: Begin) -> None:
    one, two = await begin(ShardClaim(4, frozenset({0}))), await begin(ShardClaim(4, frozenset({0, 3})))
    assert (await one.renew_shards(), await two.renew_shards()) == ({0}, {3})
    await one.leases.close()
    assert await two.renew_shards() == {0, 3}


@pytest.mark.long
async def test_servers_are_shared_out_in_one_way(begin: Begin) -> None:
    one, two = await begin(), await begin(ShardClaim(8))
    await one.renew_shards()
    with pytest.raises(DatabaseRefused, match=r"^Other processes use another number of shards"):
        await two.renew_shards()
    await one.leases.close()
    assert len(await two.renew_shards()) == 4  # both run, so that is its fair share


@pytest.mark.long
async def test_one_that_serves_all_alone_and_those_that_share_keep_each_other_out(
    begin: Begin, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = await Store.open(address)
    monkeypatch.setattr("bot.store.lock.MIGRATION_TIMEOUT", 1.0)
    with pytest.raises(DatabaseInUse):
        await begin()
    await alone.close()
    await begin()
    with pytest.raises(DatabaseInUse):
        await Store.open(address)


async def test_sqlite_has_one_process(tmp_path: Any) -> None:
    with pytest.raises(
        DatabaseRefused, match=r"^SHARDS needs PostgreSQL: with SQLite one process serves all servers\.$"
    ):
        await Store.open(f"sqlite:///{tmp_path / 'boneyard.db'}", claim=AUTO)


async def test_each_process_finds_what_waits_on_its_own_servers_alone(begin: Begin) -> None:
    one, two = await begin(), await begin()
    assert (await one.renew_shards(), await two.renew_shards()) == ({0, 1}, {2, 3})
    tables = [await new_table(one.service, ANA, guild=server) for server in SERVERS]
    ids = [table.id for table in tables]
    assert await one.service.outbox.unshown_tables() == ids[:2]
    assert await two.service.outbox.unshown_tables() == ids[2:]
    assert await two.service.outbox.open_guilds() == SERVERS[2:]
    watched = list[int]()
    two.service.repository.watch(watched.append)
    again = [await new_table(two.service, ANA, guild=server) for server in SERVERS]
    assert watched == [table.id for table in again[2:]]
    for process, own in ((one, {*ids[:2]}), (two, {*ids[2:]})):
        for table in ids:
            if table in own:
                await process.service.outbox.snapshot(table)
            else:
                with pytest.raises(Elsewhere):
                    await process.service.outbox.snapshot(table)


async def test_what_another_process_commits_is_heard_and_ones_own_is_not(begin: Begin) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards(), await two.renew_shards()
    heard, listening = asyncio.Queue[tuple[int, int]](), asyncio.Event()
    news = one.store.news(lambda table, guild: heard.put_nowait((table, guild)), listening.set, listening.set)
    assert news is not None
    news.start()
    async with asyncio.timeout(20):
        await listening.wait()
        own = await new_table(one.service, ANA, guild=SERVERS[0])
        other = await new_table(two.service, ANA, guild=SERVERS[1])
        assert await heard.get() == (other.id, SERVERS[1])
        assert own.id != other.id
        assert heard.empty()
        listening.clear()
        await two.leases.close()
        await listening.wait()  # others learn at once that there is something to be taken
    await news.close()


async def test_a_user_who_is_deleted_by_one_process_is_in_no_others_memory(begin: Begin) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards(), await two.renew_shards()
    rung, part = asyncio.Queue[None](), Mock(drop=AsyncMock())
    loop = Mock(ring=lambda: rung.put_nowait(None))
    upkeep = Mock(missed=[loop])
    ties = ClusterNode(two.store, two.leases, two.service, part, part, part, part, part, upkeep)
    ties.start()
    async with asyncio.timeout(20):
        await rung.get()
        table = await new_table(two.service, ANA, BEN, guild=SERVERS[2])
        await two.service.tables.do(table.id, ANA.cause(), lobby.close)
        await one.service.people.forget(BEN.user)
        while BEN.name in [person.name for person in (await two.service.tables.table(table.id, ANY)).seats]:
            await rung.get()
    await ties.close()


@pytest.mark.long
async def test_listening_begins_again_after_a_restart_of_the_server(
    begin: Begin, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.notifications.RETRY_DELAY", 0.0)
    one = await begin()
    listening = asyncio.Queue[None]()
    news = one.store.news(lambda *_: None, lambda: None, lambda: listening.put_nowait(None))
    assert news is not None
    news.start()
    async with asyncio.timeout(20):
        await listening.get()
        execute(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await listening.get()
    await news.close()


class Firewall:
    """Stands before a server's socket, and can forget the connections that go through it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._kept: list[StreamWriter] = []

    async def stand(self, folder: Path) -> str:
        """Let connections through at an address of its own; return that."""
        await asyncio.start_unix_server(self._through, folder / ".s.PGSQL.5432")
        return self._server.address("boneyard").replace(str(self._server.folder), str(folder))

    def forget(self) -> None:
        """Let nothing more through to those who are connected, and tell nobody."""
        self._kept.clear()

    async def _through(self, reader: StreamReader, writer: StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._server.folder / ".s.PGSQL.5432")
        self._kept.append(writer)

        async def pass_on(source: StreamReader, target: StreamWriter) -> None:
            while said := await source.read(1 << 16):
                if writer in self._kept:
                    target.write(said)
            target.close()

        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))


@pytest.mark.long
async def test_a_connection_that_a_firewall_has_forgotten_is_made_again(
    begin: Begin, postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RETRY_DELAY", "CHECK_INTERVAL", "ANSWER_TIMEOUT"):
        monkeypatch.setattr(f"bot.store.notifications.{name}", 0.2)
    one, firewall, listening = await begin(), Firewall(postgres), asyncio.Queue[None]()
    heard = asyncio.Queue[int]()
    url = read_url(await firewall.stand(tmp_path))
    news = News(url, lambda: 0, lambda table, _: heard.put_nowait(table), Mock(), lambda: listening.put_nowait(None))
    news.start()
    async with asyncio.timeout(40):  # the driver takes its time to give a connection up
        await listening.get()
        firewall.forget()
        await listening.get()
        table = await new_table(one.service, ANA, guild=SERVERS[0])
        assert await heard.get() == table.id
    await news.close()


async def test_a_shard_without_a_process_gets_its_time_back_and_no_other(begin: Begin, address: str) -> None:
    clock, other = now(), now()
    other.time = clock.time
    one = await begin(ShardClaim(4, frozenset({0})), other)
    two = await begin(ShardClaim(4, frozenset({1})), clock)
    await one.renew_shards(), await two.renew_shards()
    await one.service.absence.begin(), await two.service.absence.begin()
    tables = [await new_table(one.service, ANA, guild=server) for server in SERVERS]
    execute(address, f"UPDATE leases SET until = {clock.time}")
    clock.time += HOUR
    execute(address, f"UPDATE leases SET until = {clock.time} WHERE shard = 0")
    await two.renew_shards()
    missed = [two.service.absence.missed_spans(table) for table in tables]
    assert missed == [[], [(clock.time - HOUR, clock.time)], [], []]
    await one.service.absence.beat()
    assert [one.service.absence.missed_spans(table) for table in tables] == missed
    assert rows(address, "SELECT count(*) FROM meta WHERE key = 'absence'") == [(1,)]


@pytest.mark.long
async def test_a_process_that_stood_still_asks_for_its_leases_before_anything_is_due(
    begin: Begin, address: str
) -> None:
    clock = now()
    one = await begin(AUTO, clock)
    await one.renew_shards()
    await one.service.absence.begin()
    await one.service.absence.beat()
    table = await new_table(one.service, ANA, guild=SERVERS[1])
    execute(address, f"UPDATE leases SET until = {clock.time}")
    clock.time += HOUR
    await one.service.absence.check_for_gap()
    assert one.told[-1].lost_shards == {0, 1, 2, 3}
    assert one.service.absence.missed_spans(await one.service.tables.table(table.id, ANY)) == [
        (clock.time - HOUR, clock.time)
    ]


async def test_one_connection_of_all_processes_introduces_itself_at_a_time(begin: Begin, address: str) -> None:
    stores = [(await begin()).store for _ in range(2)]

    async def identify(group: int = 0) -> list[float]:
        return await asyncio.gather(
            *(store.run(lambda tx: tx.leases.reserve_identify(group, 60)) for store in stores * 3)
        )

    waits = await identify()
    assert waits.count(0.0) == 1
    assert all(0 < wait <= 60 for wait in await identify())
    assert (await identify(group=1)).count(0.0) == 1  # very large bots may do several at a time
    execute(address, "UPDATE meta SET value = (value::float - 60)::text WHERE key = 'identify 0'")
    assert (await identify()).count(0.0) == 1
    execute(address, "UPDATE meta SET value = (value::float + 9000)::text WHERE key = 'identify 0'")
    assert (await identify()).count(0.0) == 1


async def test_of_processes_that_begin_on_a_restored_copy_one_lets_games_rest_and_doubts_what_is_shown(
    begin: Begin, address: str
) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards()
    table = (await running_table(one.service, ANA, BEN)).id
    await one.store.remember(RESTORED, f"{int(time.time())} {int(time.time())}")
    waits, reached = asyncio.Event(), asyncio.Event()
    change = two.service.repository.change

    async def late(*given: Any) -> Any:
        reached.set()
        await waits.wait()
        return await change(*given)

    with patch.object(two.service.repository, "change", late):
        second = asyncio.create_task(two.service.restored.begin())
        await reached.wait()  # it has read the mark, and stands still
        assert await one.service.restored.begin() == 1
        await one.service.restored.apply_search(table, 0, later_deal_found=False, announced=None)
        await one.store.run(lambda tx: tx.tables.mark_shown(table, 10**6))
        waits.set()
        await second
    assert rows(address, "SELECT count(*) FROM steps WHERE kind = 'restored'") == [(2,)]  # it rests, and goes on
    assert rows(address, "SELECT min(shown_seq) FROM tables") == [(10**6,)]
    assert await one.store.recall(RESTORED) is None


async def test_what_a_process_has_locked_that_stands_still_is_free_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await begin()
    monkeypatch.setattr("bot.store.engine.IDLE_TIMEOUT", 0.2)
    two = await begin()
    table = await new_table(one.service, ANA, guild=SERVERS[0])
    locked, wakes = asyncio.Event(), asyncio.Event()

    async def lock_and_wait(tx: Transaction) -> None:
        await tx.tables.table(table.id, lock=True)
        locked.set()
        await wakes.wait()
        await tx.meta.remember("late", "word")

    stands_still = asyncio.create_task(two.store.run(lock_and_wait))
    await locked.wait()
    await Player(one.service, table.id, BEN).joins()
    wakes.set()
    with pytest.raises(Busy):
        await stands_still
    assert await two.store.recall("late") is None


async def test_scores_that_are_counted_again_bring_back_no_user_whom_another_process_has_deleted(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await begin(), await begin()
    await one.renew_shards()
    mine, other = (Service.of(each.store, REAL, FixedClock(), default_timing=Timing(Preset.DAY)) for each in (one, two))
    over = await sprint(mine, 1, ANA, BEN)
    assert [row.user for row in await scored(mine, over.id)] == [ANA.user, BEN.user]
    replayed = mine.statistics.replay_scores

    async def meanwhile(stored: StoredTable) -> GameScores:
        counted = await replayed(stored)
        await other.people.forget(BEN.user)
        return counted

    monkeypatch.setattr(mine.statistics, "replay_scores", meanwhile)
    await mine.statistics.recount()
    assert [row.user for row in await scored(mine, over.id)] == [ANA.user, None]


async def test_a_block_that_one_process_stores_keeps_people_apart_at_a_table_of_another_at_once(begin: Begin) -> None:
    clock = now()
    one, two = await begin(clock=clock), await begin(clock=clock)
    for _ in range(3):
        await one.renew_shards()
        await two.renew_shards()
    server = next(server for server in SERVERS if two.store.share.holds(server))
    table = await new_table(two.service, ANA, guild=server)
    assert await two.service.blocks.find_admitting(BEN.cause(), [table]) == [table]
    await one.service.blocks.add(ANA.user, BEN.user)
    assert not await two.service.blocks.find_admitting(BEN.cause(), [table])
    with pytest.raises(Refusal, match="You can't join this table"):
        await two.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    await one.service.people.forget(BEN.user)
    with pytest.raises(Refusal, match="You can't join this table"):
        await two.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
