"""The database: who can read the file, one process at a time, whole migrations, and what is left after faults."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import structlog
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Engine, NullPool, create_engine, event, insert, inspect, select, text

from bot.service import Service
from bot.store import Conflict, DatabaseRefused, Store, Transaction
from bot.store.engine import connect, file_of, read_url
from bot.store.migrate import upgrade
from bot.store.schema import metadata, tables
from bot.table.limits import Limits
from bot.table.log.draft import new_row
from bot.table.log.fold import RULES_VERSION
from bot.table.log.model import ANY, Status
from bot.table.posts import Columns, LayoutRows, Notes, Post, PostKind
from bot.table.preferences import PersonRow
from bot.table.refusals import Busy, Damaged, StorageFull
from bot.table.server_settings import ServerRow
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.inside import engine_of
from tests.bot.tools import ANA, BEN, CHANNEL, DOT, EVE, GUILD, FixedClock, fork, play_on, play_to_end, running_table


@pytest.mark.parametrize("given", ["sqlite:///a.db", "sqlite+aiosqlite:///a.db"])
def test_an_sqlite_address_gets_our_driver(given: str) -> None:
    assert read_url(given).drivername == "sqlite+aiosqlite"


@pytest.mark.parametrize("given", ["postgresql://u@h/d", "postgres://u@h/d", "postgresql+psycopg://u@h/d"])
def test_a_postgresql_address_gets_our_driver(given: str) -> None:
    assert read_url(given).drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    ("given", "milliseconds"), [("postgresql://u@h/d", "10000"), ("postgresql://u@h/d?tcp_user_timeout=500", "500")]
)
def test_a_connection_is_given_up_if_nothing_that_is_sent_arrives(given: str, milliseconds: str) -> None:
    assert connect(read_url(given)).url.query["tcp_user_timeout"] == milliseconds


@pytest.mark.parametrize(
    "given", ["", "nonsense", "mysql://u@h/d", "sqlite://", "sqlite:///:memory:", "postgresql://u@h:x/d"]
)
def test_an_address_we_cannot_use_is_refused_in_a_sentence(given: str) -> None:
    with pytest.raises(DatabaseRefused, match=r"^DATABASE_URL .*\.$"):
        read_url(given)


async def test_a_file_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseRefused, match=r"cannot be opened: .*\.$"):
        await Store.open(f"sqlite:///{tmp_path}")
    with pytest.raises(DatabaseRefused, match=rf"names a folder that does not exist: {tmp_path}/file\.$"):
        await Store.open(f"sqlite:///{tmp_path}/file/boneyard.db")


async def test_a_server_that_does_not_answer_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused, match=r"^The database does not answer"):
        await Store.open(f"postgresql://nobody@/nothing?host={tmp_path}")


async def test_the_database_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    store = await Store.open(f"sqlite:///{file}")
    await store.remember("a", "b")
    for path in file.parent.glob("boneyard.db*"):
        if path.suffix != ".lock":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    await store.close()


async def test_sqlite_runs_with_the_settings_that_keep_what_was_acknowledged(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.store.connect", connect)  # other tests do not wait for the disk
    store = await Store.open(sqlite_address)
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
    async with engine_of(store).connect() as connection:
        found = [await connection.scalar(text(f"PRAGMA {name}")) for name in names]
    assert found == ["wal", 2, 1, 1, 5000]
    assert engine_of(store).pool.size() == 1  # type: ignore[attr-defined]  # a queue pool has one
    await store.close()


async def test_a_second_process_is_refused_until_the_first_ends(address: str) -> None:
    first = await Store.open(address)
    with pytest.raises(DatabaseRefused, match=r"^Another Boneyard already uses this database: stop it first\.$"):
        await Store.open(address)
    await first.close()
    await (await Store.open(address)).close()


def test_a_killed_process_leaves_no_lock_behind(sqlite_address: str) -> None:
    reader, writer = os.pipe()
    child = fork(lambda: asyncio.run(_hold(sqlite_address, writer)))
    try:
        assert os.read(reader, 4) == b"held"
        with pytest.raises(DatabaseRefused, match="Another Boneyard"):
            asyncio.run(_open_and_close(sqlite_address))
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    asyncio.run(_open_and_close(sqlite_address))


async def _hold(address: str, writer: int) -> None:
    store = await Store.open(address)
    os.write(writer, b"held")
    await asyncio.Event().wait()
    await store.close()


async def _open_and_close(address: str) -> None:
    await (await Store.open(address)).close()


async def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "boneyard.db").write_bytes(b"something else" * 1000)
    with pytest.raises(DatabaseRefused, match=r"^The database is damaged: restore a backup\.$"):
        await Store.open(f"sqlite:///{tmp_path / 'boneyard.db'}")


async def test_migrations_give_exactly_the_schema(store: Store) -> None:
    async with engine_of(store).connect() as connection:
        difference = await connection.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c, opts={"compare_type": True}), metadata)
        )
    assert difference == []


async def test_a_database_of_a_newer_program_is_refused_in_a_sentence(address: str) -> None:
    store = await Store.open(address)
    async with engine_of(store).begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = 'v9999'"))
    await store.close()
    with pytest.raises(DatabaseRefused, match=r"^A newer Boneyard wrote this database: update the program"):
        await Store.open(address)


async def test_a_database_of_before_the_baseline_is_refused_and_left_as_it_is(address: str) -> None:
    store = await Store.open(address)
    async with engine_of(store).begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0027'"))
    await store.close()
    before = await _content(address)
    with pytest.raises(
        DatabaseRefused, match=r"^A Boneyard from before version 0\.1\.0 wrote .* reads it is 807779c\.$"
    ):
        await Store.open(address)
    assert await _content(address) == before


async def _content(address: str) -> object:
    """Return the bytes of a SQLite file, or all rows of a PostgreSQL database."""
    if file := file_of(read_url(address)):
        return file.read_bytes()
    engine = connect(read_url(address))
    async with engine.connect() as connection:
        rows = [(await connection.execute(select(table))).all() for table in metadata.sorted_tables]
    await engine.dispose()
    return rows


@pytest.mark.parametrize("statement", [1, 2, 5, 8, 11])
def test_a_migration_that_is_killed_leaves_nothing_and_runs_again(bare_address: str, statement: int) -> None:
    url = read_url(bare_address)
    sync = create_engine(url if file_of(url) is None else url.set(drivername="sqlite"), poolclass=NullPool)
    _, status = os.waitpid(fork(lambda: _upgrade_killed_at(url, statement)), 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert inspect(sync).get_table_names() == []
    upgrade(url)
    assert set(inspect(sync).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_a_table_from_before_there_were_languages_is_english(bare_address: str) -> None:
    url = read_url(bare_address)
    sync = create_engine(url if file_of(url) is None else url.set(drivername="sqlite"), poolclass=NullPool)
    upgrade(url, "v2")
    row = new_row(CARDS_GAME, CARDS_GAME.options(), ANA, GUILD, CHANNEL, RULES_VERSION, 0)._asdict()
    older = {name: value for name, value in row.items() if name not in ("id", "language")}
    with sync.begin() as connection:
        connection.execute(insert(tables).values(older))
    upgrade(url)
    with sync.connect() as connection:
        assert connection.execute(select(tables.c.language)).scalar_one() == "en"


def _upgrade_killed_at(url: URL, statement: int) -> None:
    """Run the migrations, and kill this process after its n-th change."""
    changes = count(1)

    @event.listens_for(Engine, "after_cursor_execute")
    def _(_connection: object, _cursor: object, text: str, *_rest: object) -> None:
        if text.lstrip().startswith(("CREATE", "INSERT", "UPDATE")) and next(changes) == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    upgrade(url)


async def test_a_transaction_is_written_whole_or_not_at_all(store: Store) -> None:
    async def fails() -> None:
        async def work(tx: object) -> None:
            await tx.meta.remember("a", "1")  # type: ignore[attr-defined]  # a transaction
            raise RuntimeError

        with pytest.raises(RuntimeError):
            await store.run(work)

    await fails()
    assert await store.recall("a") is None
    await store.remember("a", "2")
    await store.remember("a", "3")
    assert await store.recall("a") == "3"


async def test_a_key_that_exists_is_a_conflict(service: Service) -> None:
    table = await running_table(service)
    with pytest.raises(Conflict):
        await service.store.run(lambda tx: tx.log.add_seed(table.id, 1, bytes(32), 0))


async def test_what_is_wanted_at_a_table_is_what_its_server_and_its_users_said(service: Service) -> None:
    table = await running_table(service)
    assert table.mover is not None
    others = [person.user for person in table.people if person != table.mover]
    mover, server = PersonRow(table.mover.user, private_hand=True), ServerRow(GUILD, (3, 4), calls=False)

    async def work(tx: Transaction) -> None:
        assert await tx.tables.read_preferences(table.id) == (None, None)
        assert await tx.people.players(table.id, EVE.user) == {}
        for row in (mover, PersonRow(others[0]), PersonRow(EVE.user, zone="UTC"), PersonRow(DOT.user)):
            await tx.people.save_person(row)
        await tx.servers.save_server(server)
        assert await tx.tables.read_preferences(table.id) == (server, mover)
        assert {*await tx.people.players(table.id, EVE.user)} == {mover.user, others[0], EVE.user}
        assert (await tx.people.players(table.id, EVE.user))[EVE.user].zone == "UTC"

    await service.store.run(work)


async def test_a_full_disk_is_one_sentence_and_nothing_is_lost(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    service = Service.of(store, GAMES, FixedClock(), limits=Limits(1000, own_tables=1000))
    table = await running_table(service, preset="long")

    async def limit(pages: int) -> None:
        async with engine_of(store).connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async def fill() -> None:
        for _ in range(1000):
            await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL)
            opened.append(1)

    await limit(1)  # SQLite makes it the present size
    opened: list[int] = []
    with structlog.testing.capture_logs() as logged:
        for _ in range(2):
            with pytest.raises(StorageFull, match=r"^My storage is full, so nothing has changed\."):
                await fill()
    assert [(line["log_level"], line["event"]) for line in logged] == [
        ("error", "the disk of the database is full: make space, nothing is lost")
    ]
    now = await service.tables.table(table.id, ANY)
    assert (await service.tables.observe(table.id, ANA.user)).table == now
    assert len(await service.listing.in_channel(CHANNEL)) == len(opened) + 1
    await limit(100_000)
    assert (await play_to_end(service, now)).status is Status.OVER
    await store.close()
    with sqlite3.connect(file_of(read_url(sqlite_address)) or "") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_thousand_cancelled_tasks_leave_a_database_that_works(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)

    async def write(n: int) -> None:
        await store.remember(f"key {n % 7}", str(n))

    for batch in range(10):
        tasks = [asyncio.create_task(write(n)) for n in range(20)]
        for _ in range(batch * 7):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await store.remember("last", "works")
    assert await store.recall("last") == "works"
    await store.close()


async def test_closing_finishes_what_is_under_way(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    task = asyncio.create_task(store.remember("a", "kept"))
    await asyncio.sleep(0)
    task.cancel()
    await store.close()
    store = await Store.open(sqlite_address)
    assert await store.recall("a") == "kept"
    await store.close()


async def test_a_closed_store_waits_for_what_follows_and_opens_no_connection_any_more(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)

    async def one_after_the_other() -> None:
        await store.remember("a", "first")
        await store.remember("b", "second")  # begun while the store closes

    following = asyncio.create_task(one_after_the_other())
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), following, return_exceptions=True)
    with pytest.raises(Busy):
        await store.recall("a")
    store = await Store.open(sqlite_address)
    assert await store.recall("a") == "first"
    await store.close()


async def test_posts_are_noted_once_and_found_again(service: Service) -> None:
    table = await running_table(service)
    asked = await asyncio.gather(*(service.outbox.store_intent(table.id, PostKind.TURN, 5, CHANNEL) for _ in range(10)))
    assert len(set(asked)) == 1
    post = asked[0]
    assert (post.table, post.kind, post.seq, post.channel, post.message, post.collapsed) == (
        (table.id, "turn", 5, CHANNEL, None, False)
    )
    sent: Columns = {"channel": CHANNEL, "message": 10**18, "fingerprint": "print"}
    await service.outbox.note(table.id, Notes([(post, sent), (post, {"collapsed": True})]))
    other = await service.outbox.store_intent(table.id, PostKind.DEAL, 5, CHANNEL)
    found, same = await posts(service, table.id)
    assert (found.message, found.collapsed, found.fingerprint, same) == (10**18, True, "print", other)
    again = await service.outbox.store_intent(
        table.id, PostKind.TURN, 5, CHANNEL, notes=Notes([(found, {"message": None, "generation": 1})])
    )
    assert (again.message, again.generation) == (None, 1)


async def test_a_post_that_became_another_message_is_not_changed_by_what_was_known_of_the_older(
    service: Service,
) -> None:
    table = await running_table(service)
    post = await service.outbox.store_intent(table.id, PostKind.TURN, 5, CHANNEL)
    sent: Columns = {"channel": CHANNEL, "message": 10**18, "fingerprint": "print"}
    await service.outbox.note(table.id, Notes([(post, sent)]))
    await service.outbox.move_table(table.id, CHANNEL + 1, threaded=False)
    await service.outbox.note(table.id, Notes([(post, sent)]))
    (found,) = await posts(service, table.id)
    assert (found.message, found.generation) == (None, 1)


async def test_messages_below_another_are_counted_by_table_and_channel(service: Service) -> None:
    table, other = await running_table(service), await running_table(service)
    for at, seq, channel in (table, 3, CHANNEL), (table, 6, CHANNEL), (table, 7, CHANNEL + 1), (other, 8, CHANNEL):
        post = await service.outbox.store_intent(at.id, PostKind.TURN, seq, channel)
        await service.outbox.note(at.id, Notes([(post, {"message": 10**18 + seq})]))
    await service.outbox.store_intent(table.id, PostKind.TURN, 9, CHANNEL)  # not sent yet
    below = [await service.outbox.count_below(table.id, CHANNEL, 10**18 + above) for above in (0, 3, 6)]
    assert below == [2, 1, 0]


async def test_the_two_newest_turns_and_the_first_of_a_deal_are_known_when_they_are_lines(service: Service) -> None:
    table = await running_table(service)
    for seq in (3, 6, 7, 8):
        post = await service.outbox.store_intent(table.id, PostKind.TURN, seq, CHANNEL)
        await service.outbox.note(table.id, Notes([(post, {"message": seq, "collapsed": True})]))
    intended = await service.outbox.store_intent(table.id, PostKind.TURN, 9, CHANNEL)
    assert [post.seq for post in await posts(service, table.id)] == [6, 7, 8, intended.seq]


async def test_where_tiles_lie_is_kept_as_it_was_first_written(service: Service) -> None:
    async def lay(start: int, *rows: tuple[float, ...]) -> None:
        await service.outbox.note(table.id, Notes(laid=[LayoutRows(1, start, rows)]))

    table = await running_table(service)
    first, second, third = (0.1, 2.0, 90.0), (1 / 3, -0.0), (5.5,)
    await asyncio.gather(*(lay(0, first, second) for _ in range(5)))
    await lay(1, (9.0,), third)  # another process saw only the first row
    assert await service.outbox.layout(table.id, 1) == (first, second, third)
    assert await service.outbox.layout(table.id, 2) == ()
    with pytest.raises(ValueError, match="gap"):
        await lay(4, (1.0,))


async def posts(service: Service, table: int) -> Sequence[Post]:
    return (await service.outbox.snapshot(table)).posts


async def test_a_table_is_to_be_shown_until_its_last_step_is(service: Service) -> None:
    table = await running_table(service)
    assert await service.outbox.unshown_tables() == [table.id]
    await service.outbox.mark_shown(table.id, table.seq)
    assert await service.outbox.unshown_tables() == []
    await service.outbox.mark_shown(table.id, table.seq - 1)
    assert (await service.tables.table(table.id, ANY)).shown_seq == table.seq
    table = await play_on(service, table)
    assert await service.outbox.unshown_tables() == [table.id]
    while table.round == 1 and table.to_act != -1:
        table = await play_on(service, table)
    await service.outbox.mark_shown(table.id, table.seq)
    assert await service.outbox.unshown_tables() == [table.id]  # a deal is due
    lobby = await service.tables.new("cards", BEN.cause(), BEN, GUILD, CHANNEL)
    assert await service.outbox.unshown_tables() == [table.id, lobby.id]


async def test_damage_is_found_and_only_that_table_rests(service: Service) -> None:
    """Change the database behind our back; tests/faults has random flips."""
    damaged, sound = await running_table(service), await running_table(service)
    async with engine_of(service.store).begin() as connection:
        await connection.execute(text(f"UPDATE steps SET at = at + 1 WHERE table_id = {damaged.id} AND seq = 2"))
    again = Service.of(service.store, GAMES, FixedClock())
    with pytest.raises(Damaged):
        await again.tables.observe(damaged.id, ANA.user)
    with pytest.raises(Damaged):
        await again.tables.act(damaged.id, ANA.cause(), ANA, None, "play 1")
    assert [table.id for table in await again.listing.open_tables_of(ANA.user)] == [sound.id]
    assert (await play_to_end(again, sound)).status is Status.OVER


async def test_what_sqlite_writes_while_it_cleans_lies_beside_the_database(tmp_path: Path) -> None:
    """SQLite deletes such a file as soon as it is open: what the process has open is looked at, in the midst of it."""
    file = tmp_path / "data" / "boneyard.db"
    file.parent.mkdir()
    store = await Store.open(f"sqlite:///{file}")
    for n in range(100):
        await store.remember(f"key {n}", "a seed " * 8000)
    opened = set[Path]()

    def list_files() -> None:
        for link in Path("/proc/self/fd").iterdir():
            with contextlib.suppress(OSError):
                opened.add(link.readlink())

    async with engine_of(store).connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        await raw.set_progress_handler(list_files, 100)
    await store.clean()
    await store.close()
    written = {path.parent for path in opened if path.name.startswith("etilqs_")}
    assert written == {file.parent}


LOOKS: Mapping[str, Callable[[Transaction], Awaitable[object]]] = {
    "what is not shown": lambda tx: tx.lists.unshown_tables(),
    "servers": lambda tx: tx.lists.open_guilds(),
    "a server": lambda tx: tx.lists.open_in(GUILD),
    "clocks": lambda tx: tx.lists.timed_tables(),
    "computer players": lambda tx: tx.lists.waiting_for_computers(),
    "lobbies": lambda tx: tx.lists.idle_lobbies(0),
    "a person's tables": lambda tx: tx.lists.tables_of(ANA.user),
    "a person's turns": lambda tx: tx.lists.turns_of(ANA.user, channel=CHANNEL),
    "a person's practice games": lambda tx: tx.lists.count_practice_since(ANA.user, 0),
    "how many of a person": lambda tx: tx.lists.count_tables_of(ANA.user),
    "how many in a channel": lambda tx: tx.lists.count_tables_in(CHANNEL),
    "a number": lambda tx: tx.lists.find_by_number(GUILD, 1),
    "a channel": lambda tx: tx.lists.tables_in(CHANNEL, ("lobby", "running")),
    "all of a channel": lambda tx: tx.lists.tables_in(CHANNEL, ("lobby", "running", "over", "closed")),
    "the last game": lambda tx: tx.lists.last_ended(CHANNEL, ("over", "closed"), None),
    "a person's last game": lambda tx: tx.lists.last_ended(CHANNEL, ("over", "closed"), ANA.user),
    "votes": lambda tx: tx.people.steps_since(ANA.user, "vote", 0),
    "where a person is": lambda tx: tx.people.tables_about(ANA.user),
    "what is kept": lambda tx: tx.people.collect_data(ANA.user),
    "a deletion": lambda tx: tx.people.forget(ANA.user, "nobody"),
}


OF_OPEN_TABLES = ("a person's tables", "a person's turns", "how many of a person")


@pytest.mark.parametrize("look", LOOKS)
async def test_nothing_that_is_looked_for_periodically_reads_all_that_was_ever_played(
    sqlite_address: str, look: str
) -> None:
    for statement, step in await _plan(sqlite_address, look):
        whole = re.match(r"SCAN (tables|seats|steps|posts)\b(?!.* INDEX ix_\w+_(open|unshown|live))", step)
        assert not whole, (statement, step)


@pytest.mark.parametrize("look", OF_OPEN_TABLES)
async def test_a_list_of_a_persons_open_tables_reads_none_of_the_finished_ones(sqlite_address: str, look: str) -> None:
    steps = [step for _, step in await _plan(sqlite_address, look)]
    assert any("INDEX ix_seats_live" in step for step in steps), steps


async def _plan(address: str, look: str) -> list[tuple[str, str]]:
    """Return the statements that are run, each with a step of how SQLite finds its rows."""
    store = await Store.open(address)
    run: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        run.append((statement, parameters))

    event.listen(engine_of(store).sync_engine, "before_cursor_execute", note)
    await store.run(LOOKS[look])
    event.remove(engine_of(store).sync_engine, "before_cursor_execute", note)
    async with engine_of(store).connect() as connection:
        plans = [
            (statement, str(row._mapping["detail"]))
            for statement, parameters in run
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    await store.close()
    return plans
