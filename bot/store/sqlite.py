"""SQLite as we want it: durable, private, and with few trips to its thread.

For each statement, aiosqlite makes four trips to its thread: to make a cursor, to execute, to fetch, to close. A trip
takes far longer than SQLite itself, above all on a busy event loop, and everything else waits for the one connection
meanwhile. Here, a statement that writes makes one trip. A statement that reads makes none: it runs in the event loop,
unless it takes longer than `MOMENT`. A transaction begins with its first statement.

A `brief` transaction makes a single trip, for its commit. It writes only a few rows, and only its commit waits for the
disk, so its statements can run in the event loop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Self

import aiosqlite
from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

PATIENT, IMPATIENT = "busy_timeout=5000", "busy_timeout=0"
"""Pragmas for the milliseconds that SQLite waits while another program writes."""

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # NORMAL loses acknowledged moves when the power fails
    PATIENT,
    "foreign_keys=ON",
    "secure_delete=ON",  # what a person asks to have deleted is overwritten
)

BEGIN = "BEGIN IMMEDIATE"
"""Begins a transaction. The driver itself would begin it only with the first write, so what was read could change."""

MOMENT = 0.005
"""How many seconds a statement may read in the event loop. After that, it is started again in the thread."""
STEPS = 1000
"""The instructions after which SQLite checks the time: they take some hundredths of a millisecond."""
KIND_OF_ERROR = 0xFF
"""The bits of an error code that hold the kind of error; the other bits hold the reason."""


def connection(file: Path) -> aiosqlite.Connection:
    """Return a connection that opens when it is awaited."""
    new = _Connection(lambda: sqlite3.connect(file, check_same_thread=False), iter_chunk_size=64)
    new._thread.daemon = True  # as SQLAlchemy sets it: a forgotten connection must not keep the process alive
    return new


def prepare_sqlite(engine: Engine) -> None:
    """Configure every new connection, and begin transactions explicitly."""

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        _keep_temp_files_beside(cursor, Path(str(engine.url.database)).resolve().parent)
        cursor.close()

    engine.dialect.do_begin = _begin_with_next_statement  # type: ignore[assignment, method-assign]  # a listener would cost each statement


def _keep_temp_files_beside(cursor: Any, folder: Path) -> None:
    """Let SQLite put its temporary files beside the database, or keep them in memory.

    VACUUM writes the whole database into such a file, with all hands and seeds. The system's folder for temporary files
    may be less protected, or on a disk that is too small. If SQLite was built without a setting for the folder, the
    files are kept in memory.
    """
    cursor.execute("PRAGMA temp_store_directory")
    if cursor.fetchall() == [(str(folder),)]:
        return  # it is set for the whole process; another connection may be using it
    cursor.execute("PRAGMA temp_store_directory = '{}'".format(str(folder).replace("'", "''")))
    cursor.execute("PRAGMA temp_store_directory")
    if not cursor.fetchall():
        cursor.execute("PRAGMA temp_store = MEMORY")


def _begin_with_next_statement(connection: Any) -> None:
    """Begin a transaction: on a connection of this module only with the next statement, on others now."""
    if isinstance(driver := connection.driver_connection, _Connection):
        driver.to_begin = driver.only_read = True
    else:
        driver.execute(BEGIN)


def make_brief(connection: AsyncConnection) -> None:
    """Make the transaction that has just begun brief (see above); do nothing on PostgreSQL."""
    assert connection.sync_connection is not None
    driver = connection.sync_connection.connection.driver_connection
    if isinstance(driver, _Connection):
        driver.brief = True


class _Connection(aiosqlite.Connection):
    to_begin = False
    """Whether the next statement has to begin the transaction."""
    only_read = False
    """Whether the transaction has only read so far, in the event loop."""
    brief = False
    """Whether statements that write run in the event loop too."""

    def begin(self) -> None:
        """Begin the transaction, unless it has begun."""
        if self.to_begin:
            self._conn.execute(BEGIN)
            self.to_begin = False

    def begin_at_once(self) -> None:
        """Begin the transaction unless it has begun, but do not wait for another program."""
        if self.to_begin:
            self._conn.execute(f"PRAGMA {IMPATIENT}")
            try:
                self.begin()
            finally:
                self._conn.execute(f"PRAGMA {PATIENT}")

    @contextmanager
    def limit_time(self) -> Iterator[None]:
        """Interrupt statements that take longer than `MOMENT`.

        Begin the transaction before this. If its beginning were interrupted, it would be unknown whether it has begun.
        """
        deadline = monotonic() + MOMENT
        self._conn.set_progress_handler(lambda: monotonic() > deadline, STEPS)
        try:
            yield
        finally:
            self._conn.set_progress_handler(None, 0)

    async def commit(self) -> None:
        """Commit, if a statement was executed."""
        await self._end_transaction(super().commit)

    async def rollback(self) -> None:
        """Roll back, if a statement was executed."""
        await self._end_transaction(super().rollback)

    async def _end_transaction(self, end_in_thread: Callable[[], Awaitable[None]]) -> None:
        self.brief = False
        if self.to_begin:
            self.to_begin = False
        elif self.only_read:
            # nothing was written, so a rollback is as good as a commit; this runs in the event loop
            self._conn.rollback()
        else:
            await end_in_thread()

    def cursor(self) -> _Cursor:  # type: ignore[override]  # SQLAlchemy needs no more of a cursor than ours has
        return _Cursor(self)


class _Cursor:
    """One statement and all its rows."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.arraysize = 1
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Execute a statement and fetch its result."""
        return await self._run_statement("execute", sql, parameters)

    async def executemany(self, sql: str, parameters: Sequence[Any]) -> Self:
        """Execute a statement once for each of the parameters."""
        return await self._run_statement("executemany", sql, parameters)

    async def fetchall(self) -> list[Any]:
        """Return the rows, which were fetched already."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: SQLite's cursor was closed after its rows were fetched."""

    async def _run_statement(self, method: str, sql: str, parameters: Any) -> Self:
        is_done = (
            self._read_in_event_loop(sql, parameters)
            if sql.startswith("SELECT")
            else self._write_in_event_loop(method, sql, parameters)
        )
        if not is_done:
            self._connection.only_read = False
            await self._connection._execute(self._execute_in_thread, method, sql, parameters)  # type: ignore[no-untyped-call]  # theirs
        return self

    def _read_in_event_loop(self, sql: str, parameters: Any) -> bool:
        """Read in the event loop. Return False if it took too long, or would have to wait for another program."""
        try:
            self._connection.begin_at_once()
            with self._connection.limit_time():
                self._execute_and_fetch("execute", sql, parameters)
        except sqlite3.OperationalError as error:
            if _is_busy_or_interrupted(error):
                return False
            raise
        return True

    def _write_in_event_loop(self, method: str, sql: str, parameters: Any) -> bool:
        """If the transaction is brief and can begin at once, write in the event loop and return True."""
        if not self._connection.brief:
            return False
        try:
            self._connection.begin_at_once()
        except sqlite3.OperationalError as error:
            if _is_busy_or_interrupted(error):
                return False
            raise
        self._connection.only_read = False
        self._execute_and_fetch(method, sql, parameters)
        return True

    def _execute_in_thread(self, method: str, sql: str, parameters: Any) -> None:
        self._connection.begin()
        self._execute_and_fetch(method, sql, parameters)

    def _execute_and_fetch(self, method: str, sql: str, parameters: Any) -> None:
        cursor = self._connection._conn.cursor()
        try:
            getattr(cursor, method)(sql, parameters)
            self._rows = cursor.fetchall()
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


def _is_busy_or_interrupted(error: sqlite3.OperationalError) -> bool:
    """Return whether a statement was interrupted, or would have had to wait for another program."""
    code = getattr(error, "sqlite_errorcode", 0)  # errors that the driver itself finds have none
    return code & KIND_OF_ERROR in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_INTERRUPT)
