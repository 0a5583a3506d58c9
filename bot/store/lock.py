"""The lock of a database.

Either one process uses a database, or several that share its Discord servers. Any other process is refused. A killed
process leaves no lock behind. PostgreSQL's lock belongs to a session, which ends if the database server is restarted.
So the lock is checked periodically.
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
_LOCK_KEY = {"key": ADVISORY_KEY}
FAIR_SHARE_KEY = ADVISORY_KEY + 1
"""The key of a second lock, held by each process that takes a fair share of the Discord servers."""
RELEASE_TIMEOUT = 2
"""The seconds that a release of the lock may take. After that, the database notices the end of the session itself."""
ANSWER_TIMEOUT = 10.0
"""The seconds within which the database must answer."""
TAKE_TIMEOUT, TAKE_INTERVAL = 3.0, 0.1
"""The seconds for which we try to take the lock, and the seconds between tries.

A killed process seems to hold the lock until the database notices its end. That takes less than TAKE_TIMEOUT.
"""
MIGRATION_TIMEOUT = 60.0
"""The seconds for which other processes wait while the first process creates or migrates the database."""


class DatabaseInUse(DatabaseRefused):
    """Another process has the database."""

    def __init__(self) -> None:
        super().__init__("Another Boneyard already uses this database: stop it first.", is_temporary=True)


class Lock(Protocol):
    """A lock that is held until `release`, or until the process ends for any reason."""

    async def keep(self) -> None:
        """Check that the lock is still held, and take it again if it was lost.

        Raises DatabaseInUse if another process has it, NoAnswer or an error of SQLAlchemy if the database is away.
        """
        ...

    async def release(self) -> None: ...


NOT_AVAILABLE = "55P03"
"""PostgreSQL's error code for a timeout while waiting for a lock."""


def sessions(name: str, key: int = ADVISORY_KEY) -> str:
    """Return a subquery called `name` with the `pid` of each session that holds this database's lock `key`."""
    database = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    has_key = f"classid = {key >> 32} AND objid = {key & 0xFFFFFFFF}"  # listed in two halves
    is_held = f"locktype = 'advisory' AND {has_key} AND granted AND database = {database}"
    return f"(SELECT pid FROM pg_locks WHERE {is_held}) {name}"


async def take(url: URL) -> Lock:
    """Return the lock of a database. Raises DatabaseRefused if another process has it."""
    file = file_of(url)
    if file:
        return _FileLock(lock_of(file))
    lock = AdvisoryLock(url)
    await lock.begin()
    return lock


def lock_of(file: Path) -> Path:
    """Return the lock file of a database, which is beside its file."""
    return file.with_name(file.name + ".lock")


class _FileLock:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _lock_file(path)

    async def keep(self) -> None:
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._file.fileno()), self._path.stat()):
                return
        # the file was removed, so another process could make and lock a new one
        removed_file, self._file = self._file, _lock_file(self._path)
        removed_file.close()

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
    """Keeps other processes out of a PostgreSQL database."""

    def __init__(self, url: URL) -> None:
        self._engine: AsyncEngine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._session: AsyncConnection | None = None
        self.process = 0
        """The process id that PostgreSQL gave the session with the lock; 0 before there is a session."""

    async def begin(self) -> None:
        """Take the lock. Raises DatabaseRefused."""
        deadline = time.monotonic() + TAKE_TIMEOUT
        while True:
            try:
                return await self._take()
            except DatabaseInUse:
                if time.monotonic() > deadline:
                    raise
            except DBAPIError as error:
                raise build_refusal(error, None) from error
            await asyncio.sleep(TAKE_INTERVAL)

    async def keep(self) -> None:
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                if not await self._is_session_alive():
                    await self._take()
        except TimeoutError:
            raise NoAnswer from None

    async def release(self) -> None:
        await self._unlock()
        await self._drop_session()
        await self._engine.dispose()

    async def _unlock(self) -> None:
        """Release the lock before the session ends.

        PostgreSQL notices the end of a session some time later, and the next process would be refused until then.
        """
        if self._session is not None:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(RELEASE_TIMEOUT):
                    await self._session.execute(text("SELECT pg_advisory_unlock(:key)"), _LOCK_KEY)

    async def _is_session_alive(self) -> bool:
        """Return whether the session is alive, so that we still hold the lock."""
        if self._session is None:
            return False
        try:
            await self._session.scalar(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    async def _take(self) -> None:
        await self._drop_session()
        session = await self._engine.connect()
        try:
            if not await session.scalar(text("SELECT pg_try_advisory_lock(:key)"), _LOCK_KEY):
                await self._take_from_former_session(session)
            self.process = await session.scalar(text("SELECT pg_backend_pid()")) or 0
        except BaseException:
            await session.close()
            raise
        self._session = session

    async def _take_from_former_session(self, session: AsyncConnection) -> None:
        """Take the lock from our own former session.

        PostgreSQL may not have noticed yet that it is dead. Raises DatabaseInUse if another process has the lock.
        """
        select_holder = text(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :high AND objid = :low"
        )
        halves_of_key = {"high": ADVISORY_KEY >> 32, "low": ADVISORY_KEY & 0xFFFFFFFF}
        if not self.process or await session.scalar(select_holder, halves_of_key) != self.process:
            raise DatabaseInUse
        await session.execute(text("SELECT pg_terminate_backend(:process)"), {"process": self.process})
        await session.execute(text("SELECT pg_advisory_lock(:key)"), _LOCK_KEY)

    async def _drop_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                await session.close()


class SharedLock(AdvisoryLock):
    """A lock held by all processes that share a database. It keeps out a process that wants the database alone."""

    def __init__(self, url: URL, *, fair: bool) -> None:
        """Prepare a lock. With `fair`, it shows others that this process takes a fair share of the servers."""
        super().__init__(url)
        self._fair = fair
        self.first = False
        """Whether no other process had the database at `begin`. If so, this process keeps others out until `share`."""

    async def begin(self) -> None:
        """Take the lock, exclusively if no other process has it. Raises DatabaseRefused."""
        try:
            self._session = await self._engine.connect()
            self.first = bool(await self._session.scalar(text("SELECT pg_try_advisory_lock(:key)"), _LOCK_KEY))
            if not self.first:
                await self._take()
        except DBAPIError as error:
            await self._drop_session()
            if getattr(error.orig, "sqlstate", None) == NOT_AVAILABLE:  # MIGRATION_TIMEOUT has passed
                raise DatabaseInUse from None
            raise build_refusal(error, None) from error

    async def share(self) -> None:
        """Let in other processes that share the database."""
        if self.first and self._session is not None:
            await self._lock_shared(self._session)
            await self._session.execute(text("SELECT pg_advisory_unlock(:key)"), _LOCK_KEY)

    async def _take(self) -> None:
        await self._drop_session()
        session = await self._engine.connect()
        try:
            await session.execute(text(f"SET lock_timeout = '{MIGRATION_TIMEOUT:.0f}s'"))
            await self._lock_shared(session)
        except BaseException:
            await session.close()
            raise
        self._session = session

    async def _lock_shared(self, session: AsyncConnection) -> None:
        await session.execute(text("SELECT pg_advisory_lock_shared(:key)"), _LOCK_KEY)
        if self._fair:
            await session.execute(text("SELECT pg_advisory_lock_shared(:key)"), {"key": FAIR_SHARE_KEY})
        self.process = await session.scalar(text("SELECT pg_backend_pid()")) or 0

    async def _unlock(self) -> None:
        if self._session is not None:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(RELEASE_TIMEOUT):
                    await self._session.execute(text("SELECT pg_advisory_unlock_all()"))
