"""Connects several processes that share one database.

When this process takes over shards, it begins to serve them. When it loses shards, it stops serving them. If another
process changes a table of a server that is served here, messages, computer players and deadlines are updated as if this
process had changed it.
"""

from __future__ import annotations

from contextlib import suppress

from bot.beacon.dealer import Dealer
from bot.channel.posting import Posting
from bot.channel.reconcile import Reconciler
from bot.cluster import shard_leases as leasing
from bot.cluster.shard_leases import LeaseChange, ShardLeases
from bot.computer.mover import Mover
from bot.hands.open_hands import OpenHands
from bot.runtime.loops import Loop
from bot.service import Service
from bot.store import Store
from bot.table.refusals import Refusal
from bot.upkeep import Upkeep


class ClusterNode:
    """Notifies the parts of this process if its leases change, or if another process changes a table."""

    def __init__(
        self,
        store: Store,
        leases: ShardLeases,
        service: Service,
        reconciler: Reconciler,
        posting: Posting,
        mover: Mover,
        dealer: Dealer | None,
        open_hands: OpenHands,
        upkeep: Upkeep,
    ) -> None:
        self.leases = leases
        self._store = store
        self._service = service
        self._reconciler = reconciler
        self._posting = posting
        self._mover = mover
        self._dealer = dealer
        self._open_hands = open_hands
        self._upkeep = upkeep
        self.loop = Loop("leases", leases.renew_leases, every=leasing.RENEW_SECONDS, rest=1)
        self._news = store.news(
            on_table_change=self._on_table_change, on_free_shards=self.loop.ring, on_missed=self._catch_up
        )
        leases.watch(self._on_lease_change)

    def start(self) -> None:
        """Begin to take leases, and to listen to other processes."""
        self.loop.start()
        if self._news is not None:
            self._news.start()

    async def close(self) -> None:
        """Stop listening, and release all leases."""
        await self.loop.stop()
        if self._news is not None:
            await self._news.close()
        with suppress(Refusal):  # if the database does not answer, the leases expire by themselves
            await self.leases.close()

    async def _on_lease_change(self, change: LeaseChange) -> None:
        if change.lost_shards:
            await self._reconciler.drop()
        if change.taken_shards:
            self._posting.note_takeover()
            await self._service.absence.note_taken_shards(change.taken_shards)
        self._catch_up()

    def _catch_up(self) -> None:
        """Drop the cache of tables and look for work, because changes may have been missed."""
        self._service.repository.uncache()
        for loop in self._upkeep.missed:
            loop.ring()

    def _on_table_change(self, table: int, guild: int) -> None:
        """React to a change of a table by another process."""
        self._upkeep.counting.ring()
        if not self._store.share.holds(guild):
            # a hand can be open in a private message, even if another process serves the table's server
            self._open_hands.touch(table)
            return
        self._reconciler.touch(table)
        self._mover.on_change_elsewhere(table)
        self._upkeep.ticker.loop.ring()
        if self._dealer is not None:
            self._dealer.start_deal(table)
