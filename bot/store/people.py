"""The SQL of people: their preferences, and how all that is stored about them is read and deleted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import BigInteger, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.blocks import BlockStatements
from bot.store.digests import DigestStatements
from bot.store.moderation import ModerationStatements
from bot.store.notices import NoticeStatements
from bot.store.quizzes import QuizStatements
from bot.store.results import ResultStatements
from bot.store.schema import OPEN, UNCOUNTED, away_marks, departures, people, posts, results, seats, steps, tables
from bot.store.tours import TourStatements
from bot.table.log.rows import AwayMarkRow, DepartureRow, KeptSeat, PersonalData, PostRow, StepRow, TableRow
from bot.table.preferences import PersonRow

OfTable = TypeVar("OfTable", StepRow, PostRow)

_USER = bindparam("user", type_=BigInteger)
_PERSON = select(people).where(people.c.user_id == _USER)
_SEATS_OF = select(seats).where(seats.c.user_id == _USER)
_STEPS_OF = select(steps).where(steps.c.user_id == _USER).order_by(steps.c.table_id, steps.c.seq)
_POSTS_OF = select(posts).where(posts.c.user_id == _USER).order_by(posts.c.id)
_TABLE_IDS_ABOUT = [select(rows.c.table_id).where(rows.c.user_id == _USER).distinct() for rows in (seats, steps, posts)]
_TABLES_ABOUT = (
    select(tables)
    .where(or_(tables.c.host == _USER, *(tables.c.id.in_(ids) for ids in _TABLE_IDS_ABOUT)))
    .order_by(tables.c.id)
)
_ADD_PERSON = insert(people)
_CHANGE_PERSON = update(people).where(people.c.user_id == _USER)
_NOTE_LANGUAGE = update(people).where(people.c.user_id == _USER).values(seen_language=bindparam("seen"))
_LEAVE_SEATS = update(seats).where(seats.c.user_id == _USER).values(user_id=None, name=bindparam("new_name"))
_FORGET_USER = (
    update(tables).where(tables.c.host == _USER).values(host=0),
    update(steps).where(steps.c.user_id == _USER).values(user_id=None, interaction=None),
    delete(posts).where(posts.c.user_id == _USER),
    delete(people).where(people.c.user_id == _USER),
)
_OF_TABLE = bindparam("table", type_=BigInteger)
_SEATED_USERS = select(seats.c.user_id).where(seats.c.table_id == _OF_TABLE)
_PLAYERS = select(people).where(or_(people.c.user_id == _USER, people.c.user_id.in_(_SEATED_USERS)))
_OF_USER_AND_KIND = and_(steps.c.user_id == _USER, steps.c.kind == bindparam("kind"))
_COUNT_STEPS = select(func.count()).select_from(steps).where(steps.c.table_id == _OF_TABLE, _OF_USER_AND_KIND)
_STEPS_SINCE = (
    select(steps).where(_OF_USER_AND_KIND, steps.c.at > bindparam("since", type_=BigInteger)).order_by(steps.c.at)
)
_RUNNING_GAMES = select(tables.c.id).where(OPEN, tables.c.channel != 0)
_UNCOUNTED_RESULTS = select(results.c.table_id).where(UNCOUNTED)
_IN_UNCOUNTED_GAME = or_(steps.c.table_id.in_(_RUNNING_GAMES), steps.c.table_id.in_(_UNCOUNTED_RESULTS))
_UNCOUNTED_STEP = select(steps.c.table_id).where(_OF_USER_AND_KIND, _IN_UNCOUNTED_GAME).limit(1)
_ADD_DEPARTURE = insert(departures)
_DEPARTURES = select(departures).order_by(departures.c.table_id)
_DEPARTURES_OF = _DEPARTURES.where(departures.c.table_id == _OF_TABLE)
_ADD_AWAY_MARK = insert(away_marks)
_AWAY_MARKS = select(away_marks)
_FORGET_AWAY_MARK = delete(away_marks).where(away_marks.c.mark == bindparam("mark"))
_FORGET_OLD_AWAY_MARKS = delete(away_marks).where(away_marks.c.until <= bindparam("now", type_=BigInteger))


class PeopleStatements:
    """Reads and writes what is stored about people."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def person(self, user: int) -> PersonRow:
        """Return a user's preferences, or the defaults if they have set none."""
        row = (await self._connection.execute(_PERSON, {"user": user})).one_or_none()
        return PersonRow(user) if row is None else PersonRow(*row)

    async def players(self, table: int, user: int) -> Mapping[int, PersonRow]:
        """Return the stored preferences of a user and of a table's players, by user.

        Users without stored preferences are left out.
        """
        rows = await self._connection.execute(_PLAYERS, {"table": table, "user": user})
        return {row[0]: PersonRow(*row) for row in rows}

    async def save_person(self, row: PersonRow) -> None:
        """Store a user's preferences."""
        values = {"user_id": row.user, **row._asdict()}
        del values["user"]
        result = await self._connection.execute(_CHANGE_PERSON, {**values, "user": row.user})
        if not result.rowcount:  # we don't delete and add, because other transactions would find no row meanwhile
            await self._connection.execute(_ADD_PERSON, values)

    async def note_language(self, user: int, language: str) -> None:
        """Store the language of a user's Discord, if they have any preferences.

        Their preferences are not written, since another transaction may be changing them.
        """
        await self._connection.execute(_NOTE_LANGUAGE, {"user": user, "seen": language})

    # what is stored about a user

    async def tables_about(self, user: int) -> Sequence[int]:
        """Return the tables where a user has a seat, a step or a private message."""
        ids = set[int]()
        for statement in _TABLE_IDS_ABOUT:
            ids.update(await self._connection.scalars(statement, {"user": user}))
        return sorted(ids)

    async def collect_data(self, user: int) -> PersonalData:
        """Return everything that is stored about a user under their id. Marks are left out."""
        of_user = {"user": user}
        row = (await self._connection.execute(_PERSON, of_user)).one_or_none()
        seats_by_table = {seat.table_id: seat for seat in await self._connection.execute(_SEATS_OF, of_user)}
        steps_by_table = _by_table(StepRow(*step) for step in await self._connection.execute(_STEPS_OF, of_user))
        posts_by_table = _by_table(PostRow(*post) for post in await self._connection.execute(_POSTS_OF, of_user))
        own_seats = list[KeptSeat]()
        opened = list[int]()
        for columns in await self._connection.execute(_TABLES_ABOUT, of_user):
            table = TableRow(*columns)
            seat = seats_by_table.get(table.id)
            if seat is None and table.host == user:
                opened.append(table.id)
            messages = [(post.channel, post.message, post.at) for post in posts_by_table[table.id]]
            own_seat = KeptSeat(table, seat=None, name="", steps=steps_by_table[table.id], messages=messages)
            if seat is not None:
                own_seat = own_seat._replace(seat=seat.seat, name=seat.name)
            if own_seat.seat is not None or own_seat.steps or own_seat.messages:
                own_seats.append(own_seat)
        data = PersonalData(
            person=None if row is None else PersonRow(*row),
            seats=own_seats,
            opened=opened,
            digest=await DigestStatements(self._connection).digest(user),
            toured=tuple(await TourStatements(self._connection).shown_steps(user)),
            scores=tuple(await ResultStatements(self._connection).scores_of(user)),
            ratings=tuple(await ResultStatements(self._connection).ratings(users={user})),
            quizzes=tuple(await QuizStatements(self._connection).quizzes_of(user)),
            answers=tuple(await QuizStatements(self._connection).answers_of(user)),
            blocks=tuple(await BlockStatements(self._connection).blocks_of(user)),
            untold=tuple(await NoticeStatements(self._connection).notices_of(user)),
        )
        return await ModerationStatements(self._connection).add_data_of(data, user)

    async def forget(self, user: int, name: str) -> None:
        """Remove a user from every row. Their seats get `name`, which is the name of no user."""
        await self._connection.execute(_LEAVE_SEATS, {"user": user, "new_name": name})
        for statement in _FORGET_USER:
            await self._connection.execute(statement, {"user": user})
        await DigestStatements(self._connection).forget_digest(user)
        await TourStatements(self._connection).forget_tours(user)
        await ResultStatements(self._connection).forget_scores(user)
        await QuizStatements(self._connection).forget_quizzes(user)
        await BlockStatements(self._connection).forget_user(user)
        await ModerationStatements(self._connection).forget_user(user)
        await NoticeStatements(self._connection).forget_user(user)

    # a user's recent steps

    async def count_steps(self, table: int, user: int, kind: str) -> int:
        """Return how often a user took a step of this kind at a table."""
        return await self._connection.scalar(_COUNT_STEPS, {"table": table, "user": user, "kind": kind}) or 0

    async def steps_since(self, user: int, kind: str, at: int) -> Sequence[StepRow]:
        """Return a user's steps of this kind after a time at any table, oldest first."""
        rows = await self._connection.execute(_STEPS_SINCE, {"user": user, "kind": kind, "since": at})
        return [StepRow(*row) for row in rows]

    async def has_uncounted_step(self, user: int, kind: str) -> bool:
        """Return whether a user took a step of this kind in an uncounted game. Practice games are ignored."""
        return await self._connection.scalar(_UNCOUNTED_STEP, {"user": user, "kind": kind}) is not None

    # who left which seat, after seeing its tiles

    async def add_departure(self, row: DepartureRow) -> None:
        """Record that a user left a seat of a running game."""
        values = {"table_id": row.table, "mark": row.mark, "key": row.key, "seat": row.seat}
        await self._connection.execute(_ADD_DEPARTURE, values)

    async def departures(self, table: int | None = None) -> Sequence[DepartureRow]:
        """Return the marks of users who left a seat of a running game, at one table or at all tables."""
        statement = _DEPARTURES if table is None else _DEPARTURES_OF
        return [DepartureRow(*row) for row in await self._connection.execute(statement, {"table": table})]

    # the times away of deleted users that still count

    async def keep_away_mark(self, row: AwayMarkRow) -> None:
        """Store the times away of a user who is being deleted, under a mark."""
        await self._connection.execute(_ADD_AWAY_MARK, row._asdict())

    async def away_marks(self) -> Sequence[AwayMarkRow]:
        """Return the times away of all users who were deleted."""
        return [AwayMarkRow(*row) for row in await self._connection.execute(_AWAY_MARKS)]

    async def forget_away_mark(self, mark: str) -> None:
        """Delete the times away under a mark, for example because another mark replaces it."""
        await self._connection.execute(_FORGET_AWAY_MARK, {"mark": mark})

    async def forget_old_away_marks(self, now: int) -> None:
        """Delete times away that no longer count."""
        await self._connection.execute(_FORGET_OLD_AWAY_MARKS, {"now": now})


def _by_table(rows: Iterable[OfTable]) -> Mapping[int, Sequence[OfTable]]:
    """Return the rows, grouped by table."""
    groups = defaultdict[int, list[OfTable]](list)
    for row in rows:
        groups[row.table].append(row)
    return groups
