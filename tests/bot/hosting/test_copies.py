"""Copies of the database: made while games are played, few are kept, and one that fails stops nothing."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from functools import partial
from math import isnan
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from aiohttp.test_utils import make_mocked_request
from structlog.testing import capture_logs

from bot.hosting.commands import backup, restore
from bot.hosting.copies import Copyist, copy_before_migration
from bot.hosting.health import Health
from bot.hosting.recount import recount
from bot.serve import upload_emojis
from bot.service import Service
from bot.settings import Settings
from bot.store import Copies, Store
from bot.store.copies import DAILY
from bot.store.restore import RESTORED
from bot.table.log.model import ANY, Person
from bot.table.record.verify import verify
from tests.bot.databases import newest_revision, next_migration
from tests.bot.games import GAMES
from tests.bot.service.test_checkpoints import table_after
from tests.bot.tools import FixedClock, play_on, play_to_end, running_table

ANA, BEN = Person(1, "Ana"), Person(2, "Ben")
DAY = 86400


@asynccontextmanager
async def playing(address: str) -> AsyncIterator[tuple[Service, int]]:
    """Provide a service at this database, and the running table of Ana and Ben."""
    store = await Store.open(address)
    service = Service.of(store, GAMES, FixedClock())
    try:
        yield service, (await running_table(service, ANA, BEN)).id
    finally:
        await store.close()


async def test_a_copy_made_amid_moves_opens_and_its_games_are_played_to_their_ends(
    address: str, tmp_path: Path
) -> None:
    copies = Copies(address, str(tmp_path / "copies"))
    async with playing(address) as (service, table):
        before = (await play_on(service, await service.tables.table(table, ANY))).seq
        making = asyncio.create_task(asyncio.to_thread(copies.make, DAILY, 1_000_000))
        other = await running_table(service, ANA, BEN)
        while not making.done():
            other = await play_on(service, other) if other.is_running else await running_table(service, ANA, BEN)
        made = await making
        assert made is not None
        after = (await play_on(service, await service.tables.table(table, ANY))).seq
    put_back = address if address.startswith("postgresql") else f"sqlite:///{tmp_path / 'again.db'}"
    assert await restore(Settings(database_url=put_back), made) == 0
    store = await Store.open(put_back)
    assert await store.recall(RESTORED) is not None
    again = Service.of(store, GAMES, FixedClock())
    there = await again.tables.table(table, ANY)
    assert before == there.seq < after
    await play_to_end(again, there)
    lines = verify((await again.tables.record(table)).to_json(), GAMES).lines
    assert "The moves follow the rules." in [str(line) for line in lines]
    await store.close()


def test_a_copy_and_a_restored_database_have_their_names_on_disk_before_they_count_as_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, copies = tmp_path / "data" / "boneyard.db", tmp_path / "copies"
    database.parent.mkdir()
    asyncio.run(_make_empty(f"sqlite:///{database}"))
    flushed: dict[Path, set[str]] = {}
    fsync = os.fsync

    def note_names(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        flushed[path] = {file.name for file in path.iterdir()} if path.is_dir() else set()
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note_names)
    made = Copies(f"sqlite:///{database}", str(copies)).make(DAILY, 1_000_000)
    assert made is not None
    assert flushed[copies] == {made.name}
    database.unlink()
    assert asyncio.run(restore(Settings(database_url=f"sqlite:///{database}"), made)) == 0
    assert database.name in flushed[database.parent]


async def _make_empty(address: str) -> None:
    await (await Store.open(address)).close()


async def test_a_copy_is_one_file_that_its_owner_alone_can_read(sqlite_address: str, tmp_path: Path) -> None:
    copies = Copies(sqlite_address, str(tmp_path / "copies"))
    async with playing(sqlite_address):
        made = await asyncio.to_thread(copies.make, DAILY, 0)
    assert made is not None
    assert [path.name for path in copies.folder.iterdir()] == [made.name] == ["boneyard-1970-01-01-000000-daily.db"]
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(copies.folder.stat().st_mode) == 0o700


async def test_one_a_day_is_made_and_the_eighth_removes_the_oldest(sqlite_address: str, tmp_path: Path) -> None:
    copies, clock = Copies(sqlite_address, str(tmp_path / "copies")), FixedClock()
    copyist, began = Copyist(copies, clock), clock.now()
    async with playing(sqlite_address):
        for hour in range(0, 8 * 24, 6):
            clock.time = began + hour * 3600
            await copyist.make_due_copy()
            assert len(copies.all()) == min(1 + hour // 24, 7)
    assert copies.newest_copy_time(DAILY) == began + 7 * DAY
    day = datetime.fromtimestamp(began + DAY, UTC)
    assert copies.all()[0].name == f"boneyard-{day:%Y-%m-%d-%H%M%S}-daily.db"


async def test_a_copy_is_made_before_a_migration_and_none_of_a_new_database(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    copies = Copies(f"sqlite:///{file}", str(tmp_path / "copies"))
    copy = partial(copy_before_migration, copies, FixedClock())
    await (await Store.open(f"sqlite:///{file}", before=copy)).close()
    assert not (tmp_path / "copies").exists()
    with next_migration(tmp_path):
        for _ in range(2):
            await (await Store.open(f"sqlite:///{file}", before=copy)).close()
    (made,) = (tmp_path / "copies").iterdir()
    assert made.name.endswith("-before-update.db")
    assert (revision_of(made), revision_of(file)) == (newest_revision(), "next")


def revision_of(file: Path) -> str:
    """Return the revision of a SQLite database's schema."""
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


