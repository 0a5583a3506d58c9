"""Which tables there are: queries over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    CompoundSelect,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import LIVE, OPEN, UNSHOWN, seats, steps, tables
from bot.store.shard_share import Share
from bot.table.log.rows import TableRow

MOST = 50
"""Tables that a list can hold."""
TURNS = 25
"""Tables that are looked through for the most urgent one."""
_IN_CHANNEL = tables.c.channel != 0
"""Tables that others see; a practice game is in no channel."""
_RUNNING = tables.c.status == "running"
_DEAL_DUE = and_(OPEN, tables.c.to_act == -1, _RUNNING, _IN_CHANNEL)
_THEIR_TURN = and_(_RUNNING, tables.c.to_act == seats.c.seat)
_SEATED = seats.c.table_id == tables.c.id
_USER = bindparam("user", type_=BigInteger)
_GUILD = bindparam("guild", type_=BigInteger)
_CHANNEL = bindparam("channel", type_=BigInteger)
_AT = bindparam("at", type_=BigInteger)
_MOST = bindparam("most", type_=Integer)
_THEIRS = and_(seats.c.user_id == _USER, LIVE)
_URGENT = (tables.c.wake_at.is_(None), tables.c.wake_at, tables.c.id)

_ALL_OPEN_OF = select(seats.c.table_id).where(_THEIRS).order_by(seats.c.table_id)
_PRACTISED = select(tables.c.id).join(seats, _SEATED).where(_THEIRS, ~_IN_CHANNEL).order_by(tables.c.id)
_PRACTISED_SINCE = (
    select(func.count()).select_from(tables).where(tables.c.host == _USER, ~_IN_CHANNEL, tables.c.created_at > _AT)
)
_HOW_MANY_OF = select(func.count()).select_from(seats).join(tables, _SEATED).where(_THEIRS, _IN_CHANNEL)
_OTHERS = seats.alias("others")
_ALONE = ~exists().where(_OTHERS.c.table_id == tables.c.id, _OTHERS.c.user_id != _USER)
_OWN = or_(and_(tables.c.status == "lobby", tables.c.host == _USER), and_(_RUNNING, _ALONE))
"""Tables that only one user needs.

