"""The statements about the months of servers: which are to be told, what happened in them, and which were."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.results import CLOSED
from bot.store.schema import results, scores, seasons, servers
from bot.store.share import ALL, Share
from bot.table.rows import ResultRow, ScoreRow, SeasonRow
from bot.table.sums import Played


class SeasonStatements:
    """Reads and writes what was told of months."""

    def __init__(self, connection: AsyncConnection, share: Share = ALL) -> None:
        """Let months be due on servers of this share."""
        self._connection = connection
        self._share = share

    async def due(self, month: int) -> Sequence[tuple[int, int]]:
        """Return the servers that want to be told a month and were not, each with the channel."""
        same = and_(seasons.c.guild == servers.c.guild, seasons.c.month == month)
        found = select(servers.c.guild, servers.c.results).outerjoin(seasons, same)
        wanted = found.where(servers.c.season <= month, servers.c.results.is_not(None))
        open_ = or_(seasons.c.guild.is_(None), seasons.c.message.is_(None))
        rows = await self._connection.execute(wanted.where(open_))
        return [(row[0], row[1]) for row in rows if self._share.holds(row[0])]

    async def month(self, guild: int, since: int, until: int) -> tuple[int, Sequence[Played]]:
        """Return how many games ended on a server between two instants, and what users did in them who let others see
        it, in the order of counting."""
        there = and_(results.c.guild == guild, results.c.nth > 0)
        there = and_(there, results.c.ended_at >= since, results.c.ended_at < until)
        games = await self._connection.scalar(select(func.count()).select_from(results).where(there)) or 0
        found = select(results, scores).join(scores, scores.c.table_id == results.c.table_id).where(there)
        found = found.where(scores.c.user_id.is_not(None), scores.c.user_id.not_in(CLOSED))
        order = (results.c.nth, scores.c.table_id, scores.c.seat, scores.c.stint)
        size, rows = len(ResultRow._fields), await self._connection.execute(found.order_by(*order))
        return games, [Played(ResultRow(*row[:size]), ScoreRow(*row[size:])) for row in rows]

    async def season(self, guild: int, month: int) -> SeasonRow | None:
        """Return what is known of the telling of a month."""
        same = (seasons.c.guild == guild, seasons.c.month == month)
        row = (await self._connection.execute(select(seasons).where(*same))).one_or_none()
        return None if row is None else SeasonRow(*row)

    async def begin(self, row: SeasonRow) -> None:
        """Note that a month is about to be told. Raises Conflict where that is noted."""
        await self._connection.execute(insert(seasons).values(row._asdict()))

    async def told(self, guild: int, month: int, message: int) -> None:
        """Note the message that tells a month; 0 where there was nothing to tell."""
        same = (seasons.c.guild == guild, seasons.c.month == month)
        await self._connection.execute(update(seasons).where(*same).values(message=message))
