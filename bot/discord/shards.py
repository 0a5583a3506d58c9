"""Connections to Discord's gateway for several processes that share its shards.

There is one connection for each shard that is served here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import discord
import structlog
from discord.gateway import DiscordWebSocket

from bot.cluster.node import ClusterNode
from bot.cluster.shard_leases import LeaseChange
from bot.discord import identify
from bot.discord.gateway import Gateway
from bot.discord.identify import IdentifyQueue
from bot.store import Store
from bot.table.refusals import Refusal

LINGER = 10.0
"""Seconds for which a connection stays after another process took its shard.

The other process connects meanwhile. `identify.SPACING` is added for each shard that may have to wait for its turn. A
press that both processes receive is carried out once.
"""
MOST_MOVED = 10
"""The most shards for which `identify.SPACING` is added."""

log = structlog.get_logger()


class Shards:
    """Connects the shards that are served here, and no others."""

    def __init__(self, client: discord.AutoShardedClient, gateway: Gateway, cluster: ClusterNode, store: Store) -> None:
        self._client = client
        self._gateway = gateway
        self._cluster = cluster
        client.before_identify_hook = IdentifyQueue(client, store).wait_for_turn  # type: ignore[assignment]  # a hook
        self._has_shard = asyncio.Event()
        self._left_shards: set[int] = set()
        """The shards that we disconnected ourselves; the library reconnects all others."""
        self._lost_since: dict[int, float] = {}
        """When we first noticed that a connected shard is served elsewhere, by the event loop's clock."""
        self._task: asyncio.Task[None] | None = None
        self._follow_again = False
        """Whether leases have changed since the running task read them."""
        self._closed = False
        cluster.leases.watch(self._on_shard_change)
        client.event(self.on_shard_ready)

    async def begin(self) -> None:
        """Wait for a shard to serve here, and let the library begin with all of them.

        Raises DatabaseRefused if other processes have another number of shards.
        """
        await self._client._async_setup_hook()  # without it, a client that isn't logged in yet can't be closed
        with suppress(Refusal):  # the database may not answer yet
            await self._cluster.leases.renew_leases()
        self._cluster.start()
        await self._has_shard.wait()
        self._client.shard_count = self._cluster.leases.total
        self._client.shard_ids = sorted(self._cluster.leases.held_shards)

    def is_connected(self) -> bool:
        """Return whether each shard that is served here is connected."""
        own_shards = self._cluster.leases.held_shards
        return not own_shards or (self._client.is_ready() and all(map(self._gateway.is_connected, own_shards)))

    def follow(self) -> None:
        """Start to disconnect shards that are served elsewhere, and to connect those that are served here."""
        if self._closed:
            return
        self._follow_again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(), name="shards")

    async def on_shard_ready(self, _: int) -> None:
        """Let a client that was running already examine the servers of a shard that it has taken over."""
        if self._client.is_ready():
            self._client.dispatch("ready")

    async def close(self) -> None:
        """Stop following changes."""
        self._closed, self._follow_again = True, False
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _on_shard_change(self, change: LeaseChange) -> None:
        if change.taken_shards:
            self._has_shard.set()
        if self._client.is_ready():
            self.follow()

    async def _follow(self) -> None:
        while self._follow_again:
            self._follow_again = False
            own_shards = self._cluster.leases.held_shards
            for shard in self._shards_to_leave(own_shards):
                await self._leave(shard)
            for shard in sorted(own_shards):
                if shard in self._left_shards or shard not in self._client.shards:
                    await self._connect(shard)

    def _shards_to_leave(self, own_shards: frozenset[int]) -> Sequence[int]:
        """Return the shards to leave now; if others must wait, schedule another call of `follow`."""
        loop = asyncio.get_running_loop()
        lost_shards = self._client.shards.keys() - own_shards - self._left_shards
        self._lost_since = {shard: self._lost_since.get(shard, loop.time()) for shard in lost_shards}
        linger = self._linger()
        due = [shard for shard, since in self._lost_since.items() if loop.time() >= since + linger]
        if len(due) < len(lost_shards):
            loop.call_later(linger, self.follow)
        return sorted(due)

    def _linger(self) -> float:
        """Return for how many seconds the connection of a lost shard stays.

        All shards may move to other processes at once, where they connect one after the other.
        """
        return LINGER + min(self._cluster.leases.total, MOST_MOVED) * identify.SPACING

    async def _leave(self, shard: int) -> None:
        self._left_shards.add(shard)
        log.info("leaving a shard to another process", shard=shard)
        connection = self._client.get_shard(shard)
        if connection is not None:
            await connection.disconnect()

    async def _connect(self, shard: int) -> None:
        self._left_shards.discard(shard)
        self._client._connection.shard_ids = sorted({*self._client.shards, shard})
        log.info("connecting a shard", shard=shard)
        try:
            if connection := self._client.get_shard(shard):  # this process has served the shard before
                await connection.connect()
            else:
                await self._client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
        except discord.DiscordException as error:
            log.warning("a shard cannot be connected", shard=shard, error=type(error).__name__)
