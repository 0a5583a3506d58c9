"""Checkpoints: positions of tables, stored beside their logs.

They only let a table open faster, so all of them can be deleted.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, String, and_, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import checkpoints, steps
from bot.table.log.checkpoint import Checkpoint

_LAST = (
    select(checkpoints)
    .join(steps, and_(steps.c.table_id == checkpoints.c.table_id, steps.c.seq == checkpoints.c.seq))
    .where(checkpoints.c.table_id == bindparam("table", type_=BigInteger))
    .where(checkpoints.c.seq <= bindparam("up_to", type_=Integer))
    .where(checkpoints.c.program == bindparam("by", type_=String))
    .where(steps.c.hash == checkpoints.c.head)
    .order_by(checkpoints.c.seq.desc())
    .limit(1)
)

_ADD = insert(checkpoints)
_FORGET = delete(checkpoints).where(checkpoints.c.table_id == bindparam("table", type_=BigInteger))
_FORGET_OLD = _FORGET.where(checkpoints.c.seq < bindparam("before", type_=Integer))


class CheckpointStatements:
    """Reads and writes positions of tables."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def last(self, table: int, up_to: int, program: str) -> Checkpoint | None:
        """Return a program's newest checkpoint at the step `up_to` or before it.

        Those whose hash is not the one in the log are ignored.
        """
        found = await self._connection.execute(_LAST, {"table": table, "up_to": up_to, "by": program})
        row = found.one_or_none()
        return None if row is None else Checkpoint(*row)

    async def add(self, new: Checkpoint) -> None:
        """Keep a new checkpoint."""
        values = {"table_id": new.table, **new._asdict()}
        del values["table"]
        await self._connection.execute(_ADD, values)

    async def forget(self, table: int, before: int | None = None) -> None:
        """Delete the checkpoints of a table, those before a step or all."""
        statement = _FORGET if before is None else _FORGET_OLD
        await self._connection.execute(statement, {"table": table, "before": before})
