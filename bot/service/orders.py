"""Carries out what the operator orders from the command line.

The running bot does this, since the command can't change what the bot has in memory.
"""

from __future__ import annotations

from enum import StrEnum

import structlog

from bot.service.people import People
from bot.store import Store, Transaction
from bot.table.log.rows import OrderRow
from bot.table.refusals import Refusal

log = structlog.get_logger()


class OrderKind(StrEnum):
    """The orders. Each takes a user's id; BLOCK and UNBLOCK also accept a server's id."""

    FORGET = "forget"
    BLOCK = "block"
    UNBLOCK = "unblock"


class Orders:
    """Carries out what the operator orders, and knows whom they have blocked."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people
        self._blocked = frozenset[int]()

    def is_blocked(self, id: int | None) -> bool:
        """Return whether a user or a server is blocked."""
        return id in self._blocked

    async def carry_out_pending(self) -> None:
        """Carry out the orders, and read who is blocked. An order that is refused now is retried the next time."""
        if self._store.share.holds(0):  # only the process that serves private messages carries them out
            for order in await self._store.run(lambda tx: tx.orders.orders()):
                await self._carry_out(order)
        self._blocked = frozenset(await self._store.run(lambda tx: tx.orders.blocked_ids()))

    async def _carry_out(self, order: OrderRow) -> None:
        try:
            match order.what:
                case OrderKind.FORGET:
                    await self._people.forget(order.id)
                case OrderKind.BLOCK:
                    await self._people.block(order.id)
                case OrderKind.UNBLOCK:
                    await self._store.run(lambda tx: _unblock(tx, order))
        except Refusal as refusal:
            log.warning("operator's order refused; retrying later", kind=order.what, reason=str(refusal))
        else:  # the id is left out: it must not get into the log after the user is forgotten
            log.info("operator's order carried out", kind=order.what)


async def _unblock(tx: Transaction, order: OrderRow) -> None:
    await tx.orders.unblock(order.id)
    await tx.orders.clear(order)
