"""The statements about games that are over: which of them are counted, and what each player did."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import UNCOUNTED, results, scores
from bot.table.rows import ResultRow, ScoreRow

_BY_AGE = (results.c.ended_at, results.c.table_id)
_IN_ORDER = (scores.c.table_id, scores.c.seat, scores.c.stint)
_OF_USER = select(scores).where(scores.c.user_id == bindparam("user")).order_by(*_IN_ORDER)


class ResultStatements:
    """Reads and writes results and scores."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add_result(self, row: ResultRow) -> None:
        """Note that a game is over. Raises Conflict where that is noted."""
        values = row._asdict()
        values["table_id"] = values.pop("table")
        await self._connection.execute(insert(results).values(values))

    async def uncounted(self) -> ResultRow | None:
        """Return the game that waits longest to be counted."""
        oldest = select(results).where(UNCOUNTED).order_by(*_BY_AGE).limit(1)
        row = (await self._connection.execute(oldest)).one_or_none()
        return None if row is None else ResultRow(*row)

    async def results(self) -> Sequence[ResultRow]:
        """Return all games that were counted or could not be, in the order of counting."""
        found = select(results).where(~UNCOUNTED).order_by(results.c.nth, *_BY_AGE)
        return [ResultRow(*row) for row in await self._connection.execute(found)]

    async def counted(self, table: int, rows: Sequence[ScoreRow], nth: int | None = None) -> None:
        """Write the scores of a game in the place of those that are there; `nth` is its place, else the next one."""
        if nth is None:
            nth = (await self._connection.scalar(select(func.max(results.c.nth))) or 0) + 1
        await self._connection.execute(delete(scores).where(scores.c.table_id == table))
        if rows:
            await self._connection.execute(insert(scores), [_values(row) for row in rows])
        await self._connection.execute(update(results).where(results.c.table_id == table).values(nth=nth))

    async def scores(self, table: int) -> Sequence[ScoreRow]:
        """Return the scores of a game, seat by seat."""
        found = select(scores).where(scores.c.table_id == table).order_by(*_IN_ORDER)
        return [ScoreRow(*row) for row in await self._connection.execute(found)]

    async def scores_of(self, user: int) -> Sequence[ScoreRow]:
        """Return all that a user did, table by table."""
        return [ScoreRow(*row) for row in await self._connection.execute(_OF_USER, {"user": user})]

    async def forget_scores(self, user: int) -> None:
        """Leave what a user did to a former player."""
        await self._connection.execute(update(scores).where(scores.c.user_id == user).values(user_id=None))


def _values(row: ScoreRow) -> dict[str, object]:
    values = row._asdict()
    return {"table_id": values.pop("table"), "user_id": values.pop("user"), **values}
