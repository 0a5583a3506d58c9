"""The SQL of the settings of servers, and of what the bot remembers about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import meta, servers
from bot.table.server_settings import ServerRow

_REMEMBER = text(
    "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
_RECALL = select(meta.c.value).where(meta.c.key == bindparam("key"))
_RECALL_LOCKED = _RECALL.with_for_update()
_FORGET_KEY = delete(meta).where(meta.c.key == bindparam("key"))
_SERVER = select(servers).where(servers.c.guild == bindparam("guild"))
_DELETE_SERVER = delete(servers).where(servers.c.guild == bindparam("guild"))
_ADD_SERVER = insert(servers)
_ALL_SERVERS = select(servers)


class ServerStatements:
    """Reads and writes the settings of servers."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def server(self, guild: int) -> ServerRow:
        """Return the settings of a server, or the defaults if it has none."""
        row = (await self._connection.execute(_SERVER, {"guild": guild})).one_or_none()
        return ServerRow(guild) if row is None else server_of(row)

    async def save_server(self, row: ServerRow) -> None:
        """Store the settings of a server."""
        await self._connection.execute(_DELETE_SERVER, {"guild": row.guild})
        await self._connection.execute(_ADD_SERVER, row._asdict() | {"channels": list(row.channels)})

    async def servers(self) -> Sequence[ServerRow]:
        """Return the settings of all servers that have any."""
        return [server_of(row) for row in await self._connection.execute(_ALL_SERVERS)]

    async def forget_server(self, guild: int) -> None:
        """Delete the settings of a server."""
        await self._connection.execute(_DELETE_SERVER, {"guild": guild})


def server_of(columns: Sequence[Any]) -> ServerRow:
    """Return the settings in a row of the database."""
    row = ServerRow(*columns)
    return row._replace(channels=tuple(row.channels))


class MetaStatements:
    """Reads and writes what the bot remembers about itself, by keys."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def recall(self, key: str, *, lock: bool = False) -> str | None:
        """Return what is stored under a key, None if nothing is.

        With `lock`, no other process can change it before this transaction ends.
        """
        return await self._connection.scalar(_RECALL_LOCKED if lock else _RECALL, {"key": key})

    async def remember(self, key: str, value: str) -> None:
        """Store a text under a key."""
        await self._connection.execute(_REMEMBER, {"key": key, "value": value})

    async def forget(self, key: str) -> None:
        """Delete what is stored under a key."""
        await self._connection.execute(_FORGET_KEY, {"key": key})
