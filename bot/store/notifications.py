"""Notifications between processes about changes that they commit, by PostgreSQL's NOTIFY and LISTEN."""

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
CHECK_INTERVAL, ANSWER_TIMEOUT = 30.0, 10.0
"""In seconds.

The connection is checked after CHECK_INTERVAL without a notification. A check may take ANSWER_TIMEOUT.
"""
RETRY_DELAY = 2.0
"""Seconds before a new attempt to listen after the connection broke."""
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("what")))

log = structlog.get_logger()

OnTableChange = Callable[[int, int], object]
"""Called with the id of a changed table, and of its server."""


class NewsStatements:
    """Sends notifications to other processes, once this transaction is committed.

    `News` receives them in the other processes. The text of a notification is "session table guild". For a deleted user
    it is only "session", and for free shards it is empty.
    """

    def __init__(self, connection: AsyncConnection, session: int) -> None:
        """Send notifications as the process that has this session."""
        self._connection = connection
        self._session = session

    async def announce_table_change(self, table: int, guild: int) -> None:
        """Announce that a table was changed."""
        await self._connection.execute(_NOTIFY, {"what": f"{self._session} {table} {guild}"})

    async def announce_deletion(self) -> None:
        """Announce that a user was deleted, so that other processes forget what they have cached."""
        await self._connection.execute(_NOTIFY, {"what": f"{self._session}"})

    async def announce_free_shards(self) -> None:
        """Announce that some shards are free and can be taken."""
        await self._connection.execute(_NOTIFY, {"what": ""})


class News:
    """Receives other processes' notifications, on a connection of its own.

    While it has no connection, changes are missed. Regular polls find them.
    """

    def __init__(
        self,
        url: URL,
        session: Callable[[], int],
        on_table_change: OnTableChange,
        on_free_shards: Callable[[], object],
        on_missed: Callable[[], object],
    ) -> None:
        """Call `on_table_change` for a changed table, `on_free_shards` for free shards.

        `on_missed` is called when a user was deleted, and whenever listening begins, since notifications may have been
        missed before. Notifications of our own `session` are ignored.
        """
        self._session = session
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._on_table_change = on_table_change
        self._on_free_shards = on_free_shards
        self._on_missed = on_missed
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
                    self._on_missed()
                    await self._receive(connection)
            except (SQLAlchemyError, OSError) as error:
                log.debug("not listening", error=type(error).__name__)
            except Exception as error:
                log.warning("not listening to other processes for a moment", error=type(error).__name__)
            await asyncio.sleep(RETRY_DELAY)

    async def _receive(self, connection: AsyncConnection) -> None:
        """Receive notifications until the connection breaks.

        The connection is checked periodically, since a connection that a firewall has forgotten stays silent for ever.
        """
        driver: Any = (await connection.get_raw_connection()).driver_connection  # psycopg's own
        while True:
            async for notification in driver.notifies(timeout=CHECK_INTERVAL):
                self._dispatch(notification.payload)
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await connection.exec_driver_sql("SELECT 1")

    def _dispatch(self, payload: str) -> None:
        if not payload:
            self._on_free_shards()
            return
        session, *table_and_guild = map(int, payload.split())
        if session == self._session():
            return
        if table_and_guild:
            self._on_table_change(*table_and_guild)
        else:
            self._on_missed()
