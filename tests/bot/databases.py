"""Let all tests share a migrated SQLite file and compiled statements.

Migrations take longer than most tests, and every new engine would compile each statement again. SQLite doesn't wait
for the disk either: what a killed process wrote is kept all the same, and `tests/faults/cuts.py`, which cuts the power,
does wait. Nor has it a thread of its own: the way there and back takes longer than most statements.
"""

from __future__ import annotations

import shutil
from asyncio import Future
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from aiosqlite.core import Connection, set_exception, set_result
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.dialects.postgresql.psycopg import PGDialectAsync_psycopg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import LRUCache

from bot.store import engine as engines
from bot.store import migrate, store
from bot.store.engine import connect, file_of, make_private, read_url
from bot.store.sqlite import connection

COMPILED: LRUCache[Any, Any] = LRUCache(1000)
DIALECTS = (SQLiteDialect_aiosqlite, PGDialectAsync_psycopg)


@contextmanager
def shared_databases(*, hurried: bool = True) -> Iterator[None]:
    """Let `Store.open` find its new SQLite file migrated and its statements compiled.

    A file that isn't empty is migrated as usual. Unless `hurried`, SQLite waits for the disk as usual.
    """
    with ExitStack() as patches:
        patches.enter_context(patch.object(store, "upgrade", _copy_migrated))
        patches.enter_context(patch.object(store, "connect", _connect_hurried if hurried else _connect))
        if hurried:
            patches.enter_context(patch.object(engines, "connection", _open_here))
        for dialect in DIALECTS:  # what is compiled is kept for a dialect, and each engine has one of its own
            patches.enter_context(patch.object(dialect, "__eq__", lambda one, other: type(one) is type(other)))
            patches.enter_context(patch.object(dialect, "__hash__", lambda one: hash(type(one))))
        yield


@cache
def newest_revision() -> str:
    """Return the newest revision, which this program needs."""
    return str(ScriptDirectory(str(migrate.MIGRATIONS)).get_current_head())


NEXT_MIGRATION = """
from alembic import op

revision, down_revision = "next", "{newest}"


def upgrade() -> None:
    op.execute("DELETE FROM meta")
"""


@contextmanager
def next_migration(folder: Path) -> Iterator[None]:
    """Let the program have one migration more than the databases that were made so far."""
    migrations = Path(shutil.copytree(migrate.MIGRATIONS, folder / "migrations"))
    (migrations / "versions" / "next.py").write_text(NEXT_MIGRATION.format(newest=newest_revision()))
    with patch.object(migrate, "MIGRATIONS", migrations):
        yield


def _connect(url: URL) -> AsyncEngine:
    engine = connect(url)
    engine.sync_engine._compiled_cache = COMPILED
    return engine


def _connect_hurried(url: URL) -> AsyncEngine:
    engine = _connect(url)
    if file_of(url):
        event.listen(engine.sync_engine, "connect", _hurry)
    return engine


def _hurry(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


@contextmanager
def threaded_sqlite() -> Iterator[None]:
    """Give each SQLite connection a thread, as in the bot: one that waits for another must not stop the loop."""
    with patch.object(engines, "connection", connection):
        yield


class _Here:
    """Do what aiosqlite asks its thread for at once; whoever waits for it gives way to others all the same."""

    def start(self) -> None:
        """Begin nothing."""

    def put_nowait(self, asked: tuple[Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it, and tell the future when the loop comes round."""
        future, work = asked
        done: tuple[Callable[..., None], Any]
        try:
            done = set_result, work()
        except BaseException as error:
            done = set_exception, error
        if future is not None:
            future.get_loop().call_soon(done[0], future, done[1])


def _open_here(file: Path) -> Connection:
    made = connection(file)
    made._tx = made._thread = _Here()  # type: ignore[assignment]
    return made


def _copy_migrated(url: URL, before: Callable[[], object] = lambda: None) -> None:
    file = file_of(url)
    if file is None or file.stat().st_size:
        return migrate.upgrade(url, before=before)
    copy = file.with_name(file.name + ".new")
    make_private(copy)
    copy.write_bytes(_migrated_file())
    copy.replace(file)  # whole or not at all, as by migrations
    return None


@cache
def _migrated_file() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, "boneyard.db")
        migrate.upgrade(read_url(f"sqlite:///{file}"))
        return file.read_bytes()
