"""The SQL of leases: the holder of a shard's lease serves its Discord servers.

Only PostgreSQL has leases. Their times are by the database's clock.

A process keeps a session open, and renews its leases periodically. A lease is lost after `LEASE` seconds without a
renewal. If its session is gone, the process is probably gone too, so the lease is lost after `GRACE` seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import DatabaseRefused
from bot.store.lock import FAIR_SHARE_KEY, sessions
from bot.store.schema import leases

LEASE = 30
"""Seconds after its last renewal until a lease is lost."""
GRACE = 20
"""Seconds after its last renewal until a lease without a live session is lost.

By then, two renewals were missed. If a process has lost its session only because the database server was restarted, it
has a new one sooner.
"""
IDLE_TIMEOUT = 120
"""Seconds without a query after which a process gets no share of the shards.

A session makes a query every minute. If it makes none, its process hangs, or its machine is gone and the database has
not noticed yet.
"""
_NOW = "extract(epoch FROM clock_timestamp())"
_HAS_LIVE_SESSION = f"EXISTS (SELECT FROM {sessions('s')} WHERE s.pid = leases.session)"
_CREATE_MISSING = f"""
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
        AND (until < {_NOW} OR (until < {_NOW} + :lease - :grace AND NOT {_HAS_LIVE_SESSION}))
        ORDER BY shard LIMIT :most FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE leases.shard = free.shard RETURNING leases.shard, free.before
"""
"""Takes free leases. These are over, or they were not renewed for `GRACE` seconds and their session is gone."""
_COUNT_SHARERS = f"""
    SELECT count(*) FROM {sessions("s", FAIR_SHARE_KEY)} JOIN pg_stat_activity USING (pid)
    WHERE coalesce(state_change > clock_timestamp() - make_interval(secs => :idle), true)
"""
_RESERVE_IDENTIFY = f"""
    INSERT INTO meta (key, value) VALUES (:key, ({_NOW} + :spacing)::text)
    ON CONFLICT (key) DO UPDATE SET value = ({_NOW} + :spacing)::text
    WHERE meta.value::float NOT BETWEEN {_NOW} AND {_NOW} + :spacing
    RETURNING 0
"""
"""Returns no row while another process has the right to identify.

A time that is further ahead than `spacing` is ignored, because it was written while the clock was wrong.
"""
_SECONDS_UNTIL_FREE = f"SELECT greatest(value::float - {_NOW}, 0.01) FROM meta WHERE key = :key"
_RELEASE = f"UPDATE leases SET holder = '', until = {_NOW} WHERE holder = :holder AND shard = ANY(:shards)"


class LeaseStatements:
    """Takes, renews and releases leases."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def prepare(self, total: int) -> None:
        """Create the missing leases of `total` shards.

        These count as lost at the time when the bot was last known to run. Raises DatabaseRefused while another process
        holds leases of another number of shards.
        """
        of_other_total = leases.c.total != total
        is_held = text(f"until >= {_NOW}")
        if await self._connection.scalar(select(func.count()).select_from(leases).where(of_other_total, is_held)):
            raise DatabaseRefused(
                "Other processes use another number of shards: all need the same SHARDS=.../N.", is_temporary=True
            )
        await self._connection.execute(delete(leases).where(of_other_total))
        await self._connection.execute(text(_CREATE_MISSING), {"total": total})

    async def renew(self, holder: str, session: int) -> frozenset[int]:
        """Renew the leases that a process has not lost yet; return their shards."""
        values = {"holder": holder, "session": session, "lease": LEASE}
        return frozenset(await self._connection.scalars(text(_RENEW), values))

    async def take(
        self, holder: str, session: int, total: int, shards: Collection[int], most: int
    ) -> Mapping[int, float]:
        """Take at most `most` free leases of some shards.

        Return the shards that were taken, each with the time until which it was held before, in UTC seconds.
        """
        values: dict[str, object] = {"holder": holder, "session": session, "lease": LEASE, "grace": GRACE}
        values |= {"total": total, "shards": [*shards], "most": most}
        return {row[0]: float(row[1]) for row in await self._connection.execute(text(_TAKE), values)}

    async def release(self, holder: str, shards: Collection[int]) -> None:
        """Release leases, so that others can take them."""
        await self._connection.execute(text(_RELEASE), {"holder": holder, "shards": [*shards]})

    async def count_sharers(self) -> int:
        """Return how many processes take a fair share: their sessions hold `FAIR_SHARE_KEY` and are not idle."""
        return await self._connection.scalar(text(_COUNT_SHARERS), {"idle": IDLE_TIMEOUT}) or 0

    async def reserve_identify(self, group: int, spacing: float) -> float:
        """Take the right to identify a connection of a rate-limit group to Discord.

        Then no other process can take it for `spacing` seconds. Return 0 if the right was free, else the seconds
        to wait before asking again.
        """
        parameters = {"key": f"identify {group}"}
        if await self._connection.scalar(text(_RESERVE_IDENTIFY), {**parameters, "spacing": spacing}) is not None:
            return 0.0
        # the row is missing only if it was deleted meanwhile; then ask again soon
        return float(await self._connection.scalar(text(_SECONDS_UNTIL_FREE), parameters) or 0.01)

    async def forget(self) -> None:
        """Forget all leases, because a single process serves all servers."""
        await self._connection.execute(delete(leases))
