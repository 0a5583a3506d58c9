"""The statements: one set for both engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import BigInteger, Integer, and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.digests import DigestStatements
from bot.store.engine import Conflict
from bot.store.rows import Kept, KeptSeat, PersonRow, PostRow, SeatRow, ServerRow, StepRow, TableRow
from bot.store.schema import departures, meta, people, places, posts, seats, secrets, servers, steps, tables

OPEN = ("lobby", "running")
PRIVATE = "hand"
"""The kind of posts that are private messages."""
MOST = 50


# What every press and every board needs is built once: that takes longer than SQLite needs to answer it.
_OF_TABLE = bindparam("table", type_=BigInteger)
_SHOWN_SEQ = bindparam("shown", type_=Integer)
_TABLE = select(tables).where(tables.c.id == _OF_TABLE)
_LOCKED_TABLE = _TABLE.with_for_update()
_SAVE = update(tables).where(tables.c.id == bindparam("saved"), tables.c.seq == bindparam("expected"))
_SHOWN = (
    update(tables)
    .where(tables.c.id == _OF_TABLE)
    .values(shown_seq=case((tables.c.shown_seq < _SHOWN_SEQ, _SHOWN_SEQ), else_=tables.c.shown_seq))
    .returning(tables.c.seq)
)
_STEP_OF = select(steps).where(steps.c.interaction == bindparam("interaction"))
_PLACES = (
    select(places.c.numbers)
    .where(places.c.table_id == _OF_TABLE, places.c.round == bindparam("round"))
    .order_by(places.c.place)
)
_LAID = select(func.count()).where(places.c.table_id == _OF_TABLE, places.c.round == bindparam("round"))
_NEWEST_SENT = (
    select(posts.c.id)
    .where(posts.c.table_id == _OF_TABLE, posts.c.kind == bindparam("kind"), posts.c.message.is_not(None))
    .order_by(posts.c.id.desc())
    .limit(2)
)
_FIRST_SENT = (
    select(posts.c.id)
    .where(posts.c.table_id == _OF_TABLE, posts.c.kind == bindparam("kind"), posts.c.message.is_not(None))
    .where(posts.c.seq >= bindparam("since"))
    .order_by(posts.c.id)
    .limit(1)
)
_OPEN_POSTS = (
    select(posts)
    .where(posts.c.table_id == _OF_TABLE)
    .where(or_(posts.c.collapsed.is_(False), posts.c.id.in_(_NEWEST_SENT), posts.c.id.in_(_FIRST_SENT)))
    .order_by(posts.c.id)
)
_POST = select(posts).where(
    posts.c.table_id == _OF_TABLE, posts.c.kind == bindparam("kind"), posts.c.seq == bindparam("seq")
)
_ADD_POST = insert(posts).returning(*posts.c)
_CHANGE_POST = update(posts).where(posts.c.id == bindparam("changed"), posts.c.generation == bindparam("since"))
_PERSON = select(people).where(people.c.user_id == bindparam("user"))


class Transaction(DigestStatements):
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
        found = await self._connection.execute(_LOCKED_TABLE if lock else _TABLE, {"table": table})
        row = found.one_or_none()
        return None if row is None else _table(row)

    async def save_table(self, row: TableRow, expected: int) -> None:
        """Write a table whose seq is still `expected`. Raises Conflict where it is not."""
        values = {
            name: value for name, value in asdict(row).items() if name not in ("id", "shown_seq", "channel", "thread")
        }
        saved = await self._connection.execute(_SAVE, values | {"saved": row.id, "expected": expected})
        if saved.rowcount != 1:
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

    async def last_ended(self, channel: int, statuses: Sequence[str], user: int | None) -> Sequence[TableRow]:
        """The game of a channel or thread that ended last, if any; with `user` of those where this person sits."""
        wanted = or_(tables.c.channel == channel, tables.c.thread == channel) & tables.c.status.in_(statuses)
        if user is not None:
            wanted &= tables.c.id.in_(select(seats.c.table_id).where(seats.c.user_id == user))
        played = select(tables).where(wanted, tables.c.started_at.is_not(None))
        newest = played.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)
        return [_table(row) for row in await self._connection.execute(newest)]

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

    async def open_guilds(self) -> Sequence[int]:
        """The servers with tables that are open, or have steps that Discord has not been shown."""
        wanted = or_(tables.c.status.in_(OPEN), tables.c.shown_seq < tables.c.seq)
        query = select(tables.c.guild).where(tables.c.guild != 0, wanted).distinct().order_by(tables.c.guild)
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
        last: int | None = await self._connection.scalar(_SHOWN, {"table": table, "shown": seq})
        return last

    # clocks

    async def waking(self, now: int) -> Sequence[int]:
        """Tables where time has changed something by now, those that waited longest first."""
        due = select(tables.c.id).where(tables.c.wake_at <= now).order_by(tables.c.wake_at, tables.c.id)
        return (await self._connection.scalars(due.limit(MOST))).all()

    async def next_wake(self) -> int | None:
        """When time changes something next."""
        earliest: int | None = await self._connection.scalar(select(func.min(tables.c.wake_at)))
        return earliest

    async def wake(self, table: int, at: int) -> None:
        """Look at a table's clock at another time."""
        await self._connection.execute(update(tables).where(tables.c.id == table).values(wake_at=at))

    async def timed(self) -> Sequence[int]:
        """All tables with a game under way, and those that wait for an answer before it; oldest first."""
        timed = or_(tables.c.status == "running", and_(tables.c.status == "lobby", tables.c.wake_at.is_not(None)))
        return sorted(await self._connection.scalars(select(tables.c.id).where(timed)))

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

    async def departed(self, table: int, user: int, seat: int) -> None:
        """Note that somebody left a seat of a running game."""
        mine = and_(departures.c.table_id == table, departures.c.user_id == user)
        await self._connection.execute(delete(departures).where(mine))
        await self._connection.execute(insert(departures).values(table_id=table, user_id=user, seat=seat))

    async def departure(self, table: int, user: int) -> int | None:
        """The seat of a running game that somebody left."""
        mine = and_(departures.c.table_id == table, departures.c.user_id == user)
        seat: int | None = await self._connection.scalar(select(departures.c.seat).where(mine))
        return seat

    # the log

    async def step_of(self, interaction: int) -> StepRow | None:
        """The step that an interaction of Discord caused."""
        row = (await self._connection.execute(_STEP_OF, {"interaction": interaction})).one_or_none()
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
        return (await self._connection.scalars(_PLACES, {"table": table, "round": round_})).all()

    async def laid(self, table: int, round_: int) -> int:
        """How many tiles of a round have their place."""
        return await self._connection.scalar(_LAID, {"table": table, "round": round_}) or 0

    async def forget_places(self, table: int, round_: int) -> None:
        """Forget where the tiles of a round lie."""
        there = and_(places.c.table_id == table, places.c.round == round_)
        await self._connection.execute(delete(places).where(there))

    async def happened_since(self, table: int, kind: str, seq: int) -> bool:
        """Whether there is a step of a kind after a step."""
        newer = and_(steps.c.table_id == table, steps.c.kind == kind, steps.c.seq > seq)
        return bool(await self._connection.scalar(select(func.count()).select_from(steps).where(newer)))

    async def add_places(self, table: int, round_: int, start: int, rows: Sequence[Sequence[float]]) -> None:
        """Append rows from place `start` on."""
        values = [
            {"table_id": table, "round": round_, "place": place, "numbers": list(row)}
            for place, row in enumerate(rows, start)
        ]
        if values:
            await self._connection.execute(insert(places), values)

    # posts

    async def open_posts(self, table: int, kind: str, since: int) -> Sequence[PostRow]:
        """Our messages about a table that are not collapsed; of one kind also the two newest that were sent, and the
        first since a step. Oldest first."""
        found = await self._connection.execute(_OPEN_POSTS, {"table": table, "kind": kind, "since": since})
        return [PostRow(*row) for row in found]

    async def post(self, table: int, kind: str, seq: int) -> PostRow | None:
        """Our message of one kind about one step."""
        row = (await self._connection.execute(_POST, {"table": table, "kind": kind, "seq": seq})).one_or_none()
        return None if row is None else PostRow(*row)

    async def add_post(self, table: int, kind: str, seq: int, channel: int, pinged: int | None, at: int) -> PostRow:
        """Note that a message is to be sent."""
        values = {
            "table_id": table,
            "kind": kind,
            "seq": seq,
            "channel": channel,
            "collapsed": False,
            "pinged": pinged,
            "generation": 0,
            "digest": "",
            "at": at,
        }
        return PostRow(*(await self._connection.execute(_ADD_POST, values)).one())

    async def change_post(self, post: int, generation: int, values: Mapping[str, int | bool | str | None]) -> None:
        """Write some columns of a post, unless it has become another message since this generation."""
        await self._connection.execute(_CHANGE_POST, {**values, "changed": post, "since": generation})

    async def reopen_posts(self, table: int, kinds: Sequence[str], seq: int) -> None:
        """Let the messages of these kinds be written anew that tell what happened after a step."""
        sent = and_(posts.c.table_id == table, posts.c.kind.in_(kinds), posts.c.message.is_not(None))
        first = await self._connection.scalar(select(func.max(posts.c.seq)).where(sent, posts.c.seq <= seq))
        await self._connection.execute(update(posts).where(sent, posts.c.seq >= (first or 0)).values(collapsed=False))

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
        row = (await self._connection.execute(_PERSON, {"user": user})).one_or_none()
        return PersonRow(user) if row is None else PersonRow(*row)

    async def save_person(self, row: PersonRow) -> None:
        """Keep what somebody wants."""
        await self._connection.execute(delete(people).where(people.c.user_id == row.user))
        values = {"user_id": row.user, **row._asdict()}
        del values["user"]
        await self._connection.execute(insert(people).values(values))

    async def seated(self, user: int) -> Sequence[int]:
        """Every table where somebody has a seat, whatever became of it."""
        return (await self._connection.scalars(select(seats.c.table_id).where(seats.c.user_id == user))).all()

    async def kept_about(self, user: int) -> Kept:
        """Everything that is stored about somebody."""
        row = (await self._connection.execute(_PERSON, {"user": user})).one_or_none()
        theirs = select(seats).where(seats.c.user_id == user).order_by(seats.c.table_id)
        found = (await self._connection.execute(theirs)).all()
        kept = [
            KeptSeat(
                table,
                seat.seat,
                seat.name,
                seat.word,
                [step for step in await self.steps(table.id, 0, table.seq) if step.seat == seat.seat],
                await self._private_messages(table.id, seat.seat),
            )
            for seat in found
            if (table := await self.table(seat.table_id)) is not None
        ]
        hosted = await self._connection.scalars(select(tables.c.id).where(tables.c.host == user).order_by(tables.c.id))
        there = {seat.table.id for seat in kept}
        opened = [table for table in hosted if table not in there]
        query = select(departures.c.table_id, departures.c.seat).where(departures.c.user_id == user)
        left = [(gone.table_id, gone.seat) for gone in await self._connection.execute(query)]
        return Kept(None if row is None else PersonRow(*row), kept, opened, left, await self.digest(user))

    async def _private_messages(self, table: int, seat: int) -> Sequence[tuple[int, int | None, int]]:
        columns = select(posts.c.channel, posts.c.message, posts.c.at)
        query = columns.where(posts.c.table_id == table, posts.c.kind == PRIVATE, posts.c.pinged == seat)
        return [
            (row.channel, row.message, row.at) for row in await self._connection.execute(query.order_by(posts.c.id))
        ]

    async def forget_messages(self, user: int) -> None:
        """Delete which private messages somebody got, and by which presses they acted."""
        theirs = select(seats.c.seat).where(seats.c.user_id == user)
        mine = exists(theirs.where(seats.c.table_id == posts.c.table_id, seats.c.seat == posts.c.pinged))
        await self._connection.execute(delete(posts).where(posts.c.kind == PRIVATE, mine))
        acted = exists(theirs.where(seats.c.table_id == steps.c.table_id, seats.c.seat == steps.c.seat))
        await self._connection.execute(update(steps).where(acted).values(interaction=None))

    async def forget(self, user: int, name: str) -> None:
        """Take somebody out of every row; their seats get a name that is nobody's."""
        nobody = {"user_id": None, "name": name, "word": ""}
        await self._connection.execute(update(seats).where(seats.c.user_id == user).values(nobody))
        await self._connection.execute(update(tables).where(tables.c.host == user).values(host=0))
        await self._connection.execute(delete(departures).where(departures.c.user_id == user))
        await self._connection.execute(delete(people).where(people.c.user_id == user))
        await self.forget_digest(user)

    # servers

    async def server(self, guild: int) -> ServerRow:
        """What a server wants; the defaults for one that never said."""
        row = (await self._connection.execute(select(servers).where(servers.c.guild == guild))).one_or_none()
        return ServerRow(guild) if row is None else ServerRow(*row)._replace(channels=tuple(row.channels))

    async def save_server(self, row: ServerRow) -> None:
        """Keep what a server wants."""
        await self._connection.execute(delete(servers).where(servers.c.guild == row.guild))
        await self._connection.execute(
            insert(servers).values(row._asdict() | {"channels": list(row.channels), "limits": dict(row.limits)})
        )

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
