"""The SQL of blocks: which users do not want to play with which others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import BigInteger, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import blocks
from bot.table.log.rows import BlockRow

_USER = bindparam("user", type_=BigInteger)
_USERS = bindparam("users", type_=BigInteger, expanding=True)
_BLOCKS_OF = select(blocks).where(blocks.c.user_id == _USER).order_by(blocks.c.at.desc(), blocks.c.mark)
_AMONG = select(blocks).where(
    blocks.c.user_id.in_(_USERS), or_(blocks.c.other_id.in_(_USERS), blocks.c.other_id.is_(None))
)
_ADD = insert(blocks)
_DROP = delete(blocks).where(blocks.c.user_id == _USER, blocks.c.mark == bindparam("of_mark"))
_FORGET_USER = (
    delete(blocks).where(blocks.c.user_id == _USER),
    update(blocks).where(blocks.c.other_id == _USER).values(other_id=None),  # the mark keeps them apart
)


class BlockStatements:
    """Reads and writes blocks."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def blocks_of(self, user: int) -> Sequence[BlockRow]:
        """Return the blocks that a user has set, newest first."""
        return [BlockRow(*row) for row in await self._connection.execute(_BLOCKS_OF, {"user": user})]

    async def among(self, users: Collection[int]) -> Sequence[BlockRow]:
        """Return the blocks that these users have set against each other, or against users who were deleted."""
        rows = await self._connection.execute(_AMONG, {"users": list(users)})
        return [BlockRow(*row) for row in rows]

    async def add(self, row: BlockRow) -> None:
        """Record a block. Raises Conflict if the user has blocked the other before."""
        values = {"user_id": row.user, "mark": row.mark, "key": row.key, "other_id": row.other, "at": row.at}
        await self._connection.execute(_ADD, values)

    async def drop(self, user: int, mark: str) -> None:
        """Delete a block that a user has set."""
        await self._connection.execute(_DROP, {"user": user, "of_mark": mark})

    async def forget_user(self, user: int) -> bool:
        """Delete a user's own blocks, and remove their id from others' blocks.

        Return whether there were any such blocks.
        """
        counts = [(await self._connection.execute(statement, {"user": user})).rowcount for statement in _FORGET_USER]
        return any(counts)
