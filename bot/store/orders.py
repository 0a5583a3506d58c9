"""The SQL of the operator's orders, and of blocked users and servers."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import blocked, orders
from bot.table.log.rows import OrderRow

_ID = bindparam("of_id", type_=BigInteger)
_ORDERS = select(orders).order_by(orders.c.id, orders.c.what)
_ADD_ORDER = insert(orders)
_CLEAR_ORDER = delete(orders).where(orders.c.what == bindparam("of_what"), orders.c.id == _ID)
_BLOCKED = select(blocked.c.id).order_by(blocked.c.id)
_BLOCK = insert(blocked)
_UNBLOCK = delete(blocked).where(blocked.c.id == _ID)


class OrderStatements:
    """Reads and writes the operator's orders, and the blocked users and servers."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def orders(self) -> Sequence[OrderRow]:
        """Return the orders that are not carried out yet."""
        return [OrderRow(*row) for row in await self._connection.execute(_ORDERS)]

    async def give(self, order: OrderRow) -> None:
        """Store an order until it is carried out. An order that is given twice is stored once."""
        await self.clear(order)
        await self._connection.execute(_ADD_ORDER, order._asdict())

    async def clear(self, order: OrderRow) -> None:
        """Remove an order that is carried out or taken back."""
        await self._connection.execute(_CLEAR_ORDER, {"of_what": order.what, "of_id": order.id})

    async def blocked_ids(self) -> Sequence[int]:
        """Return the ids of all users and servers that are blocked."""
        return list(await self._connection.scalars(_BLOCKED))

    async def block(self, id: int) -> None:
        """Block a user or a server."""
        await self.unblock(id)
        await self._connection.execute(_BLOCK, {"id": id})

    async def unblock(self, id: int) -> None:
        """Unblock a user or a server."""
        await self._connection.execute(_UNBLOCK, {"of_id": id})
