"""The SQL that lists tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
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

MAX_TABLES = 50
"""How many tables a list can hold."""
MAX_TURNS = 25
"""How many tables the list of a user's turns holds, most urgent first."""
_IN_CHANNEL = tables.c.channel != 0
"""Tables that others see; a practice game is in no channel."""
_RUNNING = tables.c.status == "running"
_DEAL_DUE = and_(OPEN, tables.c.to_act == -1, _RUNNING, _IN_CHANNEL)  # -1: the dealer
_TURN_OF_SEAT = and_(_RUNNING, tables.c.to_act == seats.c.seat)
_SEAT_IS_AT_TABLE = seats.c.table_id == tables.c.id
_USER = bindparam("user", type_=BigInteger)
_GUILD = bindparam("guild", type_=BigInteger)
_CHANNEL = bindparam("channel", type_=BigInteger)
_AT = bindparam("at", type_=BigInteger)
_LIMIT = bindparam("most", type_=Integer)
_SEAT_OF_USER = and_(seats.c.user_id == _USER, LIVE)  # LIVE: only seats of open tables
_URGENT_FIRST = (tables.c.wake_at.is_(None), tables.c.wake_at, tables.c.id)  # tables without a deadline come last

_ALL_OPEN_OF = select(seats.c.table_id).where(_SEAT_OF_USER).order_by(seats.c.table_id)
_PRACTICE_TABLES = (
    select(tables.c.id).join(seats, _SEAT_IS_AT_TABLE).where(_SEAT_OF_USER, ~_IN_CHANNEL).order_by(tables.c.id)
)
_COUNT_PRACTICE_SINCE = (
    select(func.count()).select_from(tables).where(tables.c.host == _USER, ~_IN_CHANNEL, tables.c.created_at > _AT)
)
_COUNT_TABLES_OF = (
    select(func.count()).select_from(seats).join(tables, _SEAT_IS_AT_TABLE).where(_SEAT_OF_USER, _IN_CHANNEL)
)
_OTHERS = seats.alias("others")
# a computer player's seat has no user, so it does not count as another user
_NO_OTHER_USER = ~exists().where(_OTHERS.c.table_id == tables.c.id, _OTHERS.c.user_id != _USER)
_OWN = or_(and_(tables.c.status == "lobby", tables.c.host == _USER), and_(_RUNNING, _NO_OTHER_USER))
"""Tables that only the user needs: lobbies that they host, and games that nobody else plays."""
_COUNT_TABLES_IN = select(func.count()).select_from(tables).where(tables.c.channel == _CHANNEL, OPEN)
_FIND_BY_NUMBER = select(tables).where(tables.c.guild == _GUILD, tables.c.number == bindparam("number"), _IN_CHANNEL)
_ALL_RUNNING = select(tables.c.id).where(OPEN, _RUNNING)
_TABLES_OF_GUILD = select(tables.c.id).where(tables.c.guild == _GUILD)
_OPEN_IN = union(_TABLES_OF_GUILD.where(OPEN), _TABLES_OF_GUILD.where(UNSHOWN))


