"""What servers want, and what the bot remembers about itself."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import meta, servers
from bot.table.rows import ServerRow

_REMEMBER = text(
    "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
_SERVER = select(servers).where(servers.c.guild == bindparam("asked"))


class ServerStatements:
    """Reads and writes what servers want."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def server(self, guild: int) -> ServerRow:
        """Return what a server wants; the defaults for one that never said."""
        row = (await self._connection.execute(_SERVER, {"asked": guild})).one_or_none()
        return ServerRow(guild) if row is None else ServerRow(*row)._replace(channels=tuple(row.channels))

    async def save_server(self, row: ServerRow) -> None:
        """Keep what a server wants."""
        await self._connection.execute(delete(servers).where(servers.c.guild == row.guild))
        await self._connection.execute(
            insert(servers).values(row._asdict() | {"channels": list(row.channels), "limits": dict(row.limits)})
        )


class MetaStatements:
    """Reads and writes what the bot remembers about itself, by keys."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def recall(self, key: str, *, lock: bool = False) -> str | None:
        """Return what was remembered under a key; with `lock` no other process changes it before this transaction
        ends."""
        found = select(meta.c.value).where(meta.c.key == key)
        return await self._connection.scalar(found.with_for_update() if lock else found)

    async def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        await self._connection.execute(_REMEMBER, {"key": key, "value": value})

    async def forget(self, key: str) -> None:
        """Keep nothing under a key."""
        await self._connection.execute(delete(meta).where(meta.c.key == key))
