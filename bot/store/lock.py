"""One process per database, or several that share its servers.

Any other is refused, and a killed process leaves nothing behind. PostgreSQL's lock belongs to a session, and every
session ends with the server, so the lock is checked periodically.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.engine import file_of
from bot.store.errors import DatabaseRefused, build_refusal
from bot.table.refusals import NoAnswer

ADVISORY_KEY = 0x626F6E6579617264  # "boneyard"
_KEY = {"key": ADVISORY_KEY}
SERVING = ADVISORY_KEY + 1
"""Another key, which each process has that takes a fair share of the servers."""
GOODBYE = 2
"""Seconds for giving the lock back at the end.

A server that does not answer finds out by itself.
"""
PATIENCE = 10.0
"""Seconds in which the server must have answered."""
MOMENT, LOOK = 3.0, 0.1
"""Seconds to wait for the lock of a killed process, and seconds between two looks.

The server must have noticed by then that the process was killed; until then it seems to have the lock.
"""
WAIT = 60.0
"""Seconds that the first process has to create or migrate the database.

The others wait.
"""


class DatabaseInUse(DatabaseRefused):
    """Another process has the database."""

    def __init__(self) -> None:
        super().__init__("Another Boneyard already uses this database: stop it first.", passes=True)


class Lock(Protocol):
    """Held until `release`, or until the process ends in whatever way."""

    async def keep(self) -> None:
        """Make sure that it is still held, and take it again if it was lost.

        Raises DatabaseInUse, and what the database says if it does not answer.
        """
        ...

    async def release(self) -> None: ...


NOT_AVAILABLE = "55P03"
"""PostgreSQL's word for a lock that was waited for in vain."""


def sessions(name: str, key: int = ADVISORY_KEY) -> str:
    """Return, as SQL names a table, the sessions of this database that have a lock."""
    here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    of_key = f"classid = {key >> 32} AND objid = {key & 0xFFFFFFFF}"
    return (
        f"(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND {of_key} AND granted AND database = {here}) {name}"
    )


async def take(url: URL) -> Lock:
    """Return the lock of a database. Raises DatabaseRefused if another process has it."""
    file = file_of(url)
    if file:
        return _FileLock(lock_of(file))
    lock = AdvisoryLock(url)
    await lock.begin()
    return lock


def lock_of(file: Path) -> Path:
    """Return the file beside a database that is locked for it."""
    return file.with_name(file.name + ".lock")


class _FileLock:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _lock_file(path)

    async def keep(self) -> None:
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._file.fileno()), self._path.stat()):
                return
        # the file was removed: another can be locked in its place
        before, self._file = self._file, _lock_file(self._path)
        before.close()

    async def release(self) -> None:
        self._file.close()


def _lock_file(path: Path) -> IO[bytes]:
    try:
        file = path.open("ab")
    except OSError as error:
        raise DatabaseRefused(f"The lock file {path} cannot be opened: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise DatabaseInUse from None
    return file


class AdvisoryLock:
    """Keeps other processes from a PostgreSQL database."""

    def __init__(self, url: URL) -> None:
        self._engine: AsyncEngine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._session: AsyncConnection | None = None
        self.process = 0
        """The server's process of the session that has the lock."""

    async def begin(self) -> None:
        """Take it. Raises DatabaseRefused."""
        last = time.monotonic() + MOMENT
        while True:
            try:
                return await self._take()
            except DatabaseInUse:
                if time.monotonic() > last:
                    raise
            except DBAPIError as error:
                raise build_refusal(error, None) from error
            await asyncio.sleep(LOOK)

    async def keep(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                if not await self._is_session_alive():
                    await self._take()
        except TimeoutError:
            raise NoAnswer from None

    async def release(self) -> None:
        await self._unlock()
        await self._drop()
        await self._engine.dispose()

    async def _unlock(self) -> None:
        """Give the lock back before the session ends.

        The server notices the end of a session some time later, and the next process would be refused until then.
        """
        if self._session is not None:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await self._session.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": ADVISORY_KEY})

    async def _is_session_alive(self) -> bool:
        """Return whether the session lives: the lock lives as long."""
        if self._session is None:
            return False
        try:
            await self._session.scalar(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    async def _take(self) -> None:
        await self._drop()
        session = await self._engine.connect()
        try:
            if not await session.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY}):
                await self._end_own_session(session)
            self.process = await session.scalar(text("SELECT pg_backend_pid()")) or 0
        except BaseException:
            await session.close()
            raise
        self._session = session

    async def _end_own_session(self, session: AsyncConnection) -> None:
        """Take the lock from our own former session, which may seem alive to the server.

        Raises DatabaseInUse.
        """
        holder = text("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :high AND objid = :low")
        halves = {"high": ADVISORY_KEY >> 32, "low": ADVISORY_KEY & 0xFFFFFFFF}
        if not self.process or await session.scalar(holder, halves) != self.process:
            raise DatabaseInUse
        await session.execute(text("SELECT pg_terminate_backend(:process)"), {"process": self.process})
        await session.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_KEY})

    async def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                await session.close()


class SharedLock(AdvisoryLock):
    """Lets in other processes that share the database, but none that wants it alone."""

    def __init__(self, url: URL, *, fair: bool) -> None:
        """Share the database; `fair` shows others that this process takes a fair share."""
        super().__init__(url)
        self._fair = fair
        self.first = False
        """Whether no other process had the database when this one began.

        Until `share`, other processes are kept out.
        """

    async def begin(self) -> None:
        """Take it, exclusively if no other process has it. Raises DatabaseRefused."""
        try:
            self._session = await self._engine.connect()
            self.first = bool(await self._session.scalar(text("SELECT pg_try_advisory_lock(:key)"), _KEY))
            if not self.first:
                await self._take()
        except DBAPIError as error:
            await self._drop()
            if getattr(error.orig, "sqlstate", None) == NOT_AVAILABLE:
                raise DatabaseInUse from None
            raise build_refusal(error, None) from error

    async def share(self) -> None:
        """Allow other processes."""
        if self.first and self._session is not None:
            await self._get(self._session)
            await self._session.execute(text("SELECT pg_advisory_unlock(:key)"), _KEY)

    async def _take(self) -> None:
        await self._drop()
        session = await self._engine.connect()
        try:
            await session.execute(text(f"SET lock_timeout = '{WAIT:.0f}s'"))
            await self._get(session)
        except BaseException:
            await session.close()
            raise
        self._session = session

    async def _get(self, session: AsyncConnection) -> None:
        await session.execute(text("SELECT pg_advisory_lock_shared(:key)"), _KEY)
        if self._fair:
            await session.execute(text("SELECT pg_advisory_lock_shared(:key)"), {"key": SERVING})
        self.process = await session.scalar(text("SELECT pg_backend_pid()")) or 0

    async def _unlock(self) -> None:
        if self._session is not None:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await self._session.execute(text("SELECT pg_advisory_unlock_all()"))
