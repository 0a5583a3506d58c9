"""The statements: one set for both engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import and_, case, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Conflict
from bot.store.rows import PersonRow, PostRow, SeatRow, StepRow, TableRow
from bot.store.schema import meta, people, places, posts, seats, secrets, steps, tables

OPEN = ("lobby", "running")
MOST = 50


class Transaction:
    """Reads and writes that happen together or not at all; from `Store.run`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    # tables

    async def next_number(self, guild: int) -> int:
        """The number after the highest of a server."""
        highest = await self._connection.scalar(select(func.max(tables.c.number)).where(tables.c.guild == guild))
        return (highest or 0) + 1

    async def add_table(self, row: TableRow) -> TableRow:
        """Insert a table; its id is given by the database."""
        values = {name: value for name, value in asdict(row).items() if name != "id"}
        result = await self._connection.execute(insert(tables).values(values).returning(tables.c.id))
        return replace(row, id=result.scalar_one())

    async def table(self, table: int, *, lock: bool = False) -> TableRow | None:
        """A table; with `lock` nobody else can change it before this transaction ends."""
        query = select(tables).where(tables.c.id == table)
        row = (await self._connection.execute(query.with_for_update() if lock else query)).one_or_none()
        return None if row is None else _table(row)

    async def save_table(self, row: TableRow, expected: int) -> None:
        """Write a table whose seq is still `expected`. Raises Conflict where it is not."""
        values = {
            name: value for name, value in asdict(row).items() if name not in ("id", "shown_seq", "channel", "thread")
        }
        guarded = update(tables).where(tables.c.id == row.id, tables.c.seq == expected)
        if (await self._connection.execute(guarded.values(values))).rowcount != 1:
            raise Conflict

    async def tables_of(self, user: int) -> Sequence[TableRow]:
        """The open tables where somebody sits, oldest first."""
        seated = select(seats.c.table_id).where(seats.c.user_id == user)
        return await self._tables(tables.c.id.in_(seated) & tables.c.status.in_(OPEN))

    async def tables_in(self, channel: int, statuses: Sequence[str]) -> Sequence[TableRow]:
        """The tables of a channel or thread in one of these statuses, oldest first, at most the newest `MOST`."""
        here = or_(tables.c.channel == channel, tables.c.thread == channel)
        wanted = here & tables.c.status.in_(statuses)
        newest = select(tables).where(wanted).order_by(tables.c.id.desc()).limit(MOST)
        return [_table(row) for row in reversed((await self._connection.execute(newest)).all())]

    async def _tables(self, condition: Any) -> Sequence[TableRow]:
        found = await self._connection.execute(select(tables).where(condition).order_by(tables.c.id))
        return [_table(row) for row in found]

    async def unshown(self) -> Sequence[int]:
        """Tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        behind = tables.c.shown_seq < tables.c.seq
        deal_due = and_(tables.c.status == "running", tables.c.to_act == -1)
        found = await self._connection.scalars(select(tables.c.id).where(or_(behind, deal_due)).order_by(tables.c.id))
        return found.all()

    async def open_in(self, guild: int) -> Sequence[int]:
        """The tables of a server that are open, or have steps that Discord has not been shown; oldest first."""
        wanted = or_(tables.c.status.in_(OPEN), tables.c.shown_seq < tables.c.seq)
        query = select(tables.c.id).where(tables.c.guild == guild, wanted).order_by(tables.c.id)
        return (await self._connection.scalars(query)).all()

    async def waiting_for_players(self) -> Sequence[int]:
        """Tables where a computer player is to act, oldest first."""
        mover = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act)
        theirs = and_(tables.c.status == "running", seats.c.player.is_not(None))
        found = await self._connection.scalars(
            select(tables.c.id).join(seats, mover).where(theirs).order_by(tables.c.id)
        )
        return found.all()

    async def idle_lobbies(self, since: int) -> Sequence[int]:
        """Tables that wait for players and where nothing happened after `since`."""
        last = and_(steps.c.table_id == tables.c.id, steps.c.seq == tables.c.seq)
        idle = and_(tables.c.status == "lobby", steps.c.at <= since)
        found = await self._connection.scalars(select(tables.c.id).join(steps, last).where(idle).order_by(tables.c.id))
        return found.all()

    async def place(self, table: int, *, channel: int, threaded: bool, thread: int | None) -> None:
        """Write where a table is shown."""
        values = {"channel": channel, "threaded": threaded, "thread": thread}
        await self._connection.execute(update(tables).where(tables.c.id == table).values(values))

    async def shown(self, table: int, seq: int) -> int | None:
        """Note the last step that Discord shows, which never goes back; give the last step there is."""
        latest = case((tables.c.shown_seq < seq, seq), else_=tables.c.shown_seq)
        noted = update(tables).where(tables.c.id == table).values(shown_seq=latest).returning(tables.c.seq)
        last: int | None = await self._connection.scalar(noted)
        return last

    # seats

    async def seats(self, table: int) -> Sequence[SeatRow]:
        """Who sits where, in seat order."""
        columns = select(seats.c.user_id, seats.c.name, seats.c.word, seats.c.player)
        found = await self._connection.execute(columns.where(seats.c.table_id == table).order_by(seats.c.seat))
        return [SeatRow(*row) for row in found]

    async def save_seats(self, table: int, people: Sequence[SeatRow]) -> None:
        """Replace all seats of a table."""
        await self._connection.execute(delete(seats).where(seats.c.table_id == table))
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "user_id": row.user,
                "name": row.name,
                "word": row.word,
                "player": row.player,
            }
            for seat, row in enumerate(people)
        ]
        if rows:
            await self._connection.execute(insert(seats), rows)

    # the log

    async def step_of(self, interaction: int) -> StepRow | None:
        """The step that an interaction of Discord caused."""
        row = (await self._connection.execute(select(steps).where(steps.c.interaction == interaction))).one_or_none()
        return None if row is None else StepRow(*row)

    async def steps(self, table: int, after: int, up_to: int) -> Sequence[StepRow]:
        """The steps with after < seq <= up_to, in order."""
        part = select(steps).where(steps.c.table_id == table, steps.c.seq > after, steps.c.seq <= up_to)
        return [StepRow(*row) for row in await self._connection.execute(part.order_by(steps.c.seq))]

    async def add_steps(self, rows: Sequence[StepRow]) -> None:
        """Append to a log. Raises Conflict where a seq or an interaction is there already."""
        values = [row._asdict() for row in rows]
        for value in values:
            value["table_id"] = value.pop("table")
        await self._connection.execute(insert(steps), values)

    # secrets

    async def seeds(self, table: int) -> Mapping[int, bytes]:
        """The seed of each round that has one."""
        found = await self._connection.execute(
            select(secrets.c.round, secrets.c.seed).where(secrets.c.table_id == table)
        )
        return {row.round: row.seed for row in found}

    async def add_seed(self, table: int, round_: int, seed: bytes, at: int) -> None:
        """Keep the seed of a round. Raises Conflict where it has one."""
        await self._connection.execute(insert(secrets).values(table_id=table, round=round_, seed=seed, at=at))

    # layout

    async def places(self, table: int, round_: int) -> Sequence[Sequence[float]]:
        """Where the tiles of a round lie, in order of play."""
        query = select(places.c.numbers).where(places.c.table_id == table, places.c.round == round_)
        return (await self._connection.scalars(query.order_by(places.c.place))).all()

    async def laid(self, table: int, round_: int) -> int:
        """How many tiles of a round have their place."""
        query = select(func.count()).where(places.c.table_id == table, places.c.round == round_)
        return await self._connection.scalar(query) or 0

    async def add_places(self, table: int, round_: int, start: int, rows: Sequence[Sequence[float]]) -> None:
        """Append rows from place `start` on."""
        values = [
            {"table_id": table, "round": round_, "place": place, "numbers": list(row)}
            for place, row in enumerate(rows, start)
        ]
        if values:
            await self._connection.execute(insert(places), values)

    # posts

    async def open_posts(self, table: int, kind: str) -> Sequence[PostRow]:
        """Our messages about a table that are not collapsed, and the newest of one kind that was sent; oldest first."""
        sent = and_(posts.c.table_id == table, posts.c.kind == kind, posts.c.message.is_not(None))
        newest = select(func.max(posts.c.id)).where(sent).scalar_subquery()
        wanted = and_(posts.c.table_id == table, or_(posts.c.collapsed.is_(False), posts.c.id == newest))
        found = await self._connection.execute(select(posts).where(wanted).order_by(posts.c.id))
        return [PostRow(*row) for row in found]

    async def post(self, table: int, kind: str, seq: int) -> PostRow | None:
        """Our message of one kind about one step."""
        query = select(posts).where(posts.c.table_id == table, posts.c.kind == kind, posts.c.seq == seq)
        row = (await self._connection.execute(query)).one_or_none()
        return None if row is None else PostRow(*row)

    async def add_post(self, table: int, kind: str, seq: int, channel: int, pinged: int | None, at: int) -> PostRow:
        """Note that a message is to be sent."""
        new = insert(posts).values(
            table_id=table,
            kind=kind,
            seq=seq,
            channel=channel,
            collapsed=False,
            pinged=pinged,
            generation=0,
            digest="",
            at=at,
        )
        return PostRow(*(await self._connection.execute(new.returning(*posts.c))).one())

    async def change_post(self, post: int, generation: int, values: Mapping[str, int | bool | str | None]) -> None:
        """Write some columns of a post, unless it has become another message since this generation."""
        same = and_(posts.c.id == post, posts.c.generation == generation)
        await self._connection.execute(update(posts).where(same).values(values))

    async def forget_posts(self, table: int, channel: int | None = None) -> None:
        """Note that the messages of a table are gone, those of one channel or all."""
        gone = and_(posts.c.table_id == table, posts.c.message.is_not(None))
        if channel is not None:
            gone = and_(gone, posts.c.channel == channel)
        anew = update(posts).where(gone).values(message=None, generation=posts.c.generation + 1)
        await self._connection.execute(anew)

    # people

    async def person(self, user: int) -> PersonRow:
        """What somebody wants; the defaults for who never said."""
        row = (await self._connection.execute(select(people).where(people.c.user_id == user))).one_or_none()
        return PersonRow(user) if row is None else PersonRow(*row)

    async def save_person(self, row: PersonRow) -> None:
        """Keep what somebody wants."""
        await self._connection.execute(delete(people).where(people.c.user_id == row.user))
        values = {"user_id": row.user, "private_hand": row.private_hand, "refused_at": row.refused_at}
        await self._connection.execute(insert(people).values(values))

    # anything else

    async def recall(self, key: str) -> str | None:
        """What was remembered under a key."""
        return await self._connection.scalar(select(meta.c.value).where(meta.c.key == key))

    async def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        await self._connection.execute(delete(meta).where(meta.c.key == key))
        await self._connection.execute(insert(meta).values(key=key, value=value))


def _table(row: Row[Any]) -> TableRow:
    return TableRow(**row._mapping)
