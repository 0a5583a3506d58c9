"""SQLite's one connection: what is read makes no trip to its thread, and nothing keeps the event loop from going on."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text

from bot.store import Store, Transaction, sqlite
from tests.bot.databases import threaded_sqlite
from tests.bot.inside import connection_of

LONG = text(
    "SELECT count(*) FROM "
    "(WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 20000) SELECT n FROM up)"
)
"""It takes many times `sqlite.STEPS`."""
FOREVER = 20.0
"""Seconds for which another program writes that nobody ends."""


@pytest.fixture
async def open_store(sqlite_address: str) -> AsyncIterator[Store]:
    store = await Store.open(sqlite_address)
    await store.remember("a", "b")
    yield store
    await store.close()


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note the trips to the database's thread from now on."""
    made, go = list[object](), aiosqlite.Connection._execute

    async def note_trip(self: aiosqlite.Connection, *asked: object) -> object:
        made.append(asked)
        return await go(self, *asked)  # type: ignore[no-untyped-call]  # theirs

    monkeypatch.setattr(aiosqlite.Connection, "_execute", note_trip)
    return made


async def test_what_is_read_makes_no_trip_to_the_thread(open_store: Store, trips: list[object]) -> None:
    assert await open_store.recall("a") == "b"
    assert not trips
    await open_store.remember("a", "c")
    assert trips
    assert await open_store.recall("a") == "c"


async def test_what_is_brief_makes_one_trip_to_the_thread_at_its_end(open_store: Store, trips: list[object]) -> None:
    async def work(tx: Transaction) -> None:
        tx.make_brief()
        await tx.meta.remember("a", "c")
        await tx.meta.recall("a")
        await tx.meta.remember("b", "c")
        assert not trips

    await open_store.run(work)
    assert len(trips) == 1
    await open_store.remember("a", "d")
    assert len(trips) == 3, "the next one is not brief"


async def test_what_is_brief_is_written_whole_or_not_at_all(open_store: Store) -> None:
    async def work(tx: Transaction) -> None:
        tx.make_brief()
        await tx.meta.recall("a")
        await tx.meta.remember("a", "c")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await open_store.run(work)
    assert await open_store.recall("a") == "b"


async def test_a_transaction_that_has_only_read_lets_another_program_write(open_store: Store) -> None:
    assert await open_store.recall("a") == "b"
    assert open_store.file
    with sqlite3.connect(open_store.file, timeout=0) as other:
        other.execute("UPDATE meta SET value = 'of another' WHERE key = 'a'")
    other.close()
    assert await open_store.recall("a") == "of another"


@pytest.mark.parametrize("brief", [False, True])
async def test_what_takes_longer_than_a_moment_is_read_in_the_thread_and_loses_nothing_that_was_written(
    open_store: Store, trips: list[object], monkeypatch: pytest.MonkeyPatch, *, brief: bool
) -> None:
    monkeypatch.setattr(sqlite, "MOMENT", -1)  # it has passed when SQLite looks for the first time

    async def work(tx: Transaction) -> int | None:
        if brief:
            tx.make_brief()
        await tx.meta.remember("a", "c")
        trips.clear()
        found: int | None = await connection_of(tx).scalar(LONG)
        assert len(trips) == 1
        return found

    assert await open_store.run(work) == 20000
    assert await open_store.recall("a") == "c"


async def test_a_thousand_reads_that_were_given_up_leave_no_transaction_open(
    open_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite counts the steps of a statement that it keeps from one time to the next."""
    monkeypatch.setattr(sqlite, "MOMENT", -1)
    for _ in range(1000):
        assert await open_store.recall("a") == "b"


async def _briefly(store: Store) -> str | None:
    """Write something, then read what the other program writes meanwhile."""

    async def work(tx: Transaction) -> None:
        tx.make_brief()
        await tx.meta.remember("b", "c")

    await store.run(work)
    return await store.recall("a")


@pytest.mark.parametrize("ask", [lambda store: store.recall("a"), _briefly])
async def test_the_event_loop_goes_on_while_another_program_writes(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Store], Coroutine[Any, Any, str | None]]
) -> None:
    monkeypatch.setattr(sqlite, "PRAGMAS", ("journal_mode=WAL", "busy_timeout=60000"))
    with threaded_sqlite():
        store = await Store.open(sqlite_address)
        await store.remember("a", "b")
    assert store.file
    begun, told = threading.Event(), threading.Event()
    writing = asyncio.create_task(asyncio.to_thread(_write, store.file, begun, told))
    await asyncio.to_thread(begun.wait)
    asking = asyncio.create_task(ask(store))
    for _ in range(20):
        await asyncio.sleep(0)  # it has come to the lock
    told.set()
    assert await writing
    assert await asking == "of another"
    await store.close()


def _write(file: Path, begun: threading.Event, told: threading.Event) -> bool:
    """Write until told to end; return whether that was told."""
    other = sqlite3.connect(file)
    other.execute("UPDATE meta SET value = 'of another' WHERE key = 'a'")
    begun.set()
    ended = told.wait(FOREVER)
    other.commit()
    other.close()
    return ended
