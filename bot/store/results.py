"""The SQL of finished games: their order of counting, and what each player scored.

A game is counted once, after it has ended: its scores are written, and `results.nth` becomes its place in the order of
counting. Until then `nth` is null. It is 0 if the log of the game can't be read, so that it is never counted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import BigInteger, and_, bindparam, case, delete, exists, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.stats.sums import PlayedPart, Tally
from bot.store.schema import UNCOUNTED, people, ratings, results, scores, seats, tables
from bot.store.shard_share import ALL, Share
from bot.table.log.rows import RatingRow, ResultRow, ScoreRow

_OLDEST_FIRST = (results.c.ended_at, results.c.table_id)
_BY_SEAT = (scores.c.table_id, scores.c.seat, scores.c.stint)
PRIVATE_STATS = select(people.c.user_id).where(people.c.open_stats.is_(False))
"""The users whose statistics are private."""
_COUNTED = results.c.nth > 0
_OTHER = scores.alias("other")
AMONG_PEOPLE = exists().where(
    _OTHER.c.table_id == scores.c.table_id, _OTHER.c.seat != scores.c.seat, _OTHER.c.player.is_(None)
)
"""Whether another person played in the same game.

Other games are left out of comparisons, since a person who plays alone can leave each game that they are losing.
"""
_USER, _TABLE = bindparam("user", type_=BigInteger), bindparam("table", type_=BigInteger)
_ADD_RESULT = insert(results)
_NEXT_UNCOUNTED = select(results).where(UNCOUNTED).order_by(*_OLDEST_FIRST).limit(1)
_HIGHEST_NTH = select(func.max(results.c.nth))
_CLEAR_SCORES = delete(scores).where(scores.c.table_id == _TABLE)
_ADD_SCORES = insert(scores)
_COUNT = update(results).where(results.c.table_id == _TABLE)
_SCORES = select(scores).where(scores.c.table_id == _TABLE).order_by(*_BY_SEAT)
_RATED = ("guild", "game", "size", "user_id", "player")
_CLEAR_RATING = delete(ratings).where(*(ratings.c[name] == bindparam(f"of_{name}") for name in _RATED))
_ADD_RATING = insert(ratings)
_SCORES_OF = select(scores).where(scores.c.user_id == _USER).order_by(*_BY_SEAT)


class ResultStatements:
    """Reads and writes results and scores."""

    def __init__(self, connection: AsyncConnection, share: Share = ALL) -> None:
        """Offer games to count only if shard 0 belongs to this share.

        Ratings depend on the order of counting, so a single process counts the games of all shards.
        """
        self._connection = connection
        self._counts_games = share.holds(0)  # server 0 belongs to shard 0

    async def add_result(self, row: ResultRow) -> None:
        """Record that a game is over. Raises Conflict if it was recorded before."""
        values = row._asdict()
        values["table_id"] = values.pop("table")
        await self._connection.execute(_ADD_RESULT, values)

    async def next_uncounted(self) -> ResultRow | None:
        """Return the game to count next, which is the first that ended and is not counted yet."""
        if not self._counts_games:
            return None
        row = (await self._connection.execute(_NEXT_UNCOUNTED)).one_or_none()
        return None if row is None else ResultRow(*row)

    async def results(self) -> Sequence[ResultRow]:
        """Return first the games that can't be counted, then all counted games in the order of counting."""
        statement = select(results).where(~UNCOUNTED).order_by(results.c.nth, *_OLDEST_FIRST)
        return [ResultRow(*row) for row in await self._connection.execute(statement)]

    async def save_scores(
        self, table: int, rows: Sequence[ScoreRow], nth: int | None = None, *, rated: bool = False
    ) -> None:
        """Replace the scores of a game, and give it a place in the order of counting (default: the next place)."""
        if nth is None:
            nth = (await self._connection.scalar(_HIGHEST_NTH) or 0) + 1
        await self._connection.execute(_CLEAR_SCORES, {"table": table})
        if rows:
            await self._connection.execute(_ADD_SCORES, [_values(row) for row in rows])
        await self._connection.execute(_COUNT, {"table": table, "nth": nth, "rated": rated})

    async def scores(self, table: int) -> Sequence[ScoreRow]:
        """Return the scores of a game, seat by seat."""
        return [ScoreRow(*row) for row in await self._connection.execute(_SCORES, {"table": table})]

    async def scores_of(self, user: int) -> Sequence[ScoreRow]:
        """Return all scores of a user, table by table."""
        return [ScoreRow(*row) for row in await self._connection.execute(_SCORES_OF, {"user": user})]

    async def played_games(self, user: int, guild: int | None) -> Sequence[PlayedPart]:
        """Return a user's scores in counted games on one server or on all servers, in the order of counting."""
        statement = select(results, scores).join(scores, scores.c.table_id == results.c.table_id)
        statement = statement.where(scores.c.user_id == user)
        if guild is not None:
            statement = statement.where(results.c.guild == guild)
        statement = statement.where(_COUNTED).order_by(results.c.nth, scores.c.seat, scores.c.stint)
        columns = len(ResultRow._fields)
        rows = await self._connection.execute(statement)
        return [PlayedPart(ResultRow(*row[:columns]), ScoreRow(*row[columns:])) for row in rows]

    async def tallies(self, guild: int, game: str) -> Sequence[Tally]:
        """Count each user's games with other people, and their wins, by size of the game.

        Only games of one server, and users with open statistics, are included.
        """
        # the same as `size_class` in bot/service/rating.py; 4 stands for games with partners
        size_class = case(
            (results.c.sides.is_not(None), 4), (results.c.seats >= 5, 5), (results.c.seats >= 3, 3), else_=2
        ).label("size_class")
        finished_table = case((scores.c.final, scores.c.table_id))  # null if the user left before the end
        won = case((and_(scores.c.final, scores.c.place == 1), 1), else_=0)
        statement = (
            select(scores.c.user_id, size_class, func.count(scores.c.table_id.distinct()))
            .add_columns(func.count(finished_table.distinct()), func.sum(won))
            .join(results, scores.c.table_id == results.c.table_id)
            .where(results.c.guild == guild, results.c.game == game, _COUNTED)
            .where(scores.c.user_id.is_not(None), scores.c.user_id.not_in(PRIVATE_STATS), AMONG_PEOPLE)
            .group_by(scores.c.user_id, text("size_class"))
        )
        return [Tally(*row) for row in await self._connection.execute(statement)]

    async def game_counts(self, guild: int) -> Mapping[str, int]:
        """Return how many games of each kind were counted on a server."""
        statement = select(results.c.game, func.count()).where(results.c.guild == guild, _COUNTED)
        return {row[0]: row[1] for row in await self._connection.execute(statement.group_by(results.c.game))}

    async def count_other_games(self, guild: int, game: str, table: int) -> int:
        """Return how many games of a kind were counted on a server, without the game at this table."""
        statement = select(func.count()).where(results.c.guild == guild, results.c.game == game, _COUNTED)
        return await self._connection.scalar(statement.where(results.c.table_id != table)) or 0

    async def users_with_closed_stats(self, users: Collection[int]) -> frozenset[int]:
        """Return which of some users keep their statistics private."""
        return frozenset(await self._connection.scalars(PRIVATE_STATS.where(people.c.user_id.in_(users))))

    async def users_with_scores(self, users: Collection[int]) -> frozenset[int]:
        """Return which of some users have a score; deleted users have none."""
        return frozenset(await self._connection.scalars(select(scores.c.user_id).where(scores.c.user_id.in_(users))))

    async def names(self, users: Collection[int], guild: int | None) -> Mapping[int, str]:
        """Return the names of users at the newest table where they have a seat.

        With `guild`, only tables of this server are considered.
        """
        statement = select(seats.c.user_id, seats.c.name).where(seats.c.user_id.in_(users))
        if guild is not None:
            statement = statement.join(tables, tables.c.id == seats.c.table_id).where(tables.c.guild == guild)
        rows = await self._connection.execute(statement.order_by(seats.c.table_id))
        return {row.user_id: row.name for row in rows}  # the name at the newest table replaces all others

    async def users_of_seats(self, tables: Collection[int]) -> Mapping[tuple[int, int], int]:
        """Return the users who had each (table, seat) at the end of these tables' games, without deleted users."""
        statement = select(scores.c.table_id, scores.c.seat, scores.c.user_id)
        statement = statement.where(scores.c.table_id.in_(tables), scores.c.final, scores.c.user_id.is_not(None))
        return {(row.table_id, row.seat): row.user_id for row in await self._connection.execute(statement)}

    async def ratings(
        self, *, users: Collection[int] | None = None, game: str | None = None, guild: int | None = None
    ) -> Sequence[RatingRow]:
        """Return all ratings, or only those of some `users`, of a game, or of a server.

        Ratings of computer players have user 0, and ratings for all servers have server 0.
        """
        statement = select(ratings).order_by(ratings.c.guild, ratings.c.game, ratings.c.size, ratings.c.user_id)
        if game is not None:
            statement = statement.where(ratings.c.game == game)
        if guild is not None:
            statement = statement.where(ratings.c.guild == guild)
        if users is not None:
            statement = statement.where(ratings.c.user_id.in_(users))
        return [RatingRow(*row) for row in await self._connection.execute(statement)]

    async def save_ratings(self, rows: Sequence[RatingRow]) -> None:
        """Write ratings, replacing existing ones."""
        for row in rows:
            values = row._asdict()
            values["user_id"] = values.pop("user")
            await self._connection.execute(_CLEAR_RATING, {f"of_{name}": values[name] for name in _RATED})
            await self._connection.execute(_ADD_RATING, values)

    async def forget_ratings(self) -> None:
        """Delete all ratings, before they are calculated again."""
        await self._connection.execute(delete(ratings))

    async def unrated_users(self, users: Collection[int]) -> frozenset[int]:
        """Return which of some users want no rating."""
        statement = select(people.c.user_id).where(people.c.user_id.in_(users), people.c.rated.is_(False))
        return frozenset(await self._connection.scalars(statement))

    async def forget_rating(self, user: int) -> None:
        """Delete the ratings of a user; their effects on other ratings stay."""
        await self._connection.execute(delete(ratings).where(ratings.c.user_id == user))

    async def forget_scores(self, user: int) -> None:
        """Remove a user from their scores, which become those of a former player, and delete their ratings."""
        await self.forget_rating(user)
        await self._connection.execute(update(scores).where(scores.c.user_id == user).values(user_id=None))


def _values(row: ScoreRow) -> dict[str, object]:
    values = row._asdict()
    return {"table_id": values.pop("table"), "user_id": values.pop("user"), **values}
