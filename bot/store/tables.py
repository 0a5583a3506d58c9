"""The SQL of tables and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import BigInteger, Integer, and_, bindparam, case, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Conflict
from bot.store.schema import OPEN, departures, people, results, seats, servers, tables
from bot.store.servers import server_of
from bot.table.log.rows import DurationRow, SeatRow, TableRow
from bot.table.preferences import PersonRow
from bot.table.server_settings import ServerRow

_OF_TABLE = bindparam("table", type_=BigInteger)
_SHOWN_SEQ = bindparam("shown", type_=Integer)
_TABLE = select(tables).where(tables.c.id == _OF_TABLE)
_TABLE_LOCKED = _TABLE.with_for_update()
_PREFERENCES = (
    select(servers, people)
    .select_from(tables)
    .outerjoin(servers, servers.c.guild == tables.c.guild)
    .outerjoin(seats, and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act))
    .outerjoin(people, people.c.user_id == seats.c.user_id)
    .where(tables.c.id == _OF_TABLE)
)
_SEATS = (
    select(seats.c.user_id, seats.c.name, seats.c.player).where(seats.c.table_id == _OF_TABLE).order_by(seats.c.seat)
)
_HIGHEST_NUMBER = select(func.max(tables.c.number)).where(tables.c.guild == bindparam("guild"))
_ADD_TABLE = insert(tables).returning(tables.c.id)
_SAVE_IF_UNCHANGED = update(tables).where(tables.c.id == bindparam("saved"), tables.c.seq == bindparam("expected"))
_CHANGE_TABLE = update(tables).where(tables.c.id == bindparam("changed"))
_MARK_SHOWN = (
    update(tables)
    .where(tables.c.id == _OF_TABLE)
    .values(shown_seq=case((tables.c.shown_seq < _SHOWN_SEQ, _SHOWN_SEQ), else_=tables.c.shown_seq))
    .returning(tables.c.seq)
)
_CLEAR_SEATS = delete(seats).where(seats.c.table_id == _OF_TABLE)
_ADD_SEATS = insert(seats)
_END_LIVE_SEATS = update(seats).where(seats.c.table_id == _OF_TABLE).values(live=False)
_FORGET_DEPARTURES = delete(departures).where(departures.c.table_id == _OF_TABLE)
_COUNT_OPEN = select(tables.c.status, func.count()).where(OPEN).group_by(tables.c.status)
SKIPPED_IDS = 1_000_000
"""How many ids are skipped after a restore: more than there can be tables that were opened since the copy was made."""
_SKIP_SQLITE = "UPDATE sqlite_sequence SET seq = seq + :skipped WHERE name = 'tables'"
_SEQUENCE = "pg_get_serial_sequence('tables', 'id')"
_SKIP_POSTGRES = f"SELECT setval({_SEQUENCE}, nextval({_SEQUENCE}) + :skipped)"

RECENT_GAMES = 200
"""The number of newest games from which the length of the next game is estimated."""
_COUNT_PEOPLE = select(func.count()).select_from(seats).where(seats.c.table_id == tables.c.id, seats.c.player.is_(None))
_DURATIONS = (
    select(tables.c.started_at, results.c.ended_at, tables.c.options, tables.c.clock, results.c.seats)
    .add_columns(_COUNT_PEOPLE.scalar_subquery())
    .join(tables, tables.c.id == results.c.table_id)
    .where(results.c.guild == bindparam("guild"), results.c.game == bindparam("game"))
    .where(tables.c.started_at.is_not(None))
    .order_by(results.c.ended_at.desc())
    .limit(RECENT_GAMES)
)


class TableStatements:
    """Reads and writes the rows of tables."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def next_number(self, guild: int) -> int:
        """Return the number of a server's next table: the highest number so far, plus one."""
        return (await self._connection.scalar(_HIGHEST_NUMBER, {"guild": guild}) or 0) + 1

    async def add_table(self, row: TableRow) -> TableRow:
        """Insert a table; return it with the id that the database gave it."""
        values = row._asdict()
        del values["id"]
        return row._replace(id=(await self._connection.execute(_ADD_TABLE, values)).scalar_one())

    async def table(self, table: int, *, lock: bool = False) -> TableRow | None:
        """Return a table; `lock` keeps it locked until this transaction ends."""
        result = await self._connection.execute(_TABLE_LOCKED if lock else _TABLE, {"table": table})
        row = result.one_or_none()
        return None if row is None else TableRow(*row)

    async def read_preferences(self, table: int) -> tuple[ServerRow | None, PersonRow | None]:
        """Return the stored settings of a table's server and of the user to move.

        Either is None if nothing is stored.
        """
        row = (await self._connection.execute(_PREFERENCES, {"table": table})).one()
        # all columns of a row that is not stored are null
        server_columns, person_columns = row[: len(servers.c)], row[len(servers.c) :]
        return (
            None if server_columns[0] is None else server_of(server_columns),
            None if person_columns[0] is None else PersonRow(*person_columns),
        )

    async def save_table(self, row: TableRow, expected: int) -> None:
        """Write a table whose seq is still `expected`. Raises Conflict if it is not."""
        values = {"saved": row.id, "expected": expected, **row._asdict()}
        del values["id"]
        for column in ("shown_seq", "channel", "thread"):  # `mark_shown` and `save_place` write these
            del values[column]
        saved = await self._connection.execute(_SAVE_IF_UNCHANGED, values)
        if saved.rowcount != 1:
            raise Conflict

    async def save_place(self, table: int, *, channel: int, threaded: bool, thread: int | None) -> None:
        """Write the channel or thread in which a table is shown."""
        values = {"channel": channel, "threaded": threaded, "thread": thread}
        await self._connection.execute(_CHANGE_TABLE, values | {"changed": table})

    async def running_under_other_rules(self, known: int) -> Sequence[TableRow]:
        """Return the running tables that began under another version of the rules than `known`, oldest first."""
        statement = select(tables).where(OPEN, tables.c.status == "running", tables.c.rules_version != known)
        return [TableRow(*row) for row in await self._connection.execute(statement.order_by(tables.c.id))]

    async def count_open_tables(self) -> Mapping[str, int]:
        """Return how many open tables there are, by status."""
        return {row[0]: row[1] for row in await self._connection.execute(_COUNT_OPEN)}

    async def skip_ids(self) -> None:
        """Skip the ids that lost tables had, since the messages of those tables still carry them."""
        sqlite = self._connection.dialect.name == "sqlite"
        await self._connection.execute(text(_SKIP_SQLITE if sqlite else _SKIP_POSTGRES), {"skipped": SKIPPED_IDS})

    async def mark_shown(self, table: int, seq: int) -> int | None:
        """Record that a table is shown up to a step, unless a later step is recorded.

        Return the table's last step.
        """
        last: int | None = await self._connection.scalar(_MARK_SHOWN, {"table": table, "shown": seq})
        return last

    async def wake(self, table: int, at: int) -> None:
        """Write when something is due next at a table."""
        await self._connection.execute(_CHANGE_TABLE, {"changed": table, "wake_at": at})

    async def seats(self, table: int) -> Sequence[SeatRow]:
        """Return the seats of a table, in order."""
        return [SeatRow(*row) for row in await self._connection.execute(_SEATS, {"table": table})]

    async def save_seats(self, table: int, people: Sequence[SeatRow], *, live: bool = True) -> None:
        """Replace all seats of a table; `live` says whether the table is still open."""
        await self._connection.execute(_CLEAR_SEATS, {"table": table})
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "user_id": row.user,
                "name": row.name,
                "player": row.player,
                "live": live,
            }
            for seat, row in enumerate(people)
        ]
        if rows:
            await self._connection.execute(_ADD_SEATS, rows)

    async def durations(self, guild: int, game: str) -> Sequence[DurationRow]:
        """Return the durations of a game's newest finished tables on a server, the newest first."""
        rows = await self._connection.execute(_DURATIONS, {"guild": guild, "game": game})
        return [DurationRow(*row) for row in rows]

    async def close_table(self, table: int) -> None:
        """Record that a table is no longer open, and delete the marks of users who left its seats."""
        await self._connection.execute(_END_LIVE_SEATS, {"table": table})
        await self._connection.execute(_FORGET_DEPARTURES, {"table": table})
