"""Decides when a connection may identify itself to Discord's gateway.

In all processes of the bot together, one may do so every five seconds. Very large bots may connect several at a time;
Discord tells them how many.
"""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.store import Store
from bot.table.refusals import Refusal

SPACING = 5.5
"""Seconds between two connections: Discord's five, and some for network delay."""
MIN_WAIT = 0.05
"""The fewest seconds between two questions to the database whether it is the shard's turn."""


class Identifying:
    """Makes connections wait for their turn, which the common database of all processes decides."""

    def __init__(self, client: discord.AutoShardedClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._max_concurrency = 0

    async def wait_for_turn(self, shard: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify itself.

        If the database does not answer, wait as a single process would: if that is too short, Discord rejects the
        attempt, and it is repeated.
        """
        del initial  # true for this process's first connection, which may not be the bot's first
        group = (shard or 0) % await self._groups()
        try:
            while wait := await self._store.run(lambda tx: tx.leases.identify(group, SPACING)):  # noqa: ASYNC110
                await asyncio.sleep(max(MIN_WAIT, wait))
        except Refusal:
            await asyncio.sleep(SPACING)

    async def _groups(self) -> int:
        """Return how many shards may identify themselves at a time: only those of one group wait for each other."""
        if not self._max_concurrency:
            try:
                self._max_concurrency = (await self._client.fetch_session_start_limits()).max_concurrency
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
        return self._max_concurrency
