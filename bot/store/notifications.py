"""What other processes commit, as soon as they have: PostgreSQL's NOTIFY and LISTEN."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from sqlalchemy import bindparam, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

CHANNEL = "boneyard"
SILENT, PATIENCE = 30.0, 10.0
"""Seconds after which a connection is asked whether it lives, and in which it has to answer."""
AGAIN = 2.0
"""Seconds until it is tried again to listen."""
_TELL = select(func.pg_notify(CHANNEL, bindparam("what")))

log = structlog.get_logger()

Heard = Callable[[int, int], object]
"""Is told the id of a table that was changed, and its server."""


class NewsStatements:
    """Tells other processes, once this transaction is committed."""

    def __init__(self, connection: AsyncConnection, session: int) -> None:
        """Tell as the process that has this session."""
        self._connection = connection
        self._session = session

    async def announce_table_change(self, table: int, guild: int) -> None:
        """Tell that a table was changed."""
        await self._connection.execute(_TELL, {"what": f"{self._session} {table} {guild}"})

    async def announce_deletion(self) -> None:
        """Tell that a user was deleted, whom others may keep in memory."""
        await self._connection.execute(_TELL, {"what": f"{self._session}"})

    async def announce_free_shards(self) -> None:
        """Tell that there are shards to be taken."""
        await self._connection.execute(_TELL, {"what": ""})


class News:
    """Listens, on a connection of its own, to what other processes tell. What is missed while there is no connection is
    found by those who look again and again."""

    def __init__(
        self,
        url: URL,
        session: Callable[[], int],
        heard: Heard,
        shared: Callable[[], object],
        missed: Callable[[], object],
    ) -> None:
        """Tell `heard` of tables, `shared` of shards that can be taken; `missed` is called whenever listening begins
        again, since something may have been told before, and where a user was deleted. What is told as our own
        `session` is no news."""
        self._session = session
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._heard = heard
        self._shared = shared
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen from now on."""
        self._task = self._task or asyncio.create_task(self._listen(), name="news")

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._engine.dispose()

    async def _listen(self) -> None:
        while True:
            try:
                async with self._engine.connect() as connection:
                    await connection.exec_driver_sql(f"LISTEN {CHANNEL}")
                    self._missed()
                    await self._hear(connection)
            except (SQLAlchemyError, OSError) as broken:
                log.debug("not listening", error=type(broken).__name__)
            except Exception as broken:
                log.warning("not listening to other processes for a moment", error=type(broken).__name__)
            await asyncio.sleep(AGAIN)

    async def _hear(self, connection: AsyncConnection) -> None:
        """Hear what is told, until the connection breaks. It is asked again and again whether it lives: one that a
        firewall has forgotten is silent for ever."""
        driver: Any = (await connection.get_raw_connection()).driver_connection  # psycopg's own
        while True:
            async for told in driver.notifies(timeout=SILENT):
                self._dispatch(told.payload)
            async with asyncio.timeout(PATIENCE):
                await connection.exec_driver_sql("SELECT 1")

    def _dispatch(self, what: str) -> None:
        if not what:
            self._shared()
            return
        session, *table = map(int, what.split())
        if session == self._session():
            return
        if table:
            self._heard(*table)
        else:
            self._missed()
