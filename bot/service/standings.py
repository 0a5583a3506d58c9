"""What the statistics say about one player, and about the best of a server."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.runtime.clock import Clock
from bot.service.rating import ALL, EVERYWHERE, HERE, SHOWN, SIZES, Skill
from bot.service.rating import size as size_of
from bot.stats.server_bests import ServerBest, records_of
from bot.stats.sums import PlayedPart, Player, ShownRating, Sums, Tally, count_taken_tiles, sum_games
from bot.store import Store, Transaction
from bot.table.log.model import User
from bot.table.log.rows import RatingRow
from engine.game import Game

MOST, MOST_READ = 10, 50
"""How many of the best players are shown, and how many are checked for consent."""
KEPT_SECONDS, MOST_KEPT = 60, 200
"""For how long the counts of a game on a server are cached, and how many of them."""


@dataclass(frozen=True, slots=True)
class Top:
    """The best of a server in games of a size, and which sizes were played there.

    A size is the fewest seats of its class.
    """

    size: int
    sizes: Sequence[int]
    players: Sequence[Player]


class _CachedScores(NamedTuple):
    """What was read of a game on a server, and when."""

    at: int
    tallies: Sequence[Tally]
    ratings: Sequence[RatingRow]


class Standings:
    """Reads statistics."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._cache: OrderedDict[tuple[int, str], _CachedScores] = OrderedDict()

    async def player(self, user: User, *, by: User, guild: int | None, game: str = "") -> Player | None:
        """Return what a user did in a game; None if there is nothing to show.

        Without `game`, it is the game that the user plays most; of several such, the one played last. Without `guild`,
        all servers are covered, and only the user gets the result. Private statistics, too, are given only to their
        user.
        """

        async def work(tx: Transaction) -> Player | None:
            if user != by and (guild is None or not (await tx.people.person(user)).open_stats):
                return None
            played = [each for each in await tx.results.played_games(user, guild) if each.result.game in self._games]
            often = [key for key, _ in Counter(each.result.game for each in reversed(played)).most_common()]
            chosen = game or next(iter(often), "")
            mine = [each for each in played if each.result.game == chosen]
            if not mine:
                return None
            victim, taken = await _victim(tx, mine, by)
            names = await tx.results.names([user], guild)
            sums = sum_games(mine, self._games[chosen].stats)
            others = [key for key in often if key != chosen]
            wanted = [user] if (await tx.people.person(user)).rated else []
            ratings = _shown_ratings(await tx.results.ratings(users=wanted, game=chosen), guild)
            course = _course(mine, ratings[0].size, guild) if ratings else ()
            return Player(user, names.get(user, ""), chosen, sums, others, victim, taken, ratings, course)

        return await self._store.run(work)

    async def best(self, guild: int, game: str, size: int = 0) -> Top:
        """Return the players of a server with the highest ratings, then with most wins.

        Only games of one size count; without a `size`, of the size that was played most. Users with private
        statistics are left out. The counts are read once a minute; who may be shown is read each time.
        """

        async def work(tx: Transaction) -> Top:
            counted = await self._read_counts(tx, guild, game)
            often = Counter[int]()
            for tally in counted.tallies:
                often[tally.size] += tally.games
            chosen = size or (often.most_common(1)[0][0] if often else SIZES[0])
            every = sorted(_players(counted, guild, game, chosen), key=_order)
            return Top(chosen, sorted(often), await _visible(tx, every, guild))

        return await self._store.run(work)

    async def _read_counts(self, tx: Transaction, guild: int, game: str) -> _CachedScores:
        scores, now = self._cache.get((guild, game)), self._clock.now()
        if scores is None or not scores.at <= now < scores.at + KEPT_SECONDS:
            ratings = await tx.results.ratings(game=game, guild=guild)
            everywhere = await tx.results.ratings(users={0}, game=game, guild=ALL)
            scores = _CachedScores(now, await tx.results.tallies(guild, game), [*ratings, *everywhere])
            self._cache[guild, game] = scores
            if len(self._cache) > MOST_KEPT:
                self._cache.popitem(last=False)
        return scores

    async def records(self, guild: int, game: str) -> Sequence[ServerBest]:
        """Return the records of a game on a server, with names of users who agree to that."""

        async def work(tx: Transaction) -> Sequence[ServerBest]:
            rows, holders = await tx.records.records(guild, game), await tx.records.holders(guild, game)
            users = set(holders.values())
            closed, names = await tx.results.users_with_closed_stats(users), await tx.results.names(users, guild)
            seen = {key: user for key, user in holders.items() if user not in closed}
            return [
                ServerBest(record, rows[record.key].value, seen.get(record.key), names.get(seen.get(record.key, 0), ""))
                for record in records_of(self._games[game])
                if record.key in rows
            ]

        return await self._store.run(work)

    async def most_played(self, guild: int) -> str:
        """Return the game played most on a server; the first game if none was played."""
        counts = await self._store.run(lambda tx: tx.results.counts(guild))
        return max(self._games, key=lambda key: counts.get(key, 0))


