"""The SQL of checkpoints: positions of tables, stored beside their logs.

They only let a table open faster, so all of them can be deleted.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, String, and_, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import checkpoints, steps
from bot.table.log.checkpoint import Checkpoint

_NEWEST_USABLE = (
    select(checkpoints)
    .join(steps, and_(steps.c.table_id == checkpoints.c.table_id, steps.c.seq == checkpoints.c.seq))
    .where(checkpoints.c.table_id == bindparam("table", type_=BigInteger))
    .where(checkpoints.c.seq <= bindparam("up_to", type_=Integer))
    .where(checkpoints.c.program == bindparam("of_program", type_=String))
    .where(steps.c.hash == checkpoints.c.head)
    .order_by(checkpoints.c.seq.desc())
    .limit(1)
)

_ADD_CHECKPOINT = insert(checkpoints)
_FORGET_ALL = delete(checkpoints).where(checkpoints.c.table_id == bindparam("table", type_=BigInteger))
_FORGET_EARLIER = _FORGET_ALL.where(checkpoints.c.seq < bindparam("before", type_=Integer))


class CheckpointStatements:
    """Reads and writes positions of tables."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def newest_checkpoint(self, table: int, up_to: int, program: str) -> Checkpoint | None:
        """Return a program's newest checkpoint at the step `up_to` or before it.

        A checkpoint whose hash differs from that of its step in the log is ignored.
        """
        parameters = {"table": table, "up_to": up_to, "of_program": program}
        row = (await self._connection.execute(_NEWEST_USABLE, parameters)).one_or_none()
        return None if row is None else Checkpoint(*row)

    async def add(self, new: Checkpoint) -> None:
        """Keep a new checkpoint."""
        values = {"table_id": new.table, **new._asdict()}
        del values["table"]
        await self._connection.execute(_ADD_CHECKPOINT, values)

    async def forget(self, table: int, before: int | None = None) -> None:
        """Delete the checkpoints of a table before a step, or all of them."""
        statement = _FORGET_ALL if before is None else _FORGET_EARLIER
        await self._connection.execute(statement, {"table": table, "before": before})
