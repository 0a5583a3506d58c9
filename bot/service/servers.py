"""How servers want games to be played."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Store, Transaction
from bot.table.limits import Limits
from bot.table.rows import ServerRow


class Servers:
    """What servers want. It counts for tables that are opened and begun from now on; for calls and limits at once."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits

    async def server(self, guild: int | None) -> ServerRow:
        """Return what a server wants; the defaults for one that never said, and for private messages."""
        return await self._store.run(lambda tx: tx.servers.server(guild or 0))

    def limits(self, server: ServerRow) -> Limits:
        """Return the limits that hold on a server."""
        return self._limits.on_server(server.tables_a_channel)

    async def set_up(self, guild: int, change: Callable[[ServerRow], ServerRow]) -> ServerRow:
        """Change what a server wants."""

        async def work(tx: Transaction) -> ServerRow:
            changed = change(await tx.servers.server(guild))
            await tx.servers.save_server(changed)
            return changed

        return await self._store.run(work)
