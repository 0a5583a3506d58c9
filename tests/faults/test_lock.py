"""One process per database, also when the database's server ends all sessions, as it does at each restart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot import serve
from bot.settings import Settings
from bot.store import DatabaseInUse, DatabaseRefused, Store, lock
from bot.store.lock import ADVISORY_KEY
from tests.bot.postgres import Server, fresh_database


@contextmanager
def server_of(address: str) -> Iterator[psycopg.Connection[Any]]:
    """Open a session beside the bot's."""
    with psycopg.connect(address, autocommit=True) as session:
        yield session


def end_all_sessions(address: str) -> None:
    """End all sessions, as a restart of the server does to those who are connected."""
    with server_of(address) as session:
        session.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


@pytest.fixture
def address(postgres: Server) -> str:
    return fresh_database(postgres)


async def test_after_a_restart_of_the_server_a_second_process_is_still_refused(address: str) -> None:
    first = await Store.open(address)
    await first.remember("a", "1")
    end_all_sessions(address)
    await first.remember("a", "2")
    with pytest.raises(DatabaseRefused, match=r"^Another Boneyard already uses this database: stop it first\.$"):
        await Store.open(address)
    assert await first.recall("a") == "2"
    await first.close()
    await (await Store.open(address)).close()


async def test_a_lock_whose_session_alone_ended_is_taken_again_with_the_next_beat(address: str) -> None:
    first = await Store.open(address)
    with server_of(address) as session:
        session.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
    await first.keep_lock()
    with pytest.raises(DatabaseInUse):
        await Store.open(address)
    await first.close()


async def test_a_process_that_was_killed_a_moment_ago_keeps_the_next_from_beginning_for_a_moment_only(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, refused = lock.AdvisoryLock._take, asyncio.Event()

    async def taking(self: lock.AdvisoryLock) -> None:
        try:
            await take(self)
        except DatabaseInUse:
            refused.set()
            raise

    monkeypatch.setattr(lock.AdvisoryLock, "_take", taking)
    with server_of(address) as killed:
        killed.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_KEY])
        beginning = asyncio.create_task(Store.open(address))
        await refused.wait()
    await (await beginning).close()


async def test_nothing_is_written_once_another_process_has_got_hold_of_the_database(address: str) -> None:
    first = await Store.open(address)
    await first.remember("a", "1")
    end_all_sessions(address)
    with server_of(address) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_KEY])
        with pytest.raises(DatabaseInUse):
            await first.remember("a", "2")
        assert first.lock_lost.is_set()
        assert other.execute("SELECT value FROM meta WHERE key = 'a'").fetchone() == ("1",)
    await first.close()


async def test_the_process_ends_with_its_sentence_if_another_has_the_database(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beating = asyncio.Event()

    async def on_discord(client: Any, _: str) -> None:
        await client._async_setup_hook()  # as a login does
        client.parts.start()
        await client.parts.upkeep.beat.wait_idle()
        beating.set()
        while True:
            await asyncio.sleep(0.01)
            client.parts.upkeep.beat.ring()

    monkeypatch.setattr(serve, "be_on_discord", on_discord)
    running = asyncio.create_task(
        serve.serve(Settings(discord_token="MTAwMQ.x.of-a-test", database_url=address, copies=0))
    )
    await beating.wait()
    with server_of(address) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        other.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_KEY])
        assert await running == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "Another Boneyard already uses this database: stop it first."


async def test_a_lock_file_that_was_removed_lets_no_second_process_in(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'boneyard.db'}"
    first = await Store.open(address)
    (tmp_path / "boneyard.db.lock").unlink()
    await first.keep_lock()
    with pytest.raises(DatabaseInUse):
        await Store.open(address)
    await first.close()