They wait for their start and the user is their host, or nobody else plays there.
"""
_HOW_MANY_IN = select(func.count()).select_from(tables).where(tables.c.channel == _CHANNEL, OPEN)
_NUMBERED = select(tables).where(tables.c.guild == _GUILD, tables.c.number == bindparam("number"), _IN_CHANNEL)
_ALL_RUNNING = select(tables.c.id).where(OPEN, _RUNNING)
_OF_GUILD = select(tables.c.id).where(tables.c.guild == _GUILD)
_OPEN_IN = union(_OF_GUILD.where(OPEN), _OF_GUILD.where(UNSHOWN))


class ListStatements:
    """Finds tables."""

    def __init__(self, connection: AsyncConnection, share: Share) -> None:
        """Restrict lists of work for processes, not users, to this share."""
        self._connection = connection
        self._share = share

    async def tables_of(
        self, user: int, *, guild: int | None = None, channel: int | None = None, own: bool = False
    ) -> Sequence[TableRow]:
        """Return the open tables in channels where a user sits, oldest first.

        `guild` and `channel` restrict the list to one server or channel. There are at most `MOST`; those where it is
        the user's turn are preferred. With `own`, only tables that no other person needs are listed.
        """
        found = _tables_of(guild=guild is not None, channel=channel is not None, own=own)
        rows = await self._connection.execute(found, {"user": user, "guild": guild, "channel": channel})
        return sorted((TableRow(*row) for row in rows), key=lambda row: row.id)

    async def turns_of(
        self,
        user: int,
        *,
        guild: int | None = None,
        channel: int | None = None,
        away: bool = False,
        beside: int = 0,
        most: int = TURNS,
    ) -> Sequence[TableRow]:
        """Return the tables where it is a user's turn, the earliest deadline first.

        The table `beside` is left out, and there are at most `most`. With `away`, tables where a computer player sits
        in for the user are included.
        """
        found = _turns_of(guild=guild is not None, channel=channel is not None, away=away)
        asked = {"user": user, "guild": guild, "channel": channel, "beside": beside, "most": most}
        rows = await self._connection.execute(found, asked)
        return [TableRow(*row) for row in rows]

    async def last_ended(self, channel: int, statuses: Sequence[str], user: int | None) -> Sequence[TableRow]:
        """Return the game of a channel or thread that ended last, if any.

        With `user`, only games where this person sits are considered.
        """
        asked = {"channel": channel, "statuses": statuses, "user": user}
        newest = [await self._connection.execute(each, asked) for each in _last_ended(theirs=user is not None)]
        found = [TableRow(*row) for rows in newest for row in rows]
        return sorted(found, key=lambda row: (row.ended_at or 0, row.id))[-1:]

    async def all_open_of(self, user: int) -> Sequence[int]:
        """Return every open table where a user sits, without a limit, oldest first."""
        return (await self._connection.scalars(_ALL_OPEN_OF, {"user": user})).all()

    async def practice_tables_of(self, user: int) -> Sequence[int]:
        """Return the open tables in no channel where a user sits, oldest first."""
        return (await self._connection.scalars(_PRACTISED, {"user": user})).all()

    async def count_practice_since(self, user: int, since: int) -> int:
        """Return how many practice games a user began after a time, in any status."""
        return await self._connection.scalar(_PRACTISED_SINCE, {"user": user, "at": since}) or 0

    async def how_many_of(self, user: int) -> int:
        """Return at how many open tables in channels a user sits."""
        return await self._connection.scalar(_HOW_MANY_OF, {"user": user}) or 0

    async def how_many_in(self, channel: int) -> int:
        """Return how many tables are open in a channel."""
        return await self._connection.scalar(_HOW_MANY_IN, {"channel": channel}) or 0

    async def find_by_number(self, guild: int, number: int) -> TableRow | None:
        """Return the table of a server with this number."""
        row = (await self._connection.execute(_NUMBERED, {"guild": guild, "number": number})).one_or_none()
        return None if row is None else TableRow(*row)

    async def tables_in(self, channel: int, statuses: Sequence[str], most: int = MOST) -> Sequence[TableRow]:
        """Return the newest `most` tables of a channel or thread in these statuses.

        The oldest comes first.
        """
        found = await self._connection.execute(_tables_in(tuple(statuses)), {"channel": channel, "most": most})
        return [TableRow(*row) for row in reversed(found.all())]

    async def running(self) -> Sequence[int]:
        """Return the tables with a game under way, oldest first."""
        return sorted(await self._connection.scalars(_ALL_RUNNING))

    async def unshown_tables(self) -> Sequence[int]:
        """Return the tables with steps not shown in Discord or with a deal due.

        The oldest comes first.
        """
        return sorted(await self._connection.scalars(_unshown_tables(self._share)))

    async def waiting_for_dealer(self) -> Sequence[int]:
        """Return the tables in channels where a deal is due, oldest first."""
        return sorted(await self._connection.scalars(_waiting_for_dealer(self._share)))

    async def open_in(self, guild: int) -> Sequence[int]:
        """Return the tables of a server that are open or not fully shown, oldest first."""
        return sorted(await self._connection.scalars(_OPEN_IN, {"guild": guild}))

    async def open_guilds(self) -> Sequence[int]:
        """Return the servers with tables that are open or not fully shown in Discord."""
        return sorted(await self._connection.scalars(_open_guilds(self._share)))

    async def waiting_for_players(self) -> Sequence[int]:
        """Return the tables where a computer player is to act, oldest first."""
        return sorted(await self._connection.scalars(_waiting_for_players(self._share)))

    async def idle_lobbies(self, since: int) -> Sequence[int]:
        """Return the tables that wait for players and have not changed since `since`."""
        return sorted(await self._connection.scalars(_idle_lobbies(self._share), {"at": since}))

    async def waking(self, now: int) -> Sequence[int]:
        """Return the tables due for a change by time alone, the longest waiting first."""
        return (await self._connection.scalars(_waking(self._share), {"at": now})).all()

    async def next_wake(self) -> int | None:
        """Return when time changes something next."""
        earliest: int | None = await self._connection.scalar(_next_wake(self._share))
        return earliest

    async def timed_tables(self) -> Sequence[int]:
        """Return all tables where time may change something, the earliest deadline first.

        They have a game under way, or wait for an answer before it.
        """
        return (await self._connection.scalars(_timed_tables(self._share))).all()


# -- statements that are not always the same, each built once ----------------------------------------------------------


@lru_cache
def _tables_of(*, guild: bool, channel: bool, own: bool) -> Select[Any]:
    moves = case((_THEIR_TURN, 0), else_=1)
    found = select(tables).join(seats, _SEATED).where(_THEIRS, *((_OWN,) if own else ()))
    return _there(found, guild=guild, channel=channel).order_by(moves, tables.c.id).limit(MOST)


@lru_cache
def _turns_of(*, guild: bool, channel: bool, away: bool) -> Select[Any]:
    beside = tables.c.id != bindparam("beside", type_=BigInteger)
    found = select(tables).join(seats, _SEATED).where(_THEIRS, _THEIR_TURN, beside)
    if not away:
        found = found.where(seats.c.player.is_(None))
    return _there(found, guild=guild, channel=channel).order_by(*_URGENT).limit(_MOST)


def _there(found: Select[Any], *, guild: bool, channel: bool) -> Select[Any]:
    """Return those in a channel; restricted to a server and a channel, if given."""
    found = found.where(_IN_CHANNEL)
    if guild:
        found = found.where(tables.c.guild == _GUILD)
    return found.where(or_(tables.c.channel == _CHANNEL, tables.c.thread == _CHANNEL)) if channel else found


@lru_cache
def _last_ended(*, theirs: bool) -> Sequence[Select[Any]]:
    """Return the newest of a channel, and of a thread."""
    of_them = tables.c.status.in_(bindparam("statuses", expanding=True))
    condition = and_(of_them, tables.c.started_at.is_not(None), tables.c.ended_at.is_not(None))
    if theirs:
        condition = and_(condition, exists().where(_SEATED, seats.c.user_id == _USER))
    return [
        select(tables).where(place == _CHANNEL, _IN_CHANNEL, condition)
        .order_by(place, tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)
        for place in (tables.c.channel, tables.c.thread)
    ]  # fmt: skip


@lru_cache
def _tables_in(statuses: tuple[str, ...]) -> Select[Any]:
    newest = [
        select(select(tables.c.id).where(place == _CHANNEL, _IN_CHANNEL, tables.c.status == status)
               .order_by(tables.c.id.desc()).limit(_MOST).subquery().c.id)
        for place in (tables.c.channel, tables.c.thread) for status in statuses
    ]  # fmt: skip
    return select(tables).where(tables.c.id.in_(union(*newest))).order_by(tables.c.id.desc()).limit(_MOST)


@lru_cache
def _unshown_tables(share: Share) -> CompoundSelect[Any]:
    ours = share.among(tables.c.guild)
    return union(*(select(tables.c.id).where(which, *ours) for which in (UNSHOWN, _DEAL_DUE)))


@lru_cache
def _waiting_for_dealer(share: Share) -> Select[Any]:
    return select(tables.c.id).where(_DEAL_DUE, *share.among(tables.c.guild))


@lru_cache
def _open_guilds(share: Share) -> CompoundSelect[Any]:
    guilds = select(tables.c.guild).where(tables.c.guild != 0, *share.among(tables.c.guild))
    return union(guilds.where(OPEN), guilds.where(UNSHOWN))


@lru_cache
def _waiting_for_players(share: Share) -> Select[Any]:
    theirs = and_(OPEN, _RUNNING, seats.c.player.is_not(None), *share.among(tables.c.guild))
    return select(tables.c.id).join(seats, and_(_SEATED, seats.c.seat == tables.c.to_act)).where(theirs)


@lru_cache
def _idle_lobbies(share: Share) -> Select[Any]:
    last = and_(steps.c.table_id == tables.c.id, steps.c.seq == tables.c.seq)
    idle = and_(OPEN, tables.c.status == "lobby", steps.c.at <= _AT, *share.among(tables.c.guild))
    return select(tables.c.id).join(steps, last).where(idle)


@lru_cache
def _waking(share: Share) -> Select[Any]:
    due = select(tables.c.id).where(tables.c.wake_at <= _AT, *share.among(tables.c.guild))
    return due.order_by(tables.c.wake_at, tables.c.id).limit(MOST)


@lru_cache
def _next_wake(share: Share) -> Select[Any]:
    return select(func.min(tables.c.wake_at)).where(*share.among(tables.c.guild))


@lru_cache
def _timed_tables(share: Share) -> Select[Any]:
    asked = and_(tables.c.status == "lobby", tables.c.wake_at.is_not(None))
    return select(tables.c.id).where(OPEN, or_(_RUNNING, asked), *share.among(tables.c.guild)).order_by(*_URGENT)
