"""Connections with the same behaviour and errors for SQLite and PostgreSQL."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.errors import DatabaseRefused
from bot.store.schema import metadata
from bot.store.sqlite import connection, prepare_sqlite
from bot.table.refusals import Busy

PATIENCE = 10
"""Seconds for which we wait for a connection to PostgreSQL, for its answers to packets, and for its locks."""
IDLE_TIMEOUT = 60
"""Seconds after which PostgreSQL ends a transaction whose process hangs, so that others get its locks."""


def read_url(text: str) -> URL:
    """Return the address of a database, with the driver that we use for it.

    Raises DatabaseRefused.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a ValueError for a port that is no number
        raise DatabaseRefused("DATABASE_URL is not an address like sqlite:///boneyard.db.") from None
    match url.get_backend_name():
        case "sqlite" if url.database and url.database != ":memory:":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            query = {"client_encoding": "utf8", **url.query}  # even if the database stores text in another encoding
            return url.set(drivername="postgresql+psycopg", query=query)
        case _:
            raise DatabaseRefused("DATABASE_URL must name an SQLite file (sqlite:///...) or PostgreSQL.")


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def connect(url: URL) -> AsyncEngine:
    """Return the pool of connections.

    SQLite gets exactly one connection. With two, SQLite before 3.51.3 can damage the file.
    """
    file = file_of(url)
    common = {"hide_parameters": True, "json_deserializer": msgspec.json.decode}
    if file is None:
        pool = {"pool_size": 10, "max_overflow": 0, "pool_timeout": PATIENCE, "pool_pre_ping": True}
        engine = create_async_engine(_add_timeouts(url), **pool, **common)
        prepare_postgresql(engine.sync_engine)
        return engine
    creator = partial(connection, file)
    engine = create_async_engine(
        url,
        async_creator=creator,
        pool_size=1,
        max_overflow=0,
        # each transaction has ended, so a rollback is not needed, and would cost a call to SQLite's thread
        pool_reset_on_return=None,
        **common,
    )
    prepare_sqlite(engine.sync_engine)
    return engine


def _add_timeouts(url: URL) -> URL:
    """Add timeouts that end a dead connection, unless the operator has set some.

    A connection is dead if its packets are not acknowledged, for example because a firewall has forgotten it.
    """
    return url.set(query={"tcp_user_timeout": str(1000 * PATIENCE), "keepalives_idle": "60", **url.query})


def prepare_postgresql(engine: Engine) -> None:
    """Limit how long a connection waits for locks of others, and how long it keeps its own locks while idle."""

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
        connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_TIMEOUT}s'")
        connection.commit()


async def clean(engine: AsyncEngine) -> None:
    """Rewrite the database without deleted data, and empty SQLite's write-ahead log.

    Raises Busy and SQLAlchemy's errors.
    """
    async with engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await autocommit.exec_driver_sql("VACUUM FULL " + ", ".join(f'"{name}"' for name in metadata.tables))
        elif await connection.run_sync(_clean_sqlite):
            raise Busy


def _clean_sqlite(connection: Connection) -> bool:
    """Rewrite the file and empty its log. Return True if another program reads the log, so it can't be emptied."""
    cursor = connection.connection.cursor()  # the driver's own, since VACUUM has to be outside of a transaction
    cursor.execute("VACUUM")
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ((busy, *_),) = cursor.fetchall()
    cursor.close()
    return bool(busy)


def make_private(file: Path) -> bool:
    """Make a file that only its owner can read; return whether it is new.

    SQLite gives its side files the same mode. The folder must exist. Otherwise a mistyped path would create an empty
    database in another place. Raises DatabaseRefused.
    """
    if not file.parent.is_dir():
        raise DatabaseRefused(f"DATABASE_URL names a folder that does not exist: {file.parent.absolute()}.")
    try:
        is_new = not file.exists()
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    except OSError as error:
        raise DatabaseRefused(f"The database file {file} cannot be opened: {error.strerror}.") from None
    return is_new
