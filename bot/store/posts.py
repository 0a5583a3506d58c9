"""The SQL of the messages of tables in Discord, and of the places of tiles in their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import JSON, BigInteger, and_, bindparam, delete, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import OPEN, places, posts, steps, tables
from bot.table.log.rows import PostRow

_OF_TABLE = bindparam("table", type_=BigInteger)
_PLACES = (
    select(places.c.numbers)
    .where(places.c.table_id == _OF_TABLE, places.c.round == bindparam("round"))
    .order_by(places.c.place)
)
_ALL_PLACES = (
    select(places.c.round, places.c.numbers)
    .where(places.c.table_id == _OF_TABLE)
    .order_by(places.c.round, places.c.place)
)
_COUNT_PLACES = select(func.count()).where(places.c.table_id == _OF_TABLE, places.c.round == bindparam("round"))
_NEWEST_SENT = (
    select(posts.c.id)
    .where(posts.c.table_id == _OF_TABLE, posts.c.kind == bindparam("kind"), posts.c.message.is_not(None))
    .order_by(posts.c.id.desc())
    .limit(3)
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
_ADD_POST = text(
    "INSERT INTO posts (table_id, kind, seq, channel, collapsed, pinged, generation, digest, at, user_id) "
    "VALUES (:table, :kind, :seq, :channel, :collapsed, :pinged, :generation, :fingerprint, :at, :user) "
    "ON CONFLICT (table_id, kind, seq) DO NOTHING RETURNING id"
)
_FORGET_PLACES = delete(places).where(places.c.table_id == _OF_TABLE, places.c.round == bindparam("round"))
_ADD_PLACES = text(
    "INSERT INTO places (table_id, round, place, numbers) VALUES (:table, :round, :place, :numbers) "
    "ON CONFLICT (table_id, round, place) DO NOTHING"
).bindparams(bindparam("numbers", type_=JSON))
_COUNT_STEPS_SINCE = (
    select(func.count())
    .select_from(steps)
    .where(steps.c.table_id == _OF_TABLE, steps.c.kind == bindparam("kind"), steps.c.seq > bindparam("since"))
)
_FIRST_MESSAGE = select(func.min(posts.c.message)).where(posts.c.table_id == _OF_TABLE, posts.c.message.is_not(None))
_NEWEST_MESSAGE = select(func.max(posts.c.message)).where(
    posts.c.table_id == _OF_TABLE, posts.c.channel == bindparam("channel", type_=BigInteger)
)
_COUNT_BELOW = (
    select(func.count())
    .select_from(posts)
    .where(
        posts.c.table_id == _OF_TABLE,
        posts.c.channel == bindparam("channel", type_=BigInteger),
        posts.c.message > bindparam("above", type_=BigInteger),
    )
)
_OF_KINDS = and_(posts.c.table_id == _OF_TABLE, posts.c.kind.in_(bindparam("kinds", expanding=True)))
_COUNT_POSTS = select(func.count()).select_from(posts).where(_OF_KINDS)
_DROP_POST = delete(posts).where(posts.c.id == bindparam("dropped"), posts.c.message.is_(None))
_SENT_OF_KINDS = and_(_OF_KINDS, posts.c.message.is_not(None))
_LAST_SEQ_UP_TO = select(func.max(posts.c.seq)).where(_SENT_OF_KINDS, posts.c.seq <= bindparam("up_to"))
_REOPEN = update(posts).where(_SENT_OF_KINDS, posts.c.seq >= bindparam("since")).values(collapsed=False)
_CHANGE_POST = update(posts).where(posts.c.id == bindparam("changed"), posts.c.generation == bindparam("expected"))


class PostStatements:
    """Reads and writes our messages about tables, and the places of tiles."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def places(self, table: int, round_: int) -> Sequence[Sequence[float]]:
        """Return the places of a round's tiles in the picture, in order of play."""
        return (await self._connection.scalars(_PLACES, {"table": table, "round": round_})).all()

    async def all_places(self, table: int) -> Sequence[tuple[int, Sequence[float]]]:
        """Return the round and place of each tile of all rounds, in order of play."""
        return [(row[0], row[1]) for row in await self._connection.execute(_ALL_PLACES, {"table": table})]

    async def count_placed_tiles(self, table: int, round_: int) -> int:
        """Return how many tiles of a round have a place."""
        return await self._connection.scalar(_COUNT_PLACES, {"table": table, "round": round_}) or 0

    async def forget_places(self, table: int, round_: int) -> None:
        """Forget the places of the tiles of a round."""
        await self._connection.execute(_FORGET_PLACES, {"table": table, "round": round_})

    async def has_step_since(self, table: int, kind: str, seq: int) -> bool:
        """Return whether there is a step of this kind after step `seq`."""
        return bool(await self._connection.scalar(_COUNT_STEPS_SINCE, {"table": table, "kind": kind, "since": seq}))

    async def add_places(self, table: int, round_: int, start: int, rows: Sequence[Sequence[float]]) -> None:
        """Store the places of a round's tiles from tile number `start` on; stored places stay as they are."""
        values = [
            {"table": table, "round": round_, "place": place, "numbers": list(row)}
            for place, row in enumerate(rows, start)
        ]
        if values:
            await self._connection.execute(_ADD_PLACES, values)

    async def open_posts(self, table: int, kind: str, since: int) -> Sequence[PostRow]:
        """Return our messages about a table that are not collapsed, oldest first.

        Of the given kind, some are included even if they are collapsed: the three newest that were sent, and the first
        that was sent about the step `since` or a later one.
        """
        rows = await self._connection.execute(_OPEN_POSTS, {"table": table, "kind": kind, "since": since})
        return [PostRow(*row) for row in rows]

    async def first_message(self, table: int) -> int | None:
        """Return our oldest known message about a table."""
        oldest: int | None = await self._connection.scalar(_FIRST_MESSAGE, {"table": table})
        return oldest

    async def newest_message(self, table: int, channel: int) -> int | None:
        """Return our newest known message about a table in one channel or thread."""
        newest: int | None = await self._connection.scalar(_NEWEST_MESSAGE, {"table": table, "channel": channel})
        return newest

    async def count_below(self, table: int, channel: int, message: int) -> int:
        """Return how many of our messages about a table are newer than this message in its channel or thread."""
        parameters = {"table": table, "channel": channel, "above": message}
        return await self._connection.scalar(_COUNT_BELOW, parameters) or 0

    async def mark_outdated(self) -> None:
        """Mark open tables as not shown, and their messages as outdated, so that all these messages are edited."""
        open_tables = select(tables.c.id).where(OPEN)
        of_open_tables = and_(posts.c.table_id.in_(open_tables), posts.c.collapsed.is_(False))
        await self._connection.execute(update(posts).where(of_open_tables).values(fingerprint=""))
        await self._connection.execute(update(tables).where(OPEN).values(shown_seq=-1))

    async def post(self, table: int, kind: str, seq: int) -> PostRow | None:
        """Return our message of this kind about a step."""
        row = (await self._connection.execute(_POST, {"table": table, "kind": kind, "seq": seq})).one_or_none()
        return None if row is None else PostRow(*row)

    async def add_post(
        self, table: int, kind: str, seq: int, channel: int, pinged: int | None, at: int, user: int | None = None
    ) -> PostRow | None:
        """Record a message before it is sent; a private one has a recipient, `user`.

        Return None if the message is recorded already.
        """
        new = PostRow(
            id=0, table=table, kind=kind, seq=seq, channel=channel, message=None, collapsed=False, pinged=pinged,
            generation=0, fingerprint="", at=at, user=user,
        )  # fmt: skip
        id = await self._connection.scalar(_ADD_POST, new._asdict())
        return None if id is None else new._replace(id=id)

    async def count_posts(self, table: int, kinds: Sequence[str]) -> int:
        """Return how many messages of these kinds about a table were sent or are to be sent."""
        return await self._connection.scalar(_COUNT_POSTS, {"table": table, "kinds": kinds}) or 0

    async def drop_post(self, post: int) -> None:
        """Delete a post, unless its message was sent."""
        await self._connection.execute(_DROP_POST, {"dropped": post})

    async def change_post(self, post: int, generation: int, values: Mapping[str, int | bool | str | None]) -> None:
        """Write some columns of a post, if its message is still of this generation."""
        await self._connection.execute(_CHANGE_POST, {**values, "changed": post, "expected": generation})

    async def reopen_posts(self, table: int, kinds: Sequence[str], seq: int) -> None:
        """Let messages of these kinds that show steps after `seq` be edited again.

        The last message about `seq` or an earlier step may show such steps too, so it is included.
        """
        of_kinds = {"table": table, "kinds": kinds}
        first_seq = await self._connection.scalar(_LAST_SEQ_UP_TO, {**of_kinds, "up_to": seq})
        await self._connection.execute(_REOPEN, {**of_kinds, "since": first_seq or 0})

    async def forget_posts(self, table: int, channel: int | None = None, kinds: Sequence[str] | None = None) -> None:
        """Record that a table's messages were deleted: those of one channel, those of some kinds, or all."""
        deleted = and_(posts.c.table_id == table, posts.c.message.is_not(None))
        if channel is not None:
            deleted = and_(deleted, posts.c.channel == channel)
        if kinds is not None:
            deleted = and_(deleted, posts.c.kind.in_(kinds))
        statement = update(posts).where(deleted).values(message=None, generation=posts.c.generation + 1)
        await self._connection.execute(statement)
