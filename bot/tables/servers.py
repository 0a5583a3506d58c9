"""The part of `Tables` that keeps how a server wants games to be played."""

from __future__ import annotations

from collections.abc import Callable

from bot.limits import Limits
from bot.store import ServerRow, Transaction
from bot.tables.showing import Showing


class Servers(Showing):
    """What servers want. It counts for tables that are opened and begun from now on; for calls and limits at once."""

    _limits: Limits

    async def server(self, guild: int | None) -> ServerRow:
        """What a server wants; the defaults for one that never said, and for private messages."""
        return await self._store.run(lambda tx: tx.server(guild or 0))

    async def limits(self, guild: int | None) -> Limits:
        """How much of everything there may be on a server."""
        return await self._store.run(lambda tx: self._limits_of(tx, guild))

    async def _limits_of(self, tx: Transaction, guild: int | None) -> Limits:
        return self._limits.of_server((await tx.server(guild or 0)).limits)

    async def set_up(self, guild: int, change: Callable[[ServerRow], ServerRow]) -> ServerRow:
        """Change what a server wants."""

        async def work(tx: Transaction) -> ServerRow:
            changed = change(await tx.server(guild))
            await tx.save_server(changed)
            return changed

        return await self._store.run(work)
