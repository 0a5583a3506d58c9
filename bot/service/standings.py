"""The statistics of one player, and the best players of a server."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.runtime.clock import Clock
from bot.service.rating import ALL, COMPUTERS, EVERYWHERE, GAMES_UNTIL_SHOWN, HERE, SIZES, Skill
from bot.service.rating import size_class as size_of
from bot.stats.server_bests import ServerBest, records_of
from bot.stats.sums import PlayedPart, Player, ShownRating, Sums, Tally, count_taken_tiles, sum_games
from bot.store import Store, Transaction
from bot.table.log.model import User
from bot.table.log.rows import RatingRow
from engine.game import Game

SHOWN_PLAYERS, CHECKED_PLAYERS = 10, 50
"""How many of the best players are shown, and how many are read, since some of them must not be shown."""
CACHE_SECONDS, CACHE_SIZE = 60, 200
"""For how many seconds the tallies of a game on a server are cached, and how many such tallies at most."""
UNRATED = -(10**6)
"""The rating by which a player without a rating is sorted: lower than all ratings."""


@dataclass(frozen=True, slots=True)
class Top:
    """The best players of a server in one size class, and the classes played there.

    A class is named by its smallest number of seats, and that of pairs by PARTNERS.
    """

    size: int
    sizes: Sequence[int]
    players: Sequence[Player]


class _CachedTallies(NamedTuple):
    """The tallies and ratings of a game on a server, and when they were read."""

    at: int
    tallies: Sequence[Tally]
    ratings: Sequence[RatingRow]


class Standings:
    """Reads the statistics of one player, and the best players and records of a server."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._cache: OrderedDict[tuple[int, str], _CachedTallies] = OrderedDict()

    async def player(self, user: User, *, by: User, guild: int | None, game: str = "") -> Player | None:
        """Return what a user did in a game; None if there is nothing to show.

        Without `game`, it is the game that the user plays most often. If there are several such games, it is the game
        played last. Without `guild`, all servers are covered, and only the user can read the result. Nobody else can
        read private statistics.
        """

        async def work(tx: Transaction) -> Player | None:
            if user != by and guild is None:
                return None
            if user != by and not (await tx.people.person(user)).open_stats:
                return None
            all_played = await tx.results.played_games(user, guild)
            played = [part for part in all_played if part.result.game in self._games]
            # newest first, because `most_common` keeps this order for games played equally often
            by_frequency = [key for key, _ in Counter(part.result.game for part in reversed(played)).most_common()]
            chosen_game = game or next(iter(by_frequency), "")
            chosen_games = [part for part in played if part.result.game == chosen_game]
            if not chosen_games:
                return None
            victim, taken_count = await _find_victim(tx, chosen_games, by)
            names = await tx.results.names([user], guild)
            sums = sum_games(chosen_games, self._games[chosen_game].stats)
            other_games = [key for key in by_frequency if key != chosen_game]
            rated_users = [user] if (await tx.people.person(user)).rated else []
            ratings = _shown_ratings(await tx.results.ratings(users=rated_users, game=chosen_game), guild)
            history = _rating_history(chosen_games, ratings[0].size, guild) if ratings else ()
            return Player(
                user, names.get(user, ""), chosen_game, sums, other_games, victim, taken_count, ratings, rated=history
            )

        return await self._store.run(work)

    async def best(self, guild: int, game: str, size: int = 0) -> Top:
        """Return the best players of a server: by rating, then by number of wins.

        Only games of one `size` count, by default of the size that was played most. Users with private statistics are
        left out. The tallies are read once a minute; who may be shown is read each time.
        """

        async def work(tx: Transaction) -> Top:
            cached = await self._read_tallies(tx, guild, game)
            games_by_size = Counter[int]()
            for tally in cached.tallies:
                games_by_size[tally.size] += tally.games
            chosen_size = size or (games_by_size.most_common(1)[0][0] if games_by_size else SIZES[0])
            candidates = sorted(_tallied_players(cached, guild, game, chosen_size), key=_sort_key)
            return Top(chosen_size, sorted(games_by_size), await _read_visible(tx, candidates, guild))

        return await self._store.run(work)

    async def _read_tallies(self, tx: Transaction, guild: int, game: str) -> _CachedTallies:
        cached = self._cache.get((guild, game))
        now = self._clock.now()
        if cached is not None and cached.at <= now < cached.at + CACHE_SECONDS:
            return cached
        user_ratings = await tx.results.ratings(game=game, guild=guild)
        computer_ratings = await tx.results.ratings(users={COMPUTERS}, game=game, guild=ALL)
        tallies = await tx.results.tallies(guild, game)
        cached = _CachedTallies(now, tallies, [*user_ratings, *computer_ratings])
        self._cache[guild, game] = cached
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return cached

    async def records(self, guild: int, game: str) -> Sequence[ServerBest]:
        """Return the records of a game on a server. A holder is named only if their statistics are public."""

        async def work(tx: Transaction) -> Sequence[ServerBest]:
            rows = await tx.records.records(guild, game)
            holders = await tx.records.holders(guild, game)
            users = set(holders.values())
            private_users = await tx.results.users_with_closed_stats(users)
            names = await tx.results.names(users, guild)
            named_holders = {
                key: (user, names.get(user, "")) for key, user in holders.items() if user not in private_users
            }
            return [
                ServerBest(record, rows[record.key].value, *named_holders.get(record.key, (None, "")))
                for record in records_of(self._games[game])
                if record.key in rows
            ]

        return await self._store.run(work)

    async def most_played(self, guild: int) -> str:
        """Return the game played most on a server; the first game if none was played."""
        counts = await self._store.run(lambda tx: tx.results.game_counts(guild))
        return max(self._games, key=lambda key: counts.get(key, 0))


