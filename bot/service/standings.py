"""What the statistics say: of one player, and of the best of a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.service.rating import ALL, EVERYWHERE, HERE, SHOWN, Skill, size
from bot.store import Store, Transaction
from bot.table.model import User
from bot.table.rows import RatingRow
from bot.table.sums import Played, Player, Rated, Sums, added, taken_from
from engine.game import Game

MOST = 10
"""How many players a list of the best has."""


class Standings:
    """Reads statistics."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]]) -> None:
        self._store = store
        self._games = games

    async def player(self, user: User, *, by: User, guild: int | None, game: str = "") -> Player | None:
        """Return what a user did in a game, without one in what they play most; None where there is nothing.

        Of one server, or of all. Where they keep their statistics to themselves, only they get them.
        """

        async def work(tx: Transaction) -> Player | None:
            if user != by and not (await tx.people.person(user)).open_stats:
                return None
            played = [
                each for each in await tx.results.played(user=user, guild=guild) if each.result.game in self._games
            ]
            often = [key for key, _ in Counter(each.result.game for each in played).most_common()]
            chosen = game or next(iter(often), "")
            mine = [each for each in played if each.result.game == chosen]
            if not mine:
                return None
            victim, taken = await _victim(tx, mine)
            names = await tx.results.names([user])
            sums = added(mine, self._games[chosen].stats)
            others = [key for key in often if key != chosen]
            wanted = [user] if (await tx.people.person(user)).rated else []
            ratings = _shown(await tx.results.ratings(users=wanted, game=chosen), guild)
            course = _course(mine, ratings[0].size, guild) if ratings else ()
            return Player(user, names.get(user, ""), chosen, sums, others, victim, taken, ratings, course)

        return await self._store.run(work)

    async def best(self, guild: int | None, game: str) -> Sequence[Player]:
        """Return the players of a server who are rated highest, then those who won most; none who keep that to
        themselves."""

        async def work(tx: Transaction) -> Sequence[Player]:
            by_user = dict[User, list[Played]]()
            for each in await tx.results.played(guild=guild, game=game):
                by_user.setdefault(each.score.user or 0, []).append(each)
            sums = {user: added(played, self._games[game].stats) for user, played in by_user.items()}
            wanted = {0, *sums} - await tx.results.unrated(list(sums))
            rows = await tx.results.ratings(users=wanted, game=game)
            ratings = {user: _shown([row for row in rows if row.user == user], guild) for user in sums}
            names = await tx.results.names(list(sums))
            players = [Player(user, names.get(user, ""), game, sums[user], ratings=ratings[user]) for user in sums]
            return sorted([*players, *_computers(rows, game)], key=_order)[:MOST]

        return await self._store.run(work)

    async def most_played(self, guild: int | None) -> str:
        """Return the game that was played most often on a server; the first there is where none was."""
        played = await self._store.run(lambda tx: tx.results.played(guild=guild))
        often = Counter(each.result.game for each in played if each.result.game in self._games)
        return often.most_common(1)[0][0] if often else next(iter(self._games))


async def _victim(tx: Transaction, played: Sequence[Played]) -> tuple[User | None, int]:
    """Return the user from whom most tiles were taken, and how many; None where there is none."""
    taken = taken_from(played)
    seated = await tx.results.seated({table for table, _ in taken}) if taken else {}
    of = Counter[User]()
    for place, amount in taken.items():
        if place in seated:
            of[seated[place]] += amount
    return of.most_common(1)[0] if of else (None, 0)


def _shown(rows: Sequence[RatingRow], guild: int | None) -> Sequence[Rated]:
    """Return the ratings of a user that are shown on a server, or of all servers; the one with most games first."""
    of = {(row.guild, row.size): row for row in rows if row.games >= SHOWN}
    everywhere = {row.size: _number(row) for row in of.values() if row.guild == ALL and guild}
    here = [row for (where, _), row in of.items() if where == (guild or ALL)]
    return [
        Rated(row.size, _number(row), everywhere.get(row.size), row.games)
        for row in sorted(here, key=lambda row: (-row.games, row.size))
    ]


def _number(row: RatingRow) -> int:
    return Skill(row.mu, row.sigma).shown


def _course(played: Sequence[Played], least: int, guild: int | None) -> Sequence[int]:
    """Return what a user's rating in a class was after each game."""
    scope = EVERYWHERE if guild is None else HERE
    ratings = [(each.score.rating or {}).get(scope, ()) for each in played if size(each.result.seats) == least]
    return [Skill(rating[2], rating[3]).shown for rating in ratings if len(rating) == 4]


def _computers(rows: Sequence[RatingRow], game: str) -> Iterator[Player]:
    """Yield the computer players that are rated, each in the class that it played most."""
    nothing = Sums(0, 0, {}, (), {})
    for strength in sorted({row.player for row in rows if not row.user}):
        ratings = _shown([row for row in rows if row.player == strength and not row.user], None)
        if ratings:
            yield Player(0, strength, game, nothing, ratings=ratings)


def _order(player: Player) -> tuple[int, int, int, int]:
    rating = player.rating
    return -(rating if rating is not None else -(10**6)), -player.sums.wins, -player.sums.share, player.user
