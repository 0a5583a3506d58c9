"""The SQL of notices that tell people what moderators did to them, until they are delivered."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.moderation_schema import notices
from bot.table.log.rows import NoticeRow

MAX_DUE = 50
"""How many due notices are returned at a time."""
_USER, _AT = bindparam("user", type_=BigInteger), bindparam("asked_at", type_=BigInteger)
_ID = bindparam("asked_id", type_=BigInteger)  # SQLAlchemy keeps the name "id" for an update's new value
_ADD = insert(notices)
_NOTICE = select(notices).where(notices.c.id == _ID)
_NOTICES_OF = select(notices).where(notices.c.user_id == _USER).order_by(notices.c.id)
_REFUSED = select(notices.c.user_id).where(notices.c.wake_at.is_(None)).distinct()
_DUE = select(notices.c.id).where(notices.c.wake_at <= _AT).order_by(notices.c.wake_at, notices.c.id).limit(MAX_DUE)
_NEXT_DUE = select(func.min(notices.c.wake_at))
_WAKE = update(notices).where(notices.c.id == _ID).values(wake_at=bindparam("wake", type_=BigInteger))
_DROP = delete(notices).where(notices.c.id == _ID)
_FORGET_USER = (
    delete(notices).where(notices.c.user_id == _USER),
    update(notices).where(notices.c.by_id == _USER).values(by_id=None, reason=""),
)
_SWEEP = delete(notices).where(notices.c.at <= _AT)


class NoticeStatements:
    """Reads and writes notices."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, row: NoticeRow) -> None:
        """Store a notice; its id is assigned."""
        values = row._asdict()
        values |= {"user_id": values.pop("user"), "table_id": values.pop("table"), "by_id": values.pop("by")}
        del values["id"]
        await self._connection.execute(_ADD, values)

    async def notice(self, id: int) -> NoticeRow | None:
        """Return a notice, or None if it was delivered."""
        row = (await self._connection.execute(_NOTICE, {"asked_id": id})).one_or_none()
        return None if row is None else NoticeRow(*row)

    async def notices_of(self, user: int) -> Sequence[NoticeRow]:
        """Return the undelivered notices of a user, oldest first."""
        return [NoticeRow(*row) for row in await self._connection.execute(_NOTICES_OF, {"user": user})]

    async def users_who_refused(self) -> Sequence[int]:
        """Return the users who refused a private message, so that they read a notice with their next answer."""
        return (await self._connection.scalars(_REFUSED)).all()

    async def find_due(self, now: int) -> Sequence[int]:
        """Return the notices that are due as private messages, longest waiting first; at most `MAX_DUE`."""
        return (await self._connection.scalars(_DUE, {"asked_at": now})).all()

    async def next_wake(self) -> int | None:
        """Return when the next notice is due as a private message."""
        earliest: int | None = await self._connection.scalar(_NEXT_DUE)
        return earliest

    async def wake(self, id: int, at: int | None) -> None:
        """Set when a notice is due as a private message; None if it comes with the user's next answer."""
        await self._connection.execute(_WAKE, {"asked_id": id, "wake": at})

    async def drop(self, id: int) -> None:
        """Delete a notice that was delivered."""
        await self._connection.execute(_DROP, {"asked_id": id})

    async def forget_user(self, user: int) -> None:
        """Delete the notices to a user, and the reasons that they gave as a moderator in notices to others."""
        for statement in _FORGET_USER:
            await self._connection.execute(statement, {"user": user})

    async def sweep(self, before: int) -> None:
        """Delete the notices that were written up to the time `before`."""
        await self._connection.execute(_SWEEP, {"asked_at": before})
