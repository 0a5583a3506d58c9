"""The statements about tours: which steps of which games a user was shown."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import tours
from bot.table.rows import TourRow


class TourStatements:
    """Reads and writes which steps were shown."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def shown(self, user: int, game: str | None = None) -> Sequence[TourRow]:
        """Return the steps that a user was shown, of one game or of all."""
        query = select(tours).where(tours.c.user_id == user).order_by(tours.c.game, tours.c.step)
        if game is not None:
            query = query.where(tours.c.game == game)
        return [TourRow(*row) for row in await self._connection.execute(query)]

    async def show(self, row: TourRow) -> None:
        """Note that a step is shown. Raises Conflict where it was before."""
        values = {"user_id": row.user, **row._asdict()}
        del values["user"]
        await self._connection.execute(insert(tours).values(values))

    async def forget_tours(self, user: int) -> None:
        """Delete all that a user was shown."""
        await self._connection.execute(delete(tours).where(tours.c.user_id == user))
