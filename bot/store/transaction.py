"""The statements: one set for both engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Conflict
from bot.store.people import PeopleStatements
from bot.store.schema import (
    LIVE,
    OPEN,
    UNSHOWN,
    departures,
    meta,
    places,
    posts,
    seats,
    secrets,
    servers,
    steps,
    tables,
)
from bot.table.rows import PostRow, SeatRow, ServerRow, StepRow, TableRow

MOST = 50
"""Tables that a list can hold."""
TURNS = 25
"""Tables that are looked through for the most urgent one."""
_THEIR_TURN = and_(tables.c.status == "running", tables.c.to_act == seats.c.seat)


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


class Transaction(PeopleStatements):
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

    async def tables_of(self, user: int, *, guild: int | None = None, channel: int | None = None) -> Sequence[TableRow]:
        """The open tables where somebody sits, of one server or channel where that is given, oldest first; at most
        `MOST`, those where it is their turn before others."""
        moves = case((_THEIR_TURN, 0), else_=1)
        found = select(tables).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user, LIVE)
        found = _there(found, guild, channel).order_by(moves, tables.c.id).limit(MOST)
        return sorted((_table(row) for row in await self._connection.execute(found)), key=lambda row: row.id)

    async def turns_of(
        self, user: int, *, guild: int | None = None, channel: int | None = None, away: bool = False
    ) -> Sequence[TableRow]:
        """The tables where it is somebody's turn, those first where time changes something first; at most `TURNS`. With
        `away` also where a computer player sits in for them."""
        found = select(tables).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user, LIVE)
        found = _there(found.where(_THEIR_TURN), guild, channel)
        if not away:
            found = found.where(seats.c.player.is_(None))
        urgent = found.order_by(tables.c.wake_at.is_(None), tables.c.wake_at, tables.c.id).limit(TURNS)
        return [_table(row) for row in await self._connection.execute(urgent)]

    async def last_ended(self, channel: int, statuses: Sequence[str], user: int | None) -> Sequence[TableRow]:
        """The game of a channel or thread that ended last, if any; with `user` of those where this person sits."""
        theirs = exists().where(seats.c.table_id == tables.c.id, seats.c.user_id == user)
        wanted = and_(tables.c.status.in_(statuses), tables.c.started_at.is_not(None), tables.c.ended_at.is_not(None))
        newest = [
            select(tables).where(place == channel, wanted, *(() if user is None else (theirs,)))
            .order_by(place, tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)
            for place in (tables.c.channel, tables.c.thread)
        ]  # fmt: skip
        found = [_table(row) for query in newest for row in await self._connection.execute(query)]
        return sorted(found, key=lambda row: (row.ended_at or 0, row.id))[-1:]

    async def all_open_of(self, user: int) -> Sequence[int]:
        """Every open table where somebody sits, however many, oldest first."""
        query = select(seats.c.table_id).where(seats.c.user_id == user, LIVE).order_by(seats.c.table_id)
        return (await self._connection.scalars(query)).all()

    async def how_many_of(self, user: int) -> int:
        """At how many open tables somebody sits."""
        query = select(func.count()).select_from(seats).where(seats.c.user_id == user, LIVE)
        return await self._connection.scalar(query) or 0

    async def how_many_in(self, channel: int) -> int:
        """How many tables are open in a channel."""
        query = select(func.count()).select_from(tables).where(tables.c.channel == channel, OPEN)
        return await self._connection.scalar(query) or 0

    async def numbered(self, guild: int, number: int) -> TableRow | None:
        """The table of a server with this number."""
        query = select(tables).where(tables.c.guild == guild, tables.c.number == number)
        row = (await self._connection.execute(query)).one_or_none()
        return None if row is None else _table(row)

    async def tables_in(self, channel: int, statuses: Sequence[str], most: int = MOST) -> Sequence[TableRow]:
        """The tables of a channel or thread in one of these statuses, oldest first, at most so many of the newest."""
        newest = [
            select(select(tables.c.id).where(place == channel, tables.c.status == status)
                   .order_by(tables.c.id.desc()).limit(most).subquery().c.id)
            for place in (tables.c.channel, tables.c.thread) for status in statuses
        ]  # fmt: skip
        found = select(tables).where(tables.c.id.in_(union(*newest))).order_by(tables.c.id.desc()).limit(most)
        return [_table(row) for row in reversed((await self._connection.execute(found)).all())]

    async def unshown(self) -> Sequence[int]:
        """Tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        deal_due = and_(OPEN, tables.c.to_act == -1, tables.c.status == "running")
        found = union(select(tables.c.id).where(UNSHOWN), select(tables.c.id).where(deal_due))
        return sorted(await self._connection.scalars(found))

    async def open_in(self, guild: int) -> Sequence[int]:
        """The tables of a server that are open, or have steps that Discord has not been shown; oldest first."""
        here = select(tables.c.id).where(tables.c.guild == guild)
        return sorted(await self._connection.scalars(union(here.where(OPEN), here.where(UNSHOWN))))

    async def open_guilds(self) -> Sequence[int]:
        """The servers with tables that are open, or have steps that Discord has not been shown."""
        guilds = select(tables.c.guild).where(tables.c.guild != 0)
        return sorted(await self._connection.scalars(union(guilds.where(OPEN), guilds.where(UNSHOWN))))

    async def waiting_for_players(self) -> Sequence[int]:
        """Tables where a computer player is to act, oldest first."""
        mover = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act)
        theirs = and_(OPEN, tables.c.status == "running", seats.c.player.is_not(None))
        return sorted(await self._connection.scalars(select(tables.c.id).join(seats, mover).where(theirs)))

    async def idle_lobbies(self, since: int) -> Sequence[int]:
        """Tables that wait for players and where nothing happened after `since`."""
        last = and_(steps.c.table_id == tables.c.id, steps.c.seq == tables.c.seq)
        idle = and_(OPEN, tables.c.status == "lobby", steps.c.at <= since)
        return sorted(await self._connection.scalars(select(tables.c.id).join(steps, last).where(idle)))

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
        return sorted(await self._connection.scalars(select(tables.c.id).where(OPEN, timed)))

    # seats

    async def seats(self, table: int) -> Sequence[SeatRow]:
        """Who sits where, in seat order."""
        columns = select(seats.c.user_id, seats.c.name, seats.c.word, seats.c.player)
        found = await self._connection.execute(columns.where(seats.c.table_id == table).order_by(seats.c.seat))
        return [SeatRow(*row) for row in found]

    async def save_seats(self, table: int, people: Sequence[SeatRow], *, live: bool = True) -> None:
        """Replace all seats of a table; `live` while it is open."""
        await self._connection.execute(delete(seats).where(seats.c.table_id == table))
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "user_id": row.user,
                "name": row.name,
                "word": row.word,
                "player": row.player,
                "live": live,
            }
            for seat, row in enumerate(people)
        ]
        if rows:
            await self._connection.execute(insert(seats), rows)

    async def ended(self, table: int) -> None:
        """Note that a table is not open any more: nobody is looked for there, and who left which seat is forgotten."""
        await self._connection.execute(update(seats).where(seats.c.table_id == table).values(live=False))
        await self._connection.execute(delete(departures).where(departures.c.table_id == table))

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
            value["table_id"], value["user_id"] = value.pop("table"), value.pop("user")
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

    async def first_message(self, table: int) -> int | None:
        """The oldest message of ours about a table that we know of."""
        sent = select(func.min(posts.c.message)).where(posts.c.table_id == table, posts.c.message.is_not(None))
        oldest: int | None = await self._connection.scalar(sent)
        return oldest

    async def post(self, table: int, kind: str, seq: int) -> PostRow | None:
        """Our message of one kind about one step."""
        row = (await self._connection.execute(_POST, {"table": table, "kind": kind, "seq": seq})).one_or_none()
        return None if row is None else PostRow(*row)

    async def add_post(
        self, table: int, kind: str, seq: int, channel: int, pinged: int | None, at: int, user: int | None = None
    ) -> PostRow:
        """Note that a message is to be sent; a private one to this `user`."""
        values = {
            "table_id": table,
            "kind": kind,
            "seq": seq,
            "channel": channel,
            "collapsed": False,
            "pinged": pinged,
            "generation": 0,
            "fingerprint": "",
            "at": at,
            "user_id": user,
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

    async def forget_posts(self, table: int, channel: int | None = None, kinds: Sequence[str] | None = None) -> None:
        """Note that the messages of a table are gone, those of one channel or of some kinds, or all."""
        gone = and_(posts.c.table_id == table, posts.c.message.is_not(None))
        if channel is not None:
            gone = and_(gone, posts.c.channel == channel)
        if kinds is not None:
            gone = and_(gone, posts.c.kind.in_(kinds))
        anew = update(posts).where(gone).values(message=None, generation=posts.c.generation + 1)
        await self._connection.execute(anew)

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


def _there(found: Select[Any], guild: int | None, channel: int | None) -> Select[Any]:
    """Those of a server and a channel, where they are given."""
    if guild is not None:
        found = found.where(tables.c.guild == guild)
    return found if channel is None else found.where(or_(tables.c.channel == channel, tables.c.thread == channel))


def _table(row: Row[Any]) -> TableRow:
    return TableRow(**row._mapping)
