"""The SQL of tours: the steps of each game that a user was shown."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import tours
from bot.table.log.rows import TourRow

_USER = bindparam("user", type_=BigInteger)
_SHOWN = select(tours).where(tours.c.user_id == _USER).order_by(tours.c.game, tours.c.step)
_SHOWN_OF_GAME = _SHOWN.where(tours.c.game == bindparam("game"))
_ADD_SHOWN = insert(tours)
_FORGET_USER = delete(tours).where(tours.c.user_id == _USER)


class TourStatements:
    """Reads and writes which steps were shown."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def shown_steps(self, user: int, game: str | None = None) -> Sequence[TourRow]:
        """Return the steps that a user was shown, of one game or of all games."""
        statement = _SHOWN if game is None else _SHOWN_OF_GAME
        return [TourRow(*row) for row in await self._connection.execute(statement, {"user": user, "game": game})]

    async def add_shown_step(self, row: TourRow) -> None:
        """Record that a user was shown a step. Raises Conflict if that was recorded before."""
        values = {"user_id": row.user, **row._asdict()}
        del values["user"]
        await self._connection.execute(_ADD_SHOWN, values)

    async def forget_tours(self, user: int) -> None:
        """Delete the record of all steps that a user was shown."""
        await self._connection.execute(_FORGET_USER, {"user": user})
