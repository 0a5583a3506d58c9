"""The SQL of records: the best results on each server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import records, scores
from bot.table.log.rows import RecordRow


class RecordStatements:
    """Reads and writes records."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def records(self, guild: int, game: str) -> Mapping[str, RecordRow]:
        """Return the records of a game on a server, by their keys."""
        statement = select(records).where(records.c.guild == guild, records.c.game == game)
        return {row.key: RecordRow(*row) for row in await self._connection.execute(statement)}

    async def all_records(self) -> Sequence[RecordRow]:
        """Return all records of all servers."""
        order = (records.c.guild, records.c.game, records.c.key)
        return [RecordRow(*row) for row in await self._connection.execute(select(records).order_by(*order))]

    async def holders(self, guild: int, game: str) -> Mapping[str, int]:
        """Return the users who hold a game's records on a server, by the records' keys.

        Deleted users are left out.
        """
        of_record = and_(
            scores.c.table_id == records.c.table_id,
            scores.c.seat == records.c.seat,
            scores.c.stint == records.c.stint,
            scores.c.user_id.is_not(None),
        )
        statement = select(records.c.key, scores.c.user_id).join(scores, of_record)
        statement = statement.where(records.c.guild == guild, records.c.game == game)
        return {row.key: row.user_id for row in await self._connection.execute(statement)}

    async def save_records(self, rows: Sequence[RecordRow]) -> None:
        """Write records, replacing existing ones."""
        for row in rows:
            existing = (records.c.guild == row.guild, records.c.game == row.game, records.c.key == row.key)
            await self._connection.execute(delete(records).where(*existing))
            values = row._asdict()
            values["table_id"] = values.pop("table")
            await self._connection.execute(insert(records).values(values))

    async def forget_all(self) -> None:
        """Delete all records, before they are computed again from the scores."""
        await self._connection.execute(delete(records))
