"""How servers want games to be played."""

from __future__ import annotations

from collections.abc import Callable

from bot.runtime.clock import Clock
from bot.store import Store, Transaction
from bot.table.clock.pace import DAY
from bot.table.limits import Limits
from bot.table.server_settings import ServerRow

FORGOTTEN_AFTER = 30 * DAY
"""Seconds for which settings of a server are kept after it removed the bot, in case it adds the bot again."""


class Servers:
    """Settings of servers.

    Most settings apply only to tables that are opened later, or to games that begin later. Settings of pings and limits
    apply at once.
    """

    def __init__(
        self, store: Store, limits: Limits, clock: Clock, is_on: Callable[[int], bool | None] = lambda _: None
    ) -> None:
        """Keep settings; `is_on` returns whether the bot is on a server, and None while that is unknown."""
        self._store = store
        self._limits = limits
        self._clock = clock
        self._is_on = is_on

    async def server(self, guild: int | None) -> ServerRow:
        """Return a server's settings, or the defaults if it has none. Private messages have the defaults."""
        return await self._store.run(lambda tx: tx.servers.server(guild or 0))

    def limits(self, server: ServerRow) -> Limits:
        """Return the limits that hold on a server."""
        return self._limits.on_server(server)

    async def set_up(self, guild: int, change: Callable[[ServerRow], ServerRow]) -> ServerRow:
        """Change what a server wants, and return its settings."""

        async def work(tx: Transaction) -> ServerRow:
            settings = change(await tx.servers.server(guild))
            await tx.servers.save_server(settings)
            return settings

        return await self._store.run(work)

    async def forget_left_servers(self) -> None:
        """Record which servers have removed the bot; delete the settings of those that removed it long ago."""

        async def work(tx: Transaction) -> None:
            for row in await tx.servers.servers():
                await self._note_presence(tx, row)

        await self._store.run(work)

    async def _note_presence(self, tx: Transaction, row: ServerRow) -> None:
        is_on = self._is_on(row.guild)
        now = self._clock.now()
        if is_on is None or not self._store.share.holds(row.guild):
            return
        left_at = None if is_on else (row.left_at or now)
        if left_at is not None and now - left_at >= FORGOTTEN_AFTER:
            await tx.servers.forget_server(row.guild)
            await tx.moderation.forget_server(row.guild)
        elif left_at != row.left_at:
            await tx.servers.save_server(row._replace(left_at=left_at))
