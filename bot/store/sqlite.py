"""SQLite with one trip to its thread for each statement.

aiosqlite makes four: for the cursor, to execute, to fetch, to close. Each costs many times what SQLite needs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import aiosqlite


def connection(file: Path) -> aiosqlite.Connection:
    """Return a connection that opens once it is awaited."""
    made = _Connection(lambda: sqlite3.connect(file), iter_chunk_size=64)
    made._thread.daemon = True  # as SQLAlchemy sets it: a forgotten connection must not keep the process alive
    return made


class _Connection(aiosqlite.Connection):
    def cursor(self) -> _Cursor:  # type: ignore[override]  # SQLAlchemy needs no more of a cursor than ours has
        return _Cursor(self)


class _Cursor:
    """One statement and all its rows."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.arraysize = 1
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Execute a statement and fetch what it gives."""
        return await self._done("execute", sql, parameters)

    async def executemany(self, sql: str, parameters: Sequence[Any]) -> Self:
        """Execute a statement once for each of the parameters."""
        return await self._done("executemany", sql, parameters)

    async def fetchall(self) -> list[Any]:
        """Return the rows, which are here already."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: the cursor of SQLite was closed when it had given its rows."""

    async def _done(self, method: str, sql: str, parameters: Any) -> Self:
        await self._connection._execute(self._in_thread, method, sql, parameters)  # type: ignore[no-untyped-call]  # theirs
        return self

    def _in_thread(self, method: str, sql: str, parameters: Any) -> None:
        cursor = self._connection._conn.cursor()
        try:
            getattr(cursor, method)(sql, parameters)
            self._rows = cursor.fetchall()
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()
