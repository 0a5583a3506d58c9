"""Decides when a connection may identify itself to Discord's gateway.

All processes of the bot together may open one connection every five seconds. Very large bots may open several at a
time; Discord returns the number.
"""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.store import Store
from bot.table.refusals import Refusal

SPACING = 5.5
"""Seconds between two connections: Discord's five and some for network delay."""
MIN_WAIT = 0.05
"""Seconds between two polls of the database, at least."""


class IdentifyQueue:
    """Makes connections wait for their turn, which is decided in the database that all processes share."""

    def __init__(self, client: discord.AutoShardedClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._max_concurrency = 0
        """How many shards may identify themselves at a time; 0 until Discord has answered."""

    async def wait_for_turn(self, shard: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify itself.

        If the database does not answer, wait `SPACING` seconds. If that is too short, Discord rejects
        the attempt, and the library repeats it.
        """
        del initial  # true for this process's first connection, which may not be the bot's first
        group = (shard or 0) % await self._groups()
        try:
            while wait := await self._store.run(lambda tx: tx.leases.reserve_identify(group, SPACING)):  # noqa: ASYNC110
                await asyncio.sleep(max(MIN_WAIT, wait))
        except Refusal:
            await asyncio.sleep(SPACING)

    async def _groups(self) -> int:
        """Return the number of groups: one shard of each may identify itself at a time."""
        if not self._max_concurrency:
            try:
                self._max_concurrency = (await self._client.fetch_session_start_limits()).max_concurrency
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
        return self._max_concurrency
