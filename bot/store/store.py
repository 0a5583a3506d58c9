"""The store: open it, and everything else happens inside a `Transaction`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.engine import connect, file_of, make_private, read_url, translated
from bot.store.lock import Lock, take
from bot.store.migrate import upgrade
from bot.store.transaction import Transaction


class Store:
    """An open database of the newest schema."""

    def __init__(self, engine: AsyncEngine, lock: Lock | None) -> None:
        self._engine = engine
        self._lock = lock

    @classmethod
    async def open(cls, address: str, *, alone: bool = True) -> Self:
        """Open a database, create or migrate it first.

        `alone` refuses a second process. Raises DatabaseRefused with one sentence.
        """
        url = read_url(address)
        if file := file_of(url):
            make_private(file)
        lock = await take(url) if alone else None
        try:
            await asyncio.to_thread(upgrade, url)
        except BaseException:
            if lock:
                await lock.release()
            raise
        return cls(connect(url), lock)

    async def close(self) -> None:
        """Give back every connection, then the lock."""
        await self._engine.dispose()
        if self._lock:
            await self._lock.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Everything in the block is written, or nothing.

        Raises Conflict for a key that exists and StorageFull; a cancelled block may have been written: ask again.
        """
        try:
            async with self._engine.begin() as connection:
                yield Transaction(connection)
        except DBAPIError as error:
            raise translated(error) from error

    async def recall(self, key: str) -> str | None:
        """What was remembered under a key."""
        async with self.transaction() as tx:
            return await tx.recall(key)

    async def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        async with self.transaction() as tx:
            await tx.remember(key, value)
