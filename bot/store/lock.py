"""One process per database: a second one is refused, and a killed one leaves nothing behind."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO, Protocol

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.engine import file_of
from bot.store.errors import DatabaseRefused

ADVISORY_KEY = 0x626F6E6579617264  # "boneyard"
TAKEN = "Another Boneyard already uses this database: stop it first."


class Lock(Protocol):
    """Held until `release`, or until the process ends in whatever way."""

    async def release(self) -> None: ...


async def take(url: URL) -> Lock:
    """The lock of a database. Raises DatabaseRefused where somebody else has it."""
    file = file_of(url)
    return _take_file(file.with_name(file.name + ".lock")) if file else await _take_advisory(url)


class _FileLock:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    async def release(self) -> None:
        self._file.close()


def _take_file(path: Path) -> Lock:
    try:
        file = path.open("ab")
    except OSError as error:
        raise DatabaseRefused(f"The lock file {path} cannot be opened: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise DatabaseRefused(TAKEN) from None
    return _FileLock(file)


class _AdvisoryLock:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def release(self) -> None:
        await self._connection.close()
        await self._connection.engine.dispose()


async def _take_advisory(url: URL) -> Lock:
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        connection = await engine.connect()
    except OperationalError:
        raise DatabaseRefused("The database server does not answer, or refuses this user.") from None
    if not await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY}):
        await connection.close()
        raise DatabaseRefused(TAKEN)
    return _AdvisoryLock(connection)