def _players(counted: _CachedScores, guild: int, game: str, size: int) -> Iterator[Player]:
    """Yield the users and computer players of a size."""
    rated = {(row.user, row.player): row for row in counted.ratings if row.size == size}
    for tally in counted.tallies:
        if tally.size == size:
            sums = Sums(tally.games, tally.games - tally.ended, {1: tally.won}, (), {})
            row = rated.get((tally.user, ""))
            yield Player(tally.user, "", game, sums, ratings=_shown_ratings([row] if row else [], guild))
    for (user, strength), row in rated.items():
        if not user and (ratings := _shown_ratings([row], None)):
            yield Player(0, strength, game, Sums(0, 0, {}, (), {}), ratings=ratings)


async def _visible(tx: Transaction, every: Sequence[Player], guild: int) -> Sequence[Player]:
    """Return the first players who may be shown, with their names.

    Users who were deleted since they were counted are left out.
    """
    first = every[:MOST_READ]
    users = [player.user for player in first if player.user]
    names, unrated = await tx.results.names(users, guild), await tx.results.unrated_users(users)
    shown = await tx.results.users_with_scores(users) - await tx.results.users_with_closed_stats(users)
    named = [
        replace(
            player,
            name=names.get(player.user, player.name),
            ratings=() if player.user in unrated else player.ratings,
        )
        for player in first
        if not player.user or player.user in shown
    ]
    return sorted(named, key=_order)[:MOST]


async def _victim(tx: Transaction, played: Sequence[PlayedPart], by: User) -> tuple[User | None, int]:
    """Return the user from whom most tiles were taken, and how many.

    The user is None if there is none, or if they keep their statistics private and are not the reader `by`.
    """
    taken = count_taken_tiles(played)
    seated = await tx.results.users_of_seats({table for table, _ in taken}) if taken else {}
    of = Counter[User]()
    for place, amount in taken.items():
        if place in seated:
            of[seated[place]] += amount
    if not of:
        return None, 0
    victim, amount = of.most_common(1)[0]
    return (None, 0) if victim != by and await tx.results.users_with_closed_stats([victim]) else (victim, amount)


def _shown_ratings(rows: Sequence[RatingRow], guild: int | None) -> Sequence[ShownRating]:
    """Return the shown ratings of a user on a server or on all, most games first."""
    of = {(row.guild, row.size): row for row in rows if row.games >= SHOWN}
    everywhere = {row.size: _number(row) for row in of.values() if row.guild == ALL and guild}
    here = [row for (where, _), row in of.items() if where == (guild or ALL)]
    return [
        ShownRating(row.size, _number(row), everywhere.get(row.size), row.games)
        for row in sorted(here, key=lambda row: (-row.games, row.size))
    ]


def _number(row: RatingRow) -> int:
    return Skill(row.mu, row.sigma).shown_rating


def _course(played: Sequence[PlayedPart], least: int, guild: int | None) -> Sequence[int]:
    """Return what a user's rating in a class was after each game."""
    scope = EVERYWHERE if guild is None else HERE
    ratings = [(each.score.rating or {}).get(scope, ()) for each in played if size_of(each.result) == least]
    return [Skill(rating[2], rating[3]).shown_rating for rating in ratings if len(rating) == 4]


def _order(player: Player) -> tuple[int, int, int, int]:
    rating = player.rating
    return -(rating if rating is not None else -(10**6)), -player.sums.wins, -player.sums.share, player.user
