"""Notifications of what other processes commit, by PostgreSQL's NOTIFY and LISTEN."""

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
"""Seconds between checks of the connection, and its timeout for an answer."""
AGAIN = 2.0
"""Seconds until it is tried again to listen."""
_TELL = select(func.pg_notify(CHANNEL, bindparam("what")))

log = structlog.get_logger()

Heard = Callable[[int, int], object]
"""Called with the id of a table that was changed, and its server."""


class NewsStatements:
    """Notifies other processes, once this transaction is committed."""

    def __init__(self, connection: AsyncConnection, session: int) -> None:
        """Send notifications as the process that has this session."""
        self._connection = connection
        self._session = session

    async def announce_table_change(self, table: int, guild: int) -> None:
        """Announce that a table was changed."""
        await self._connection.execute(_TELL, {"what": f"{self._session} {table} {guild}"})

    async def announce_deletion(self) -> None:
        """Announce that a user was deleted, whom others may keep in memory."""
        await self._connection.execute(_TELL, {"what": f"{self._session}"})

    async def announce_free_shards(self) -> None:
        """Announce that there are shards to be taken."""
        await self._connection.execute(_TELL, {"what": ""})


class News:
    """Listens to other processes' notifications, on a connection of its own.

    What is missed while there is no connection is found by regular polls.
    """

    def __init__(
        self,
        url: URL,
        session: Callable[[], int],
        heard: Heard,
        shared: Callable[[], object],
        missed: Callable[[], object],
    ) -> None:
        """Call `heard` for changed tables, and `shared` when shards can be taken.

        `missed` is called whenever listening begins again, since notifications may have been missed, and when a user
        was deleted. Notifications of our own `session` are ignored.
        """
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
        """Stop listening."""
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
        """Receive notifications until the connection breaks.

        The connection is tested periodically: one that a firewall has forgotten is silent for ever.
        """
        driver: Any = (await connection.get_raw_connection()).driver_connection  # psycopg's own
        while True:
            async for notification in driver.notifies(timeout=SILENT):
                self._dispatch(notification.payload)
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