def _tallied_players(cached: _CachedTallies, guild: int, game: str, size: int) -> Iterator[Player]:
    """Yield the users and computer players of a size class, in no order."""
    rating_rows = {(row.user, row.player): row for row in cached.ratings if row.size == size}
    for tally in cached.tallies:
        if tally.size == size:
            sums = Sums(tally.games, left=tally.games - tally.ended, places={1: tally.won}, course=(), marks={})
            row = rating_rows.get((tally.user, ""))
            yield Player(tally.user, "", game, sums, ratings=_shown_ratings([row] if row else [], guild))
    for (user, strength), row in rating_rows.items():
        if user == COMPUTERS and (ratings := _shown_ratings([row], None)):
            no_sums = Sums(games=0, left=0, places={}, course=(), marks={})
            yield Player(COMPUTERS, strength, game, no_sums, ratings=ratings)


async def _read_visible(tx: Transaction, candidates: Sequence[Player], guild: int) -> Sequence[Player]:
    """Return the best of some sorted players who may be shown, with their names.

    Users who were deleted since the tallies were read are left out.
    """
    checked = candidates[:CHECKED_PLAYERS]
    users = [player.user for player in checked if player.user]
    names = await tx.results.names(users, guild)
    unrated = await tx.results.unrated_users(users)
    shown_users = await tx.results.users_with_scores(users) - await tx.results.users_with_closed_stats(users)
    named = [
        replace(
            player,
            name=names.get(player.user, player.name),
            ratings=() if player.user in unrated else player.ratings,
        )
        for player in checked
        if not player.user or player.user in shown_users
    ]
    return sorted(named, key=_sort_key)[:SHOWN_PLAYERS]  # again, since some have lost their ratings


async def _find_victim(tx: Transaction, played: Sequence[PlayedPart], by: User) -> tuple[User | None, int]:
    """Return the user from whom most tiles were taken, and how many.

    The user is None if no tiles were taken, or if the user's statistics are private and the user is not `by`.
    """
    taken_at_seat = count_taken_tiles(played)
    user_of_seat = await tx.results.users_of_seats({table for table, _ in taken_at_seat}) if taken_at_seat else {}
    taken_from = Counter[User]()
    for table_and_seat, amount in taken_at_seat.items():
        if table_and_seat in user_of_seat:
            taken_from[user_of_seat[table_and_seat]] += amount
    if not taken_from:
        return None, 0
    victim, amount = taken_from.most_common(1)[0]
    if victim != by and await tx.results.users_with_closed_stats([victim]):
        return None, 0
    return victim, amount


def _shown_ratings(rows: Sequence[RatingRow], guild: int | None) -> Sequence[ShownRating]:
    """Return a user's ratings to show on a server (None: on all servers), that with the most games first."""
    shown_rows = [row for row in rows if row.games >= GAMES_UNTIL_SHOWN]
    everywhere = {row.size: _shown_number(row) for row in shown_rows if guild and row.guild == ALL}
    rows_here = [row for row in shown_rows if row.guild == (guild or ALL)]
    return [
        ShownRating(row.size, _shown_number(row), everywhere.get(row.size), row.games)
        for row in sorted(rows_here, key=lambda row: (-row.games, row.size))
    ]


def _shown_number(row: RatingRow) -> int:
    return Skill(row.mu, row.sigma).shown_rating


def _rating_history(played: Sequence[PlayedPart], size: int, guild: int | None) -> Sequence[int]:
    """Return a user's rating in a size class after each game."""
    scope = EVERYWHERE if guild is None else HERE
    # each change has mu and sigma before the game, followed by both after it if the game changed them
    changes = [(part.score.rating or {}).get(scope, ()) for part in played if size_of(part.result) == size]
    return [Skill(mu, sigma).shown_rating for *_, mu, sigma in (change for change in changes if len(change) == 4)]


def _sort_key(player: Player) -> tuple[int, int, int, int]:
    rating = UNRATED if player.rating is None else player.rating
    return -rating, -player.sums.wins, -player.sums.share, player.user
