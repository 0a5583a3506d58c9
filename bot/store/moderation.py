"""The SQL of moderation: its log, who is kept out of tables, and what people are still to be told."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.moderation_schema import kept_out, moderation, notices
from bot.table.log.rows import KeptOutRow, ModerationRow, NoticeRow, PersonalData

MAX_DUE = 50
"""How many due notices are returned at a time."""
REPORT = "report"
"""The act of a member who reports another one."""
_USER, _AT = bindparam("user", type_=BigInteger), bindparam("asked_at", type_=BigInteger)
_GUILD, _ID = bindparam("asked_guild", type_=BigInteger), bindparam("asked_id", type_=BigInteger)
_ADD = insert(moderation)
_NEWEST = (
    select(moderation)
    .where(moderation.c.guild == _GUILD, moderation.c.id < _ID)
    .order_by(moderation.c.id.desc())
    .limit(bindparam("most"))
)
_PRESS = select(moderation).where(
    moderation.c.guild == _GUILD, moderation.c.user_id == _USER, moderation.c.interaction == _ID
)
_BY = select(moderation).where(moderation.c.user_id == _USER).order_by(moderation.c.id)
_ABOUT = select(moderation).where(moderation.c.about_id == _USER).order_by(moderation.c.id)
_COUNT_REPORTS = (
    select(func.count())
    .select_from(moderation)
    .where(moderation.c.user_id == _USER, moderation.c.act == REPORT, moderation.c.at > _AT)
)
_KEPT_OUT = select(kept_out).where(or_(kept_out.c.until.is_(None), kept_out.c.until > _AT))
_KEPT_OUT_ON = _KEPT_OUT.where(kept_out.c.guild == _GUILD)
_KEEP_OUT = insert(kept_out)
_LET_IN = delete(kept_out).where(kept_out.c.guild == _GUILD, kept_out.c.mark == bindparam("asked_mark"))
_ADD_NOTICE = insert(notices)
_NOTICE = select(notices).where(notices.c.id == _ID)
_NOTICES_OF = select(notices).where(notices.c.user_id == _USER).order_by(notices.c.id)
_UNSENT = select(notices.c.user_id).where(notices.c.wake_at.is_(None)).distinct()
_DUE = select(notices.c.id).where(notices.c.wake_at <= _AT).order_by(notices.c.wake_at, notices.c.id).limit(MAX_DUE)
_NEXT_DUE = select(func.min(notices.c.wake_at))
_WAKE = update(notices).where(notices.c.id == _ID).values(wake_at=bindparam("wake", type_=BigInteger))
_DROP_NOTICE = delete(notices).where(notices.c.id == _ID)
_SWEEP = (
    delete(moderation).where(moderation.c.at <= _AT),
    delete(notices).where(notices.c.at <= _AT),
)
_SWEEP_KEPT_OUT = delete(kept_out).where(kept_out.c.until <= _AT)
_FORGET_USER = (
    update(moderation).where(moderation.c.user_id == _USER).values(user_id=None, interaction=None, reason=""),
    update(moderation).where(moderation.c.about_id == _USER).values(about_id=None, reason=""),
    update(kept_out).where(kept_out.c.user_id == _USER).values(user_id=None),  # the mark keeps them out
    delete(notices).where(notices.c.user_id == _USER),
)
_FORGET_SERVER = (
    delete(moderation).where(moderation.c.guild == _GUILD),
    delete(kept_out).where(kept_out.c.guild == _GUILD),
)


class ModerationStatements:
    """Reads and writes what moderators of servers do."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    # the log

    async def add(self, row: ModerationRow) -> None:
        """Append a row to the log; its id is assigned."""
        values = row._asdict()
        values |= {"user_id": values.pop("by"), "about_id": values.pop("about"), "table_id": values.pop("table")}
        del values["id"]
        await self._connection.execute(_ADD, values)

    async def newest(self, guild: int, before: int, most: int) -> Sequence[ModerationRow]:
        """Return the newest rows of a server with ids below `before`, newest first."""
        found = await self._connection.execute(_NEWEST, {"asked_guild": guild, "asked_id": before, "most": most})
        return [ModerationRow(*row) for row in found]

    async def is_noted(self, guild: int, user: int, interaction: int) -> bool:
        """Return whether a press of a user is in the log of a server."""
        values = {"asked_guild": guild, "user": user, "asked_id": interaction}
        return (await self._connection.execute(_PRESS, values)).first() is not None

    async def count_reports(self, user: int, since: int) -> int:
        """Return how many reports a user has made since a time, on all servers."""
        return await self._connection.scalar(_COUNT_REPORTS, {"user": user, "asked_at": since}) or 0

    # who is kept out

    async def kept_out_of(self, guild: int, now: int) -> Sequence[KeptOutRow]:
        """Return who is kept out of a server's tables."""
        found = await self._connection.execute(_KEPT_OUT_ON, {"asked_guild": guild, "asked_at": now})
        return [KeptOutRow(*row) for row in found]

    async def kept_out(self, now: int) -> Sequence[KeptOutRow]:
        """Return who is kept out of tables, on all servers."""
        return [KeptOutRow(*row) for row in await self._connection.execute(_KEPT_OUT, {"asked_at": now})]

    async def keep_out(self, row: KeptOutRow) -> None:
        """Keep a user out of a server's tables."""
        values = row._asdict()
        values["user_id"] = values.pop("user")
        await self._connection.execute(_KEEP_OUT, values)

    async def let_in(self, row: KeptOutRow) -> None:
        """Keep a user out no longer."""
        await self._connection.execute(_LET_IN, {"asked_guild": row.guild, "asked_mark": row.mark})

    # what people are to be told

    async def add_notice(self, row: NoticeRow) -> None:
        """Store a notice; its id is assigned."""
        values = row._asdict()
        values |= {"user_id": values.pop("user"), "table_id": values.pop("table")}
        del values["id"]
        await self._connection.execute(_ADD_NOTICE, values)

    async def notice(self, id: int) -> NoticeRow | None:
        """Return a notice, None if it is told."""
        row = (await self._connection.execute(_NOTICE, {"asked_id": id})).one_or_none()
        return None if row is None else NoticeRow(*row)

    async def notices_of(self, user: int) -> Sequence[NoticeRow]:
        """Return what a user is still to be told, oldest first."""
        return [NoticeRow(*row) for row in await self._connection.execute(_NOTICES_OF, {"user": user})]

    async def users_with_refused_notices(self) -> Sequence[int]:
        """Return the users who took no private message, and are told with their next answer."""
        return (await self._connection.scalars(_UNSENT)).all()

    async def due_notices(self, now: int) -> Sequence[int]:
        """Return the notices that are due as private messages, longest waiting first; at most `MAX_DUE`."""
        return (await self._connection.scalars(_DUE, {"asked_at": now})).all()

    async def next_notice(self) -> int | None:
        """Return when the next notice is due as a private message."""
        earliest: int | None = await self._connection.scalar(_NEXT_DUE)
        return earliest

    async def wake_notice(self, id: int, at: int | None) -> None:
        """Set when a notice is due as a private message; None: with the user's next answer."""
        await self._connection.execute(_WAKE, {"asked_id": id, "wake": at})

    async def drop_notice(self, id: int) -> None:
        """Delete a notice, because it is told."""
        await self._connection.execute(_DROP_NOTICE, {"asked_id": id})

    # what is stored about a user or a server

    async def add_data_of(self, data: PersonalData, user: int) -> PersonalData:
        """Return what is stored about a user with what these tables have; marks are not recognized here."""
        by = [ModerationRow(*row) for row in await self._connection.execute(_BY, {"user": user})]
        about = [ModerationRow(*row) for row in await self._connection.execute(_ABOUT, {"user": user})]
        return data._replace(
            moderated=tuple(by),
            concerned=tuple(row for row in about if row.act != REPORT),
            reported=any(row.act == REPORT for row in about),
            untold=tuple(await self.notices_of(user)),
        )

    async def forget_user(self, user: int) -> None:
        """Take a user and what was written by them or about them out of all rows; only a mark keeps them out."""
        for statement in _FORGET_USER:
            await self._connection.execute(statement, {"user": user})

    async def forget_server(self, guild: int) -> None:
        """Delete the log of a server, and whom it keeps out."""
        for statement in _FORGET_SERVER:
            await self._connection.execute(statement, {"asked_guild": guild})

    async def sweep(self, now: int, before: int) -> None:
        """Delete what is older than `before`, and who is kept out no longer."""
        for statement in _SWEEP:
            await self._connection.execute(statement, {"asked_at": before})
        await self._connection.execute(_SWEEP_KEPT_OUT, {"asked_at": now})
