"""Leases of shards, which decide which process serves which servers.

The database's clock decides, and only PostgreSQL has leases.

A lease is renewed periodically. It is lost after `LEASE` seconds without that, and sooner if the session that its
process keeps open is gone: then the process is too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import DatabaseRefused
from bot.store.lock import SERVING, sessions
from bot.store.schema import leases

LEASE = 30
"""Seconds after which a lease is lost that is not renewed."""
GRACE = 20
"""Seconds without a renewal after which a lease without a session is lost.

Two renewals were missed then. A process whose sessions all ended with the server has a new one sooner.
"""
STILL = 120
"""Seconds without a query in its session after which a process no longer counts.

It queries every minute, so by then it stands still, or its machine is gone and the server does not know.
"""
_NOW = "extract(epoch FROM clock_timestamp())"
_LIVES = f"EXISTS (SELECT FROM {sessions('s')} WHERE s.pid = leases.session)"
_PREPARE = f"""
    INSERT INTO leases (shard, total, holder, session, until)
    SELECT shard, :total, '', 0, coalesce((SELECT value::float FROM meta WHERE key = 'beat'), {_NOW})
    FROM generate_series(0, :total - 1) AS shard
    ON CONFLICT (shard) DO NOTHING
"""
_RENEW = f"""
    UPDATE leases SET until = {_NOW} + :lease, session = :session
    WHERE holder = :holder AND until >= {_NOW} RETURNING shard
"""
_TAKE = f"""
    UPDATE leases SET holder = :holder, session = :session, until = {_NOW} + :lease
    FROM (
        SELECT shard, least(until, {_NOW}) AS before FROM leases
        WHERE total = :total AND shard = ANY(:shards)
        AND (until < {_NOW} OR (until < {_NOW} + :lease - :grace AND NOT {_LIVES}))
        ORDER BY shard LIMIT :most FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE leases.shard = free.shard RETURNING leases.shard, free.before
"""
_SHARERS = f"""
    SELECT count(*) FROM {sessions("s", SERVING)} JOIN pg_stat_activity USING (pid)
    WHERE coalesce(state_change > clock_timestamp() - make_interval(secs => :still), true)
"""
_IDENTIFY = f"""
    INSERT INTO meta (key, value) VALUES (:key, ({_NOW} + :spacing)::text)
    ON CONFLICT (key) DO UPDATE SET value = ({_NOW} + :spacing)::text
    WHERE meta.value::float NOT BETWEEN {_NOW} AND {_NOW} + :spacing
    RETURNING 0
"""
"""A time further ahead than that comes from a clock that was set."""
_FREE = f"SELECT greatest(value::float - {_NOW}, 0.01) FROM meta WHERE key = :key"
_GIVE_BACK = f"UPDATE leases SET holder = '', until = {_NOW} WHERE holder = :holder AND shard = ANY(:shards)"


class LeaseStatements:
    """Takes, renews and gives back leases."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def prepare(self, total: int) -> None:
        """Create the missing leases of `total` shards, unheld since the bot ran last.

        Raises DatabaseRefused while another process shares the servers out in another way.
        """
        other = leases.c.total != total
        live = text(f"until >= {_NOW}")
        if await self._connection.scalar(select(func.count()).select_from(leases).where(other, live)):
            raise DatabaseRefused(
                "Other processes share servers out in another way: all have the same SHARDS=.../N.", passes=True
            )
        await self._connection.execute(delete(leases).where(other))
        await self._connection.execute(text(_PREPARE), {"total": total})

    async def renew(self, holder: str, session: int) -> frozenset[int]:
        """Renew all leases of a process that are not lost; return them."""
        values = {"holder": holder, "session": session, "lease": LEASE}
        return frozenset(await self._connection.scalars(text(_RENEW), values))

    async def take(
        self, holder: str, session: int, total: int, shards: Collection[int], most: int
    ) -> Mapping[int, float]:
        """Take at most `most` free leases.

        Return until when each was held, in UTC seconds.
        """
        values: dict[str, object] = {"holder": holder, "session": session, "lease": LEASE, "grace": GRACE}
        values |= {"total": total, "shards": [*shards], "most": most}
        return {row[0]: float(row[1]) for row in await self._connection.execute(text(_TAKE), values)}

    async def release(self, holder: str, shards: Collection[int]) -> None:
        """Give leases back, so that others can take them."""
        await self._connection.execute(text(_GIVE_BACK), {"holder": holder, "shards": [*shards]})

    async def count_sharers(self) -> int:
        """Return how many processes take a fair share: live ones whose session shows it."""
        return await self._connection.scalar(text(_SHARERS), {"still": STILL}) or 0

    async def identify(self, group: int, spacing: float) -> float:
        """Take the right to identify a connection of a group to Discord.

        Every process then has to wait `spacing` seconds. Return 0, or after how many seconds to ask again.
        """
        key = {"key": f"identify {group}"}
        if await self._connection.scalar(text(_IDENTIFY), {**key, "spacing": spacing}) is not None:
            return 0.0
        return float(await self._connection.scalar(text(_FREE), key) or 0.01)

    async def forget(self) -> None:
        """Forget all leases: one process serves all servers."""
        await self._connection.execute(delete(leases))
