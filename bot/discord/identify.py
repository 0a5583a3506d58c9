"""When a connection may introduce itself to Discord's gateway: one every five seconds for the whole bot, however many
processes it has. Very large bots may do so many at a time, and Discord tells them how many."""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.store import Store
from bot.table.refusals import Refusal

SPACING = 5.5
"""Seconds between two connections: Discord's five, and some for the way there."""
LEAST = 0.05
"""Seconds after which it is asked again at the earliest."""


class Identifying:
    """Lets connections wait for their turn, which all processes take from one database."""

    def __init__(self, client: discord.AutoShardedClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._at_a_time = 0

    async def turn(self, shard: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may introduce itself. Where the database does not answer, wait as one process alone does:
        what comes too soon Discord turns away, and it is tried again."""
        del initial  # the library's word for the first of this process, which may not be the first of all
        group = (shard or 0) % await self._groups()
        try:
            while wait := await self._store.run(lambda tx: tx.leases.identify(group, SPACING)):  # noqa: ASYNC110
                await asyncio.sleep(max(LEAST, wait))
        except Refusal:
            await asyncio.sleep(SPACING)

    async def _groups(self) -> int:
        """Return how many shards may introduce themselves at a time: those whose numbers differ by this wait for each
        other."""
        if not self._at_a_time:
            try:
                self._at_a_time = (await self._client.fetch_session_start_limits()).max_concurrency
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
        return self._at_a_time
