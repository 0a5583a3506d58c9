"""The SQL of digests: each user's plan for digests, and the games that ended since their last digest."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import digests, seats, tables
from bot.store.shard_share import ALL, Share
from bot.table.log.rows import DigestRow

MAX_DUE = 50
"""How many due digests are returned at a time."""
_USER, _AT = bindparam("user", type_=BigInteger), bindparam("at", type_=BigInteger)
_DIGEST = select(digests).where(digests.c.user_id == _USER)
_DIGEST_LOCKED = _DIGEST.with_for_update()
_FORGET = delete(digests).where(digests.c.user_id == _USER)
_ADD = insert(digests)
_DUE = (
    select(digests.c.user_id)
    .where(digests.c.wake_at <= _AT)
    .order_by(digests.c.wake_at, digests.c.user_id)
    .limit(MAX_DUE)
)
_NEXT_DUE = select(func.min(digests.c.wake_at))
_ENDED_BETWEEN = (
    select(tables.c.id)
    .where(tables.c.id.in_(select(seats.c.table_id).where(seats.c.user_id == _USER)))
    .where(tables.c.channel != 0)  # no practice games: their players know how they ended
    .where(tables.c.started_at.is_not(None), tables.c.ended_at > _AT)
    .where(tables.c.ended_at < bindparam("until", type_=BigInteger))
    .order_by(tables.c.ended_at, tables.c.id)
)


class DigestStatements:
    """Reads and writes users' plans for digests."""

    def __init__(self, connection: AsyncConnection, share: Share = ALL) -> None:
        """Return due digests only if private messages belong to this share."""
        self._connection = connection
        self._gives_digests = share.holds(0)

    async def digest(self, user: int, *, lock: bool = False) -> DigestRow | None:
        """Return a user's plan for digests, or None if they have never wanted digests.

        With `lock`, the row stays locked until this transaction ends.
        """
        row = (await self._connection.execute(_DIGEST_LOCKED if lock else _DIGEST, {"user": user})).one_or_none()
        return None if row is None else DigestRow(*row)

    async def save_digest(self, row: DigestRow) -> None:
        """Store a user's plan for digests."""
        await self.forget_digest(row.user)
        values = {"user_id": row.user, **row._asdict()}
        del values["user"]
        await self._connection.execute(_ADD, values)

    async def forget_digest(self, user: int) -> None:
        """Delete a user's plan for digests."""
        await self._connection.execute(_FORGET, {"user": user})

    async def due_digests(self, now: int) -> Sequence[int]:
        """Return the users whose digest is due, longest waiting first; at most `MAX_DUE`."""
        if not self._gives_digests:
            return []
        return (await self._connection.scalars(_DUE, {"at": now})).all()

    async def next_digest(self) -> int | None:
        """Return when the next digest is due."""
        if not self._gives_digests:
            return None
        earliest: int | None = await self._connection.scalar(_NEXT_DUE)
        return earliest

    async def tables_ended_between(self, user: int, since: int, until: int) -> Sequence[int]:
        """Return a user's tables that ended with since < end < until, oldest end first."""
        return (await self._connection.scalars(_ENDED_BETWEEN, {"user": user, "at": since, "until": until})).all()