class ListStatements:
    """Finds tables."""

    def __init__(self, connection: AsyncConnection, share: Share) -> None:
        """Restrict lists of work for a process to this share. Lists for users are not restricted."""
        self._connection = connection
        self._share = share

    async def tables_of(
        self, user: int, *, guild: int | None = None, channel: int | None = None, own: bool = False
    ) -> Sequence[TableRow]:
        """Return the open tables, without practice games, where a user sits, oldest first.

        `guild` and `channel` restrict the list to one server or channel. If there are more than `MAX_TABLES`, those
        where it is the user's turn are preferred. With `own`, only tables that no other person needs are listed.
        """
        statement = _select_tables_of(guild=guild is not None, channel=channel is not None, own=own)
        rows = await self._connection.execute(statement, {"user": user, "guild": guild, "channel": channel})
        return sorted((TableRow(*row) for row in rows), key=lambda row: row.id)

    async def turns_of(
        self,
        user: int,
        *,
        guild: int | None = None,
        channel: int | None = None,
        include_away: bool = False,
        beside: int = 0,
        most: int = MAX_TURNS,
    ) -> Sequence[TableRow]:
        """Return the tables where it is a user's turn, the earliest deadline first.

        Leave out the table `beside`, and return at most `most`. With `include_away`, include tables where a computer
        player sits in for the user.
        """
        statement = _select_turns_of(guild=guild is not None, channel=channel is not None, include_away=include_away)
        parameters = {"user": user, "guild": guild, "channel": channel, "beside": beside, "most": most}
        rows = await self._connection.execute(statement, parameters)
        return [TableRow(*row) for row in rows]

    async def last_ended(self, channel: int, statuses: Sequence[str], user: int | None) -> Sequence[TableRow]:
        """Return the game that ended last in a channel or thread, if any.

        With `user`, only games where this person sits are considered.
        """
        parameters = {"channel": channel, "statuses": statuses, "user": user}
        rows = list[TableRow]()
        for statement in _select_last_ended(of_user=user is not None):
            rows += [TableRow(*row) for row in await self._connection.execute(statement, parameters)]
        return sorted(rows, key=lambda row: (row.ended_at or 0, row.id))[-1:]

    async def all_open_of(self, user: int) -> Sequence[int]:
        """Return every open table where a user sits, without a limit, oldest first."""
        return (await self._connection.scalars(_ALL_OPEN_OF, {"user": user})).all()

    async def practice_tables_of(self, user: int) -> Sequence[int]:
        """Return the open practice tables of a user, oldest first."""
        return (await self._connection.scalars(_PRACTICE_TABLES, {"user": user})).all()

    async def count_practice_since(self, user: int, since: int) -> int:
        """Return how many practice games a user began after a time, in any status."""
        return await self._connection.scalar(_COUNT_PRACTICE_SINCE, {"user": user, "at": since}) or 0

    async def count_tables_of(self, user: int) -> int:
        """Return the number of open tables in channels where a user sits."""
        return await self._connection.scalar(_COUNT_TABLES_OF, {"user": user}) or 0

    async def count_tables_in(self, channel: int) -> int:
        """Return how many tables are open in a channel."""
        return await self._connection.scalar(_COUNT_TABLES_IN, {"channel": channel}) or 0

    async def find_by_number(self, guild: int, number: int) -> TableRow | None:
        """Return the table of a server with this number."""
        row = (await self._connection.execute(_FIND_BY_NUMBER, {"guild": guild, "number": number})).one_or_none()
        return None if row is None else TableRow(*row)

    async def tables_in(self, channel: int, statuses: Sequence[str], most: int = MAX_TABLES) -> Sequence[TableRow]:
        """Return the newest `most` tables of a channel or thread in these statuses.

        The oldest comes first.
        """
        rows = await self._connection.execute(_select_tables_in(tuple(statuses)), {"channel": channel, "most": most})
        return [TableRow(*row) for row in reversed(rows.all())]

    async def running_tables(self) -> Sequence[int]:
        """Return the tables with a running game, oldest first."""
        return sorted(await self._connection.scalars(_ALL_RUNNING))

    async def unshown_tables(self) -> Sequence[int]:
        """Return the tables with steps not shown in Discord or with a deal due, oldest first."""
        return sorted(await self._connection.scalars(_select_unshown_tables(self._share)))

    async def waiting_for_dealer(self) -> Sequence[int]:
        """Return the tables in channels where a deal is due, oldest first."""
        return sorted(await self._connection.scalars(_select_waiting_for_dealer(self._share)))

    async def open_in(self, guild: int) -> Sequence[int]:
        """Return the tables of a server that are open or not fully shown, oldest first."""
        return sorted(await self._connection.scalars(_OPEN_IN, {"guild": guild}))

    async def open_guilds(self) -> Sequence[int]:
        """Return the servers with tables that are open or not fully shown in Discord."""
        return sorted(await self._connection.scalars(_select_open_guilds(self._share)))

    async def waiting_for_computers(self) -> Sequence[int]:
        """Return the tables where a computer player is to act, oldest first."""
        return sorted(await self._connection.scalars(_select_waiting_for_computers(self._share)))

    async def idle_lobbies(self, since: int) -> Sequence[int]:
        """Return the tables that wait for players and have not changed since `since`."""
        return sorted(await self._connection.scalars(_select_idle_lobbies(self._share), {"at": since}))

    async def find_due(self, now: int) -> Sequence[int]:
        """Return the tables where something is due, longest due first; at most `MAX_TABLES`."""
        return (await self._connection.scalars(_select_due(self._share), {"at": now})).all()

    async def next_wake(self) -> int | None:
        """Return when something is due next at a table, or None if nothing is."""
        earliest: int | None = await self._connection.scalar(_select_next_wake(self._share))
        return earliest

    async def timed_tables(self) -> Sequence[int]:
        """Return all tables where something can become due, the earliest deadline first.

        These are running games, and lobbies with a deadline, for example the end of the time for which a seat is kept.
        """
        return (await self._connection.scalars(_select_timed_tables(self._share))).all()


# -- statements that depend on parameters, each built once -------------------------------------------------------------


@lru_cache
def _select_tables_of(*, guild: bool, channel: bool, own: bool) -> Select[Any]:
    own_turn_first = case((_TURN_OF_SEAT, 0), else_=1)
    statement = select(tables).join(seats, _SEAT_IS_AT_TABLE).where(_SEAT_OF_USER)
    if own:
        statement = statement.where(_OWN)
    statement = _restrict_place(statement, guild=guild, channel=channel)
    return statement.order_by(own_turn_first, tables.c.id).limit(MAX_TABLES)


