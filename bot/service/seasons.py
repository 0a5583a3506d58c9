"""The stories of months: which servers are to get one, and what is told. Each is written down before it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.clock import Clock
from bot.store import Store, Transaction
from bot.table.rows import SeasonRow
from bot.table.season import Season, begins, month_of, season

NOTHING = 0
"""Stands for the message of a month in which nobody played."""


class Seasons:
    """Plans stories; `bot/channel/season.py` sends them. A month that was missed is told later, once, while it is the
    last one."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def due(self) -> Sequence[tuple[int, int]]:
        """Return the servers that are to be told the last month, each with the channel."""
        return await self._store.run(lambda tx: tx.seasons.due(self.last))

    @property
    def last(self) -> int:
        """The last month that is over."""
        return month_of(self._clock.now()) - 1

    async def begin(self, guild: int, channel: int) -> tuple[Season, Mapping[int, str]] | None:
        """Write down that the last month of a server is told now, and return it with the names of its users; None where
        it was told, or where there was nothing to tell. One that was begun before is begun again."""

        async def work(tx: Transaction) -> tuple[Season, Mapping[int, str]] | None:
            month = self.last
            row = await tx.seasons.season(guild, month)
            if row is not None and row.message is not None:
                return None
            if row is None:
                await tx.seasons.begin(SeasonRow(guild, month, channel, self._clock.now()))
            games, played = await tx.seasons.month(guild, begins(month), begins(month + 1))
            if not games:
                await tx.seasons.told(guild, month, NOTHING)
                return None
            told = season(guild, month, games, played)
            return told, await tx.results.names(told.users, guild)

        return await self._store.run(work)

    async def told(self, guild: int, month: int, message: int) -> None:
        """Note the message that tells a month."""
        await self._store.run(lambda tx: tx.seasons.told(guild, month, message))
