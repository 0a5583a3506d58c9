"""The SQL of challenges: the users for whom seats are or were kept, according to the steps of tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import BigInteger, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import KEEPING, checkpoints, steps, tables

_USER, _SINCE, _BEFORE = (bindparam(name, type_=BigInteger) for name in ("user", "since", "before"))
_TABLE_OF_STEP = tables.c.id == steps.c.table_id
_OPENING = steps.alias("opening")
_CHALLENGED_BY = (
    select(steps.c.user_id)
    .join(_OPENING, (_OPENING.c.table_id == steps.c.table_id) & (_OPENING.c.seq == 1))
    .where(_OPENING.c.user_id == _USER, _OPENING.c.at > _SINCE, KEEPING)
)
_KEPT_FOR = (
    select(steps.c.table_id)
    .join(tables, _TABLE_OF_STEP)
    .where(steps.c.user_id == _USER, KEEPING, tables.c.status == "lobby")
    .distinct()
)
_OLD = (
    select(steps.c.table_id)
    .join(tables, _TABLE_OF_STEP)
    .where(KEEPING, steps.c.at <= _BEFORE, tables.c.status != "lobby")
    .distinct()
)
_OF_OLD = bindparam("old", expanding=True, type_=BigInteger)
_FORGET_CHECKPOINTS = delete(checkpoints).where(checkpoints.c.table_id.in_(_OF_OLD))
_FORGET = update(steps).where(steps.c.table_id.in_(_OF_OLD), KEEPING).values(user_id=None)


class ChallengeStatements:
    """Reads and deletes the users for whom seats are kept."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def challenged_by(self, user: int, since: int) -> Collection[int]:
        """Return the users whom a user has challenged since a time.

        The first step of each table names who opened it. Its host can be another user by now.
        """
        return set(await self._connection.scalars(_CHALLENGED_BY, {"user": user, "since": since}))

    async def kept_for(self, user: int) -> Sequence[int]:
        """Return the tables that wait for players and have kept a seat for a user."""
        return sorted(await self._connection.scalars(_KEPT_FOR, {"user": user}))

    async def forget(self, before: int) -> None:
        """Delete the users for whom seats were kept up to a time.

        Tables that still wait for players are left out. Checkpoints may name those users too, so the checkpoints are
        deleted.
        """
        old_tables = (await self._connection.scalars(_OLD, {"before": before})).all()
        if old_tables:
            for statement in (_FORGET_CHECKPOINTS, _FORGET):
                await self._connection.execute(statement, {"old": old_tables})
