"""Keeps the leases of this process: the shards whose Discord servers it serves.

A lease is certainly ours only for a limited time after it was renewed. Once that time is over, `Store.share` is empty.
For a moment, two processes may both serve a server. That does no harm, since each step is guarded by unique keys.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import structlog

from bot.store import ShardClaim, Share, Store, Transaction, leases

RENEW_SECONDS = 10
"""Seconds between two renewals."""

log = structlog.get_logger()


@dataclass(frozen=True)
class LeaseChange:
    """Shards whose leases were lost or released, and shards whose leases were taken.

    `taken_shards` has, for each shard, the time at which its previous lease ended. A shard that was lost and taken
    again is in both.
    """

    lost_shards: frozenset[int] = frozenset()
    taken_shards: Mapping[int, float] = field(default_factory=dict)


class ShardLeases:
    """Takes, renews and releases the leases of one process."""

    def __init__(self, store: Store, claim: ShardClaim) -> None:
        self._store = store
        self._claim = claim
        self.total = claim.total
        self._holder = f"{socket.gethostname()[:60]} {secrets.token_hex(8)}"
        self.held_shards: frozenset[int] = frozenset()
        """The shards whose leases this process held after the last renewal or release."""
        self._lock = asyncio.Lock()
        self._watchers: list[Callable[[LeaseChange], Awaitable[None]]] = []
        self._unreported = LeaseChange()
        self._idle_logged = False
        self._prepared = self._closed = False
        store.serve(Share(claim.total, frozenset()), 0.0)

    def watch(self, watcher: Callable[[LeaseChange], Awaitable[None]]) -> None:
        """Call `watcher` with each change: for released leases, before other processes can take them."""
        self._watchers.append(watcher)

    async def renew_leases(self) -> frozenset[int]:
        """Renew our leases, and take or release some if necessary. Return the shards that were renewed and kept."""
        async with self._lock:
            return frozenset() if self._closed else await self._renew_leases()

    async def close(self) -> None:
        """Release all leases, so that other processes go on at once."""
        async with self._lock:
            self._closed = True
            await self._release_leases(self.held_shards)

    async def _renew_leases(self) -> frozenset[int]:
        renewed_at = time.monotonic()
        held_before = self.held_shards
        renewed, taken, max_held = await self._store.run(self._renew_and_take)
        self.held_shards = frozenset({*renewed, *taken})
        self._serve(renewed_at)
        # this process stopped serving these shards, but could not release them, so it takes them again
        unreleased = dict.fromkeys(renewed - held_before, time.time())
        await self._notify_watchers(LeaseChange(held_before - renewed, {**taken, **unreleased}))
        if surplus := frozenset(sorted(renewed)[max_held:]):
            await self._release_leases(surplus)
        if not self.held_shards and not self._idle_logged:
            log.info("other processes serve all servers; waiting")
        self._idle_logged = not self.held_shards
        return renewed - surplus

    async def _renew_and_take(self, tx: Transaction) -> tuple[frozenset[int], Mapping[int, float], int]:
        """Renew leases and take free ones; return which were renewed, which were taken, and how many may be held."""
        if not self._prepared:
            await tx.leases.prepare(self.total)
        session = self._store.session
        renewed = await tx.leases.renew(self._holder, session)
        candidates, max_held = await self._find_candidates(tx)
        limit = max_held - len(renewed)
        if lost := self.held_shards - renewed:
            # the database was away or this process stood still; others may be late too, so take only what was ours
            candidates, limit = lost, len(lost)
        take = partial(tx.leases.take, self._holder, session, self.total, candidates)
        taken = await take(limit) if limit > 0 else {}
        return renewed, taken, max_held

    async def _find_candidates(self, tx: Transaction) -> tuple[frozenset[int], int]:
        """Return the shards that this process may take, and how many it may hold in total."""
        if self._claim.shards is not None:
            return self._claim.shards, len(self._claim.shards)
        sharers = max(1, await tx.leases.count_sharers())
        return frozenset(range(self.total)), -(-self.total // sharers)  # rounded up

    async def _release_leases(self, shards: frozenset[int]) -> None:
        """Stop serving these shards, and only then let other processes take them."""
        if not shards:
            return
        self.held_shards = self.held_shards - shards
        self._store.serve(Share(self.total, self.held_shards), self._store.until)
        await self._notify_watchers(LeaseChange(lost_shards=shards))

        async def work(tx: Transaction) -> None:
            await tx.leases.release(self._holder, shards)
            await tx.news.announce_free_shards()

        await self._store.run(work)

    def _serve(self, renewed_at: float) -> None:
        self._prepared = True  # the transaction that prepared the leases has been committed
        self._store.serve(Share(self.total, self.held_shards), renewed_at + leases.LEASE)

    async def _notify_watchers(self, change: LeaseChange) -> None:
        """Notify all watchers of a change. If one fails, all get this change again, together with the next change."""
        unreported = self._unreported
        change = LeaseChange(
            unreported.lost_shards | change.lost_shards, {**unreported.taken_shards, **change.taken_shards}
        )
        if not (change.lost_shards or change.taken_shards):
            return
        self._unreported = change
        log.info("served shards changed", count=len(self.held_shards))
        for watcher in self._watchers:
            await watcher(change)
        self._unreported = LeaseChange()
