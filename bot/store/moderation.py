"""The SQL of moderation: its log, and the users who are kept out of tables."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.moderation_schema import kept_out, moderation
from bot.store.notices import NoticeStatements
from bot.store.schema import seats, tables
from bot.table.log.rows import KeptOutRow, ModerationRow, PersonalData

KEEP, LIFT, REPORT = "keep", "lift", "report"
"""The kinds of log entries that concern no table; `Act` has the other kinds.

A moderator keeps a person out or lets them in again, or a member reports a person.
"""
_USER, _AT = bindparam("user", type_=BigInteger), bindparam("at", type_=BigInteger)
_GUILD, _ID = bindparam("guild", type_=BigInteger), bindparam("id", type_=BigInteger)
_ADD = insert(moderation)
_NEWEST = (
    select(moderation)
    .where(moderation.c.guild == _GUILD, moderation.c.id < _ID)
    .where(or_(moderation.c.act != REPORT, moderation.c.about_id.is_(None), moderation.c.about_id != _USER))
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
_COUNT_DECISIONS = (
    select(func.count())
    .select_from(moderation)
    .where(moderation.c.guild == _GUILD, moderation.c.about_id == _USER, moderation.c.at > _AT)
    .where(moderation.c.act.in_((KEEP, LIFT)))
)
_USER_SITS_AT_TABLE = exists().where(seats.c.table_id == tables.c.id, seats.c.user_id == _USER)
_KNOWN_CHANNEL = (
    select(tables.c.channel)
    .where(tables.c.guild == _GUILD, tables.c.channel != 0)
    .order_by(_USER_SITS_AT_TABLE.desc(), tables.c.id.desc())
    .limit(1)
)
_KEPT_OUT = select(kept_out).where(or_(kept_out.c.until.is_(None), kept_out.c.until > _AT))
_KEPT_OUT_ON = _KEPT_OUT.where(kept_out.c.guild == _GUILD)
_KEEP_OUT = insert(kept_out)
_LET_IN = delete(kept_out).where(kept_out.c.guild == _GUILD, kept_out.c.mark == bindparam("mark"))
_SWEEP = delete(moderation).where(moderation.c.at <= _AT)
_SWEEP_KEPT_OUT = delete(kept_out).where(kept_out.c.until <= _AT)
_FORGET_USER = (
    update(moderation).where(moderation.c.user_id == _USER).values(user_id=None, interaction=None, reason=""),
    update(moderation).where(moderation.c.about_id == _USER).values(about_id=None, reason=""),
)
_FORGET_SERVER = (
    delete(moderation).where(moderation.c.guild == _GUILD),
    delete(kept_out).where(kept_out.c.guild == _GUILD),
)


class ModerationStatements:
    """Reads and writes what moderators of servers do."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.notices = NoticeStatements(connection)

    # the log

    async def add(self, row: ModerationRow) -> None:
        """Append a row to the log; its id is assigned."""
        values = row._asdict()
        values |= {"user_id": values.pop("by"), "about_id": values.pop("about"), "table_id": values.pop("table")}
        del values["id"]
        await self._connection.execute(_ADD, values)

    async def newest(self, guild: int, before: int, most: int, reader: int) -> Sequence[ModerationRow]:
        """Return the newest rows of a server with ids below `before`, newest first.

        Reports about the `reader` are left out.
        """
        values = {"guild": guild, "id": before, "most": most, "user": reader}
        rows = await self._connection.execute(_NEWEST, values)
        return [ModerationRow(*row) for row in rows]

    async def is_noted(self, guild: int, user: int, interaction: int) -> bool:
        """Return whether a press of a user is in the log of a server."""
        values = {"guild": guild, "user": user, "id": interaction}
        return (await self._connection.execute(_PRESS, values)).first() is not None

    async def count_reports(self, user: int, since: int) -> int:
        """Return how many reports a user has made since a time, on all servers."""
        return await self._connection.scalar(_COUNT_REPORTS, {"user": user, "at": since}) or 0

    async def count_decisions(self, guild: int, user: int, since: int) -> int:
        """Return how often moderators of a server have kept a user out or let them in since a time."""
        values = {"guild": guild, "user": user, "at": since}
        return await self._connection.scalar(_COUNT_DECISIONS, values) or 0

    async def known_channel(self, guild: int, user: int) -> int | None:
        """Return a channel that a user probably knows: that of their newest table, else that of the newest table."""
        channel: int | None = await self._connection.scalar(_KNOWN_CHANNEL, {"guild": guild, "user": user})
        return channel

    # who is kept out

    async def kept_out_of(self, guild: int, now: int) -> Sequence[KeptOutRow]:
        """Return the marks of users who are kept out of a server's tables."""
        rows = await self._connection.execute(_KEPT_OUT_ON, {"guild": guild, "at": now})
        return [KeptOutRow(*row) for row in rows]

    async def kept_out(self, now: int) -> Sequence[KeptOutRow]:
        """Return the marks of users who are kept out of tables, on all servers."""
        return [KeptOutRow(*row) for row in await self._connection.execute(_KEPT_OUT, {"at": now})]

    async def keep_out(self, row: KeptOutRow) -> None:
        """Keep a user out of a server's tables."""
        await self._connection.execute(_KEEP_OUT, row._asdict())

    async def let_in(self, row: KeptOutRow) -> None:
        """Delete a mark that keeps a user out."""
        await self._connection.execute(_LET_IN, {"guild": row.guild, "mark": row.mark})

    # what is stored about a user or a server

    async def add_data_of(self, data: PersonalData, user: int) -> PersonalData:
        """Add the log's rows by or about a user, without reports about them.

        The marks that keep them out are left out, since finding a user's marks takes more than a query.
        """
        acts_by_user = [ModerationRow(*row) for row in await self._connection.execute(_BY, {"user": user})]
        acts_about_user = [ModerationRow(*row) for row in await self._connection.execute(_ABOUT, {"user": user})]
        return data._replace(
            moderated=tuple(acts_by_user),
            concerned=tuple(row for row in acts_about_user if row.act != REPORT),
        )

    async def forget_user(self, user: int) -> bool:
        """Remove a user from the log, with the reasons that were written by or about them.

        Return whether there were any rows. The marks that keep them out stay.
        """
        counts = [(await self._connection.execute(statement, {"user": user})).rowcount for statement in _FORGET_USER]
        return any(counts)

    async def forget_server(self, guild: int) -> None:
        """Delete the log of a server, and its marks that keep users out."""
        for statement in _FORGET_SERVER:
            await self._connection.execute(statement, {"guild": guild})

    async def sweep(self, now: int, before: int) -> None:
        """Delete the rows of the log up to the time `before`, and the marks that no longer keep anybody out."""
        await self._connection.execute(_SWEEP, {"at": before})
        await self._connection.execute(_SWEEP_KEPT_OUT, {"at": now})
