"""When a connection may introduce itself to Discord's gateway.

Only one may do so every five seconds, in all processes of the bot together. Very large bots may connect several at a
time, and Discord sends them the number.
"""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.store import Store
from bot.table.refusals import Refusal

SPACING = 5.5
"""Seconds between two connections: Discord's five, and some for network delay."""
LEAST = 0.05
"""The least number of seconds between two requests for a turn."""


class Identifying:
    """Makes connections wait for their turn; all processes use one database for it."""

    def __init__(self, client: discord.AutoShardedClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._at_a_time = 0

    async def turn(self, shard: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may introduce itself.

        If the database does not answer, wait as a single process does: if that is too soon, Discord rejects the attempt
        and it is repeated.
        """
        del initial  # true for this process's first connection, which may not be the bot's first
        group = (shard or 0) % await self._groups()
        try:
            while wait := await self._store.run(lambda tx: tx.leases.identify(group, SPACING)):  # noqa: ASYNC110
                await asyncio.sleep(max(LEAST, wait))
        except Refusal:
            await asyncio.sleep(SPACING)

    async def _groups(self) -> int:
        """Return how many shards may introduce themselves at a time.

        Shards whose numbers differ by a multiple of this wait for each other.
        """
        if not self._at_a_time:
            try:
                self._at_a_time = (await self._client.fetch_session_start_limits()).max_concurrency
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
        return self._at_a_time