async def test_a_full_disk_is_said_once_leaves_nothing_half_made_and_stops_nothing(
    sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies, clock = Copies(sqlite_address, str(tmp_path / "copies")), FixedClock()
    copyist, sync = Copyist(copies, clock), os.fsync

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with playing(sqlite_address) as (service, table):
        with capture_logs() as lines:
            monkeypatch.setattr("bot.store.copies.os.fsync", full)
            await copyist.make_due_copy()
            await copyist.make_due_copy()
            await play_on(service, await service.tables.table(table, ANY))
            assert list(copies.folder.iterdir()) == []
            monkeypatch.setattr("bot.store.copies.os.fsync", sync)
            await copyist.make_due_copy()
    assert [line["event"] for line in lines] == ["no copy of the database could be made", "the database was copied"]
    assert "No space left on device" in lines[0]["reason"]


async def test_copies_that_fail_are_a_warning_and_a_line_a_day_until_one_is_made(
    sqlite_address: str, tmp_path: Path
) -> None:
    folder, clock = tmp_path / "missing" / "copies", FixedClock()
    async with playing(sqlite_address):
        copyist = Copyist(Copies(sqlite_address, str(folder)), clock)
        assert isnan(copyist.newest_at)
        with capture_logs() as lines:
            for _ in range(4):
                await copyist.make_due_copy()
                clock.time += DAY // 2
        assert [line["event"] for line in lines] == ["no copy of the database could be made"] * 2
        store = await Store.open(sqlite_address, alone=False)
        answer = await Health(store, lambda: True, (), (copyist,)).answer(make_mocked_request("GET", "/healthz"))
        await store.close()
        assert answer.status == 200
        assert answer.text == f"well\nNo copy of the database could be made: {folder}: No such file or directory.\n"
        assert copyist.newest_at == 0
        folder.parent.mkdir()
        await copyist.make_due_copy()
    assert copyist.newest_at == clock.now()
    assert copyist.warnings() == ()


async def test_who_wants_no_copies_is_not_warned(sqlite_address: str) -> None:
    copyist = Copyist(Copies(sqlite_address, max_kept=0), FixedClock())
    await copyist.make_due_copy()
    assert isnan(copyist.newest_at)
    assert copyist.warnings() == ()


async def test_a_copy_is_given_up_when_the_bot_ends(sqlite_address: str, tmp_path: Path) -> None:
    copies = Copies(sqlite_address, str(tmp_path / "copies"))
    copyist = Copyist(copies, FixedClock())
    async with playing(sqlite_address):
        await copyist.close()
        with capture_logs() as lines:
            await copyist.make_due_copy()
    assert lines[0]["reason"] == "the bot ends"
    assert list(copies.folder.iterdir()) == []


async def test_where_pg_dump_is_missing_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    copyist = Copyist(Copies("postgresql://ana:secret@nowhere/x", str(tmp_path / "copies")), FixedClock())
    with capture_logs() as lines:
        await copyist.make_due_copy()
    (line,) = lines
    assert line["reason"] == "pg_dump is not installed: install PostgreSQL's client programs"


async def test_backup_makes_a_new_file_and_overwrites_none(
    sqlite_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, to = Settings(database_url=sqlite_address), tmp_path / "by-hand.db"
    async with playing(sqlite_address):
        assert await asyncio.to_thread(backup, settings, to) == 0
    assert backup(settings, to) == 1
    assert "already exists" in capsys.readouterr().err
    assert backup(Settings(database_url=f"sqlite:///{tmp_path / 'none.db'}"), tmp_path / "x") == 1
    assert not (tmp_path / "x").exists()
    assert not (tmp_path / "none.db").exists()


def test_a_command_that_reads_begins_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = Settings(database_url=f"sqlite:///{tmp_path / 'none.db'}")
    assert asyncio.run(recount(nowhere, write=True)) == 1
    said = (
        f"There is no database at {tmp_path / 'none.db'}. "
        "Run this in the folder in which the bot is started, or name its settings with --settings.\n"
    )
    assert capsys.readouterr().err == said
    assert list(tmp_path.iterdir()) == []


async def test_commands_leave_an_older_database_to_the_bot_which_copies_it_before_it_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    settings = Settings(database_url=f"sqlite:///{file}", discord_token="MTAwMQ.x.of-a-test")
    with next_migration(tmp_path):
        for command in (recount(settings, write=True), upload_emojis(settings)):
            assert await command == 1
    assert capsys.readouterr().err == 2 * (
        "An older Boneyard wrote this database. Start the bot once: it makes a copy, then updates the database.\n"
    )
    assert revision_of(file) == newest_revision()


async def test_restore_is_refused_while_a_bot_uses_the_database(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = Copies(address, str(tmp_path / "copies"))
    async with playing(address) as (service, table):
        made = await asyncio.to_thread(copies.make, DAILY, 0)
        assert made is not None
        before = await play_on(service, await service.tables.table(table, ANY))
        assert await restore(Settings(database_url=address), made) == 1
        assert "stop it first" in capsys.readouterr().err
        assert (await service.tables.table(table, ANY)).seq == before.seq
        await play_on(service, before)


@pytest.mark.parametrize("what", [b"", b"no database at all", None])
async def test_what_is_no_copy_is_refused_and_the_database_stays(
    sqlite_address: str, tmp_path: Path, what: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    async with playing(sqlite_address) as (_, table):
        pass
    copy, file = tmp_path / "copy", Path(sqlite_address.removeprefix("sqlite:///"))
    if what is not None:
        copy.write_bytes(what)
    assert await restore(Settings(database_url=sqlite_address), copy) == 1
    assert str(copy) in capsys.readouterr().err
    assert not list(file.parent.glob("*.new"))
    store = await Store.open(sqlite_address)
    assert (await Service.of(store, GAMES, FixedClock()).tables.table(table, ANY)).is_running
    assert await store.recall(RESTORED) is None
    await store.close()


async def test_what_the_bot_had_is_kept_however_many_copies_are_tried(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, copies = Settings(database_url=address), Copies(address, str(tmp_path / "copies"))
    async with playing(address) as (service, table):
        made = await asyncio.to_thread(copies.make, DAILY, 0)
        assert made is not None
        newest = (await play_on(service, await service.tables.table(table, ANY))).seq
    assert await restore(settings, made) == await restore(settings, made) == 0
    told = re.findall(r"The previous database was kept as (.*)\. Delete", capsys.readouterr().out)
    assert len({*told}) == 2
    assert await restore(settings, Path(told[0])) == 0
    store = await Store.open(address)
    assert (await Service.of(store, GAMES, FixedClock()).tables.table(table, ANY)).seq == newest
    await store.close()


async def test_a_copy_that_is_not_there_is_said_to_be_missing_and_nothing_is_left(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    async with playing(address):
        pass
    assert await restore(Settings(database_url=address), folder / "none") == 1
    assert capsys.readouterr().err == f"{folder / 'none'} cannot be restored: there is no such file.\n"
    (folder / "other").write_bytes(b"no copy at all")
    assert await restore(Settings(database_url=address), folder / "other") == 1
    assert [path.name for path in folder.iterdir()] == ["other"]


async def test_what_is_left_of_a_copy_whose_process_was_killed_goes_with_the_next_one(
    sqlite_address: str, tmp_path: Path
) -> None:
    copies = Copies(sqlite_address, str(tmp_path / "copies"))
    copies.folder.mkdir()
    left = copies.folder / "boneyard-2026-01-02-030405-daily.db.part"
    left.write_bytes(b"half of a copy")
    async with playing(sqlite_address):
        made = await asyncio.to_thread(copies.make, DAILY, 1_800_000_000)
    assert list(copies.folder.iterdir()) == [made]


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="ROOT ALONE GIVES FILES AWAY: what root restores is NOT tried")


@pytest.fixture
def of_the_bot() -> Iterator[Path]:
    """Provide a folder of the bot's user, who could not get to one of pytest's."""
    with TemporaryDirectory() as folder:
        os.chown(folder, 65534, 65534)
        yield Path(folder)


@AS_ROOT
@pytest.mark.parametrize("end", [".lock", ".new", ""])
async def test_no_link_that_the_user_of_the_bot_makes_leads_root_to_another_file(
    sqlite_address: str, tmp_path: Path, of_the_bot: Path, end: str
) -> None:
    made, file, others = tmp_path / "copy.db", of_the_bot / "boneyard.db", tmp_path / "of_root"
    async with playing(sqlite_address):
        assert await asyncio.to_thread(backup, Settings(database_url=sqlite_address), made) == 0
    shutil.copy(made, file)
    os.chown(file, 65534, 65534)
    others.write_text("secret")
    file.with_name(file.name + end).unlink(missing_ok=True)
    file.with_name(file.name + end).symlink_to(others)
    settings = Settings(database_url=f"sqlite:///{file}")
    for command in (restore(settings, made), recount(settings, write=True)):
        await command
    assert others.read_text() == "secret"
    assert (others.stat().st_uid, stat.S_IMODE(others.stat().st_mode)) == (0, 0o644)
    assert (os.geteuid(), os.getegid()) == (0, 0)


@AS_ROOT
@pytest.mark.parametrize("there", [True, False])
async def test_what_root_restores_belongs_to_the_user_of_the_bot(
    sqlite_address: str, tmp_path: Path, of_the_bot: Path, *, there: bool
) -> None:
    made, folder = tmp_path / "copy.db", of_the_bot
    async with playing(sqlite_address):
        assert await asyncio.to_thread(backup, Settings(database_url=sqlite_address), made) == 0
    file = folder / "boneyard.db"
    if there:
        shutil.copy(made, file)
        os.chown(file, 65534, 65534)
        os.chown(folder, 0, 0)
    assert await restore(Settings(database_url=f"sqlite:///{file}"), made) == 0
    assert {(path.stat().st_uid, path.stat().st_gid) for path in folder.iterdir()} == {(65534, 65534)}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_restored_bot_begins_in_a_later_second_than_all_that_is_lost(
    sqlite_address: str, tmp_path: Path
) -> None:
    made = tmp_path / "copy.db"
    async with playing(sqlite_address):
        assert await asyncio.to_thread(backup, Settings(database_url=sqlite_address), made) == 0
    stopped = int(time.time())
    assert await restore(Settings(database_url=f"sqlite:///{tmp_path / 'again.db'}"), made) == 0
    assert int(time.time()) > stopped  # a message's nonce has its second in it: one that is lost would stand for it


async def test_what_the_database_was_is_kept_beside_the_restored_one(
    sqlite_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to, file = tmp_path / "copy.db", Path(sqlite_address.removeprefix("sqlite:///"))
    async with playing(sqlite_address):
        assert await asyncio.to_thread(backup, Settings(database_url=sqlite_address), to) == 0
    was = file.read_bytes()  # noqa: ASYNC240  # a small file, once
    assert await restore(Settings(database_url=sqlite_address), to) == 0
    assert file.with_name(file.name + ".replaced").read_bytes() == was
    assert "Data that users have deleted since the copy was made is back" in capsys.readouterr().out


async def test_a_restored_copy_has_no_checkpoints_whoever_made_it(sqlite_address: str, tmp_path: Path) -> None:
    async with playing(sqlite_address) as (service, _):
        await table_after(service, 40)
        made = await asyncio.to_thread(Copies(sqlite_address, str(tmp_path / "copies")).make, DAILY, 1_000_000)
        assert made is not None
    again = tmp_path / "again.db"
    assert await restore(Settings(database_url=f"sqlite:///{again}"), made) == 0
    for file, some in ((made, True), (again, False)):
        with sqlite3.connect(file) as there:
            assert bool(there.execute("SELECT count(*) FROM checkpoints").fetchone()[0]) == some
