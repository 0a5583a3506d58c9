"""Which tables there are: queries over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, and_, case, exists, func, or_, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import LIVE, OPEN, UNSHOWN, seats, steps, tables
from bot.store.share import Share
from bot.store.tables import table_row
from bot.table.rows import TableRow

MOST = 50
"""Tables that a list can hold."""
TURNS = 25
"""Tables that are looked through for the most urgent one."""
_IN_CHANNEL = tables.c.channel != 0
"""Tables that others see; a practice game is in no channel."""
_DEAL_DUE = and_(OPEN, tables.c.to_act == -1, tables.c.status == "running", _IN_CHANNEL)
_THEIR_TURN = and_(tables.c.status == "running", tables.c.to_act == seats.c.seat)


class ListStatements:
    """Finds tables."""

    def __init__(self, connection: AsyncConnection, share: Share) -> None:
        """Let what waits for a process, and for no user, be of this share alone."""
        self._connection = connection
        self._ours = share.among(tables.c.guild)

    async def tables_of(self, user: int, *, guild: int | None = None, channel: int | None = None) -> Sequence[TableRow]:
        """Return the open tables in channels where a user sits, of one server or channel where that is given, oldest
        first; at most `MOST`, those where it is their turn before others."""
        moves = case((_THEIR_TURN, 0), else_=1)
        found = select(tables).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user, LIVE)
        found = _there(found, guild, channel).order_by(moves, tables.c.id).limit(MOST)
        return sorted((table_row(row) for row in await self._connection.execute(found)), key=lambda row: row.id)

    async def turns_of(
        self, user: int, *, guild: int | None = None, channel: int | None = None, away: bool = False
    ) -> Sequence[TableRow]:
        """Return the tables where it is a user's turn, those first where time changes something first; at most `TURNS`.
        With `away` also where a computer player sits in for them."""
        found = select(tables).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user, LIVE)
        found = _there(found.where(_THEIR_TURN), guild, channel)
        if not away:
            found = found.where(seats.c.player.is_(None))
        urgent = found.order_by(tables.c.wake_at.is_(None), tables.c.wake_at, tables.c.id).limit(TURNS)
        return [table_row(row) for row in await self._connection.execute(urgent)]

    async def last_ended(self, channel: int, statuses: Sequence[str], user: int | None) -> Sequence[TableRow]:
        """Return the game of a channel or thread that ended last, if any; with `user` of those where this person
        sits."""
        theirs = exists().where(seats.c.table_id == tables.c.id, seats.c.user_id == user)
        wanted = and_(tables.c.status.in_(statuses), tables.c.started_at.is_not(None), tables.c.ended_at.is_not(None))
        newest = [
            select(tables).where(place == channel, _IN_CHANNEL, wanted, *(() if user is None else (theirs,)))
            .order_by(place, tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)
            for place in (tables.c.channel, tables.c.thread)
        ]  # fmt: skip
        found = [table_row(row) for query in newest for row in await self._connection.execute(query)]
        return sorted(found, key=lambda row: (row.ended_at or 0, row.id))[-1:]

    async def all_open_of(self, user: int) -> Sequence[int]:
        """Return every open table where a user sits, however many, oldest first."""
        query = select(seats.c.table_id).where(seats.c.user_id == user, LIVE).order_by(seats.c.table_id)
        return (await self._connection.scalars(query)).all()

    async def practised_by(self, user: int) -> Sequence[int]:
        """Return the open tables in no channel where a user sits, oldest first."""
        theirs = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user, LIVE)
        return (await self._connection.scalars(theirs.where(~_IN_CHANNEL).order_by(tables.c.id))).all()

    async def practised_since(self, user: int, since: int) -> int:
        """Return how many practice games a user has begun after an instant, whatever became of them."""
        theirs = and_(tables.c.host == user, ~_IN_CHANNEL, tables.c.created_at > since)
        return await self._connection.scalar(select(func.count()).select_from(tables).where(theirs)) or 0

    async def how_many_of(self, user: int) -> int:
        """Return at how many open tables in channels a user sits."""
        seated = select(func.count()).select_from(seats).join(tables, tables.c.id == seats.c.table_id)
        return await self._connection.scalar(seated.where(seats.c.user_id == user, LIVE, _IN_CHANNEL)) or 0

    async def how_many_in(self, channel: int) -> int:
        """Return how many tables are open in a channel."""
        query = select(func.count()).select_from(tables).where(tables.c.channel == channel, OPEN)
        return await self._connection.scalar(query) or 0

    async def numbered(self, guild: int, number: int) -> TableRow | None:
        """Return the table of a server with this number."""
        query = select(tables).where(tables.c.guild == guild, tables.c.number == number, _IN_CHANNEL)
        row = (await self._connection.execute(query)).one_or_none()
        return None if row is None else table_row(row)

    async def tables_in(self, channel: int, statuses: Sequence[str], most: int = MOST) -> Sequence[TableRow]:
        """Return the tables of a channel or thread in one of these statuses, oldest first, of more than `most` the
        newest."""
        newest = [
            select(select(tables.c.id).where(place == channel, _IN_CHANNEL, tables.c.status == status)
                   .order_by(tables.c.id.desc()).limit(most).subquery().c.id)
            for place in (tables.c.channel, tables.c.thread) for status in statuses
        ]  # fmt: skip
        found = select(tables).where(tables.c.id.in_(union(*newest))).order_by(tables.c.id.desc()).limit(most)
        return [table_row(row) for row in reversed((await self._connection.execute(found)).all())]

    async def running(self) -> Sequence[int]:
        """Return the tables with a game under way, oldest first."""
        return sorted(await self._connection.scalars(select(tables.c.id).where(OPEN, tables.c.status == "running")))

    async def unshown(self) -> Sequence[int]:
        """Return the tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        found = union(*(select(tables.c.id).where(which, *self._ours) for which in (UNSHOWN, _DEAL_DUE)))
        return sorted(await self._connection.scalars(found))

    async def waiting_for_dealer(self) -> Sequence[int]:
        """Return the tables in channels where a deal is due, oldest first."""
        return sorted(await self._connection.scalars(select(tables.c.id).where(_DEAL_DUE, *self._ours)))

    async def open_in(self, guild: int) -> Sequence[int]:
        """Return the tables of a server that are open, or have steps that Discord has not been shown; oldest first."""
        here = select(tables.c.id).where(tables.c.guild == guild)
        return sorted(await self._connection.scalars(union(here.where(OPEN), here.where(UNSHOWN))))

    async def open_guilds(self) -> Sequence[int]:
        """Return the servers with tables that are open, or have steps that Discord has not been shown."""
        guilds = select(tables.c.guild).where(tables.c.guild != 0, *self._ours)
        return sorted(await self._connection.scalars(union(guilds.where(OPEN), guilds.where(UNSHOWN))))

    async def waiting_for_players(self) -> Sequence[int]:
        """Return the tables where a computer player is to act, oldest first."""
        mover = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act)
        theirs = and_(OPEN, tables.c.status == "running", seats.c.player.is_not(None), *self._ours)
        return sorted(await self._connection.scalars(select(tables.c.id).join(seats, mover).where(theirs)))

    async def idle_lobbies(self, since: int) -> Sequence[int]:
        """Return the tables that wait for players and where nothing happened after `since`."""
        last = and_(steps.c.table_id == tables.c.id, steps.c.seq == tables.c.seq)
        idle = and_(OPEN, tables.c.status == "lobby", steps.c.at <= since, *self._ours)
        return sorted(await self._connection.scalars(select(tables.c.id).join(steps, last).where(idle)))

    async def waking(self, now: int) -> Sequence[int]:
        """Return the tables where time has changed something by now, those that waited longest first."""
        due = select(tables.c.id).where(tables.c.wake_at <= now, *self._ours)
        due = due.order_by(tables.c.wake_at, tables.c.id)
        return (await self._connection.scalars(due.limit(MOST))).all()

    async def next_wake(self) -> int | None:
        """Return when time changes something next."""
        earliest: int | None = await self._connection.scalar(select(func.min(tables.c.wake_at)).where(*self._ours))
        return earliest

    async def timed(self) -> Sequence[int]:
        """Return all tables with a game under way, and those that wait for an answer before it; those first where time
        changes something first."""
        timed = or_(tables.c.status == "running", and_(tables.c.status == "lobby", tables.c.wake_at.is_not(None)))
        urgent = (tables.c.wake_at.is_(None), tables.c.wake_at, tables.c.id)
        return (
            await self._connection.scalars(select(tables.c.id).where(OPEN, timed, *self._ours).order_by(*urgent))
        ).all()


def _there(found: Select[Any], guild: int | None, channel: int | None) -> Select[Any]:
    """Return those in a channel; of a server and of one channel, where they are given."""
    found = found.where(_IN_CHANNEL)
    if guild is not None:
        found = found.where(tables.c.guild == guild)
    return found if channel is None else found.where(or_(tables.c.channel == channel, tables.c.thread == channel))
