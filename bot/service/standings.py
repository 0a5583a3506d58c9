"""What the statistics say: of one player, and of the best of a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.store import Store, Transaction
from bot.table.model import User
from bot.table.sums import Played, Player, added, taken_from
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
            return Player(user, names.get(user, ""), chosen, sums, others, victim, taken)

        return await self._store.run(work)

    async def best(self, guild: int | None, game: str) -> Sequence[Player]:
        """Return the players of a server who won most, of those who let others see that."""

        async def work(tx: Transaction) -> Sequence[Player]:
            by_user = dict[User, list[Played]]()
            for each in await tx.results.played(guild=guild, game=game):
                by_user.setdefault(each.score.user or 0, []).append(each)
            sums = {user: added(played, self._games[game].stats) for user, played in by_user.items()}
            best = sorted(sums, key=lambda user: (-sums[user].wins, -sums[user].share, user))[:MOST]
            names = await tx.results.names(best)
            return [Player(user, names.get(user, ""), game, sums[user]) for user in best]

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