@lru_cache
def _select_turns_of(*, guild: bool, channel: bool, include_away: bool) -> Select[Any]:
    is_another_table = tables.c.id != bindparam("beside", type_=BigInteger)
    statement = select(tables).join(seats, _SEAT_IS_AT_TABLE).where(_SEAT_OF_USER, _TURN_OF_SEAT, is_another_table)
    if not include_away:
        statement = statement.where(seats.c.player.is_(None))
    return _restrict_place(statement, guild=guild, channel=channel).order_by(*_URGENT_FIRST).limit(_LIMIT)


def _restrict_place(statement: Select[Any], *, guild: bool, channel: bool) -> Select[Any]:
    """Restrict a statement to tables in channels, or to the tables of one server or channel."""
    statement = statement.where(_IN_CHANNEL)
    if guild:
        statement = statement.where(tables.c.guild == _GUILD)
    if channel:
        statement = statement.where(or_(tables.c.channel == _CHANNEL, tables.c.thread == _CHANNEL))
    return statement


@lru_cache
def _select_last_ended(*, of_user: bool) -> Sequence[Select[Any]]:
    """Return one statement for a channel and one for a thread, since each statement can then use an index."""
    in_status = tables.c.status.in_(bindparam("statuses", expanding=True))
    condition = and_(in_status, tables.c.started_at.is_not(None), tables.c.ended_at.is_not(None))
    if of_user:
        condition = and_(condition, exists().where(_SEAT_IS_AT_TABLE, seats.c.user_id == _USER))
    return [
        select(tables).where(place == _CHANNEL, _IN_CHANNEL, condition)
        .order_by(place, tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)
        for place in (tables.c.channel, tables.c.thread)
    ]  # fmt: skip


@lru_cache
def _select_tables_in(statuses: tuple[str, ...]) -> Select[Any]:
    """Combine one query for each kind of place and each status, since each query can then use an index."""
    places = (tables.c.channel, tables.c.thread)
    newest_ids = union(*(_select_newest_ids(place, status) for place in places for status in statuses))
    return select(tables).where(tables.c.id.in_(newest_ids)).order_by(tables.c.id.desc()).limit(_LIMIT)


def _select_newest_ids(place: ColumnElement[Any], status: str) -> Select[Any]:
    ids = select(tables.c.id).where(place == _CHANNEL, _IN_CHANNEL, tables.c.status == status)
    newest = ids.order_by(tables.c.id.desc()).limit(_LIMIT)
    return select(newest.subquery().c.id)  # within a union, SQLite accepts a limit only in a subquery


@lru_cache
def _select_unshown_tables(share: Share) -> CompoundSelect[Any]:
    ours = share.among(tables.c.guild)
    return union(*(select(tables.c.id).where(condition, *ours) for condition in (UNSHOWN, _DEAL_DUE)))


@lru_cache
def _select_waiting_for_dealer(share: Share) -> Select[Any]:
    return select(tables.c.id).where(_DEAL_DUE, *share.among(tables.c.guild))


@lru_cache
def _select_open_guilds(share: Share) -> CompoundSelect[Any]:
    guilds = select(tables.c.guild).where(tables.c.guild != 0, *share.among(tables.c.guild))
    return union(guilds.where(OPEN), guilds.where(UNSHOWN))


@lru_cache
def _select_waiting_for_computers(share: Share) -> Select[Any]:
    waits_for_computer = and_(OPEN, _RUNNING, seats.c.player.is_not(None), *share.among(tables.c.guild))
    return (
        select(tables.c.id)
        .join(seats, and_(_SEAT_IS_AT_TABLE, seats.c.seat == tables.c.to_act))
        .where(waits_for_computer)
    )


@lru_cache
def _select_idle_lobbies(share: Share) -> Select[Any]:
    last_step = and_(steps.c.table_id == tables.c.id, steps.c.seq == tables.c.seq)
    idle = and_(OPEN, tables.c.status == "lobby", steps.c.at <= _AT, *share.among(tables.c.guild))
    return select(tables.c.id).join(steps, last_step).where(idle)


@lru_cache
def _select_due(share: Share) -> Select[Any]:
    due = select(tables.c.id).where(tables.c.wake_at <= _AT, *share.among(tables.c.guild))
    return due.order_by(tables.c.wake_at, tables.c.id).limit(MAX_TABLES)


@lru_cache
def _select_next_wake(share: Share) -> Select[Any]:
    return select(func.min(tables.c.wake_at)).where(*share.among(tables.c.guild))


@lru_cache
def _select_timed_tables(share: Share) -> Select[Any]:
    is_timed_lobby = and_(tables.c.status == "lobby", tables.c.wake_at.is_not(None))
    return (
        select(tables.c.id)
        .where(OPEN, or_(_RUNNING, is_timed_lobby), *share.among(tables.c.guild))
        .order_by(*_URGENT_FIRST)
    )
