"""The SQL of the log of each table, and of the seeds of its deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import BigInteger, Integer, bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import secrets, steps
from bot.table.log.rows import StepRow

_STEP_OF = select(steps).where(steps.c.interaction == bindparam("interaction"))
_OF_TABLE = bindparam("table", type_=BigInteger)
_STEPS = (
    select(steps)
    .where(steps.c.table_id == _OF_TABLE)
    .where(steps.c.seq > bindparam("after", type_=Integer), steps.c.seq <= bindparam("up_to", type_=Integer))
    .order_by(steps.c.seq)
)
_ADD_STEPS, _ADD_SEED = insert(steps), insert(secrets)
_SEEDS = select(secrets.c.round, secrets.c.seed).where(secrets.c.table_id == _OF_TABLE)


class LogStatements:
    """Reads and writes logs; a step that is written never changes."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def step_of(self, interaction: int | None) -> StepRow | None:
        """Return the step that a Discord interaction caused, if any; None without an interaction."""
        if interaction is None:
            return None
        row = (await self._connection.execute(_STEP_OF, {"interaction": interaction})).one_or_none()
        return None if row is None else StepRow(*row)

    async def steps(self, table: int, after: int, up_to: int) -> Sequence[StepRow]:
        """Return the steps with after < seq <= up_to, in order."""
        parameters = {"table": table, "after": after, "up_to": up_to}
        return [StepRow(*row) for row in await self._connection.execute(_STEPS, parameters)]

    async def add_steps(self, rows: Sequence[StepRow]) -> None:
        """Append steps to a log. Raises Conflict if a `seq` or an interaction is there already."""
        values = [row._asdict() for row in rows]
        for value in values:
            value["table_id"], value["user_id"] = value.pop("table"), value.pop("user")
        await self._connection.execute(_ADD_STEPS, values)

    async def seeds(self, table: int) -> Mapping[int, bytes]:
        """Return the seeds of a table's deals by round, and the table's secret under 0."""
        return {row.round: row.seed for row in await self._connection.execute(_SEEDS, {"table": table})}

    async def add_seed(self, table: int, round_: int, seed: bytes, at: int) -> None:
        """Store the seed of a round. Raises Conflict if the round has a seed already."""
        await self._connection.execute(_ADD_SEED, {"table_id": table, "round": round_, "seed": seed, "at": at})
