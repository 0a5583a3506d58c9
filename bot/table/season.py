"""What a month was like on a server, found in the scores of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations, groupby
from typing import NamedTuple

from bot.table.rows import ScoreRow
from bot.table.scores import COMEBACK
from bot.table.sums import Played

BLOCK = "block"
"""The mark of the points that a block brought, in any game that has it."""
LEAST_MEETINGS = 2
"""Players who met so often are worth telling."""


class Duel(NamedTuple):
    """Two users who met most often in games, and how many of these each was better in; the better one first."""

    users: tuple[int, int]
    won: tuple[int, int]
    games: int


class Feat(NamedTuple):
    """Something that a user did best, in which game, and how much of it."""

    user: int
    amount: int
    game: str = ""


class Season(NamedTuple):
    """A month on a server. Users who keep their statistics to themselves are in none of it but the number of games."""

    guild: int
    month: int
    games: int
    most: Feat | None
    duel: Duel | None
    block: Feat | None
    comeback: Feat | None

    @property
    def users(self) -> set[int]:
        """All who are named."""
        feats = {feat.user for feat in (self.most, self.block, self.comeback) if feat is not None}
        return feats | set(self.duel.users if self.duel else ())


def month_of(at: int) -> int:
    """Return the month of an instant, in UTC: months are counted from the year 0."""
    day = datetime.fromtimestamp(at, UTC)
    return 12 * day.year + day.month - 1


def begins(month: int) -> int:
    """Return the instant with which a month begins."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp())


def season(guild: int, month: int, games: int, played: Sequence[Played]) -> Season:
    """Tell a month from what its users did, table by table, who let others see it."""
    ended = Counter(score.user for _, score in played if score.user and score.final)
    most = [Feat(user or 0, number) for user, number in ended.most_common(1)]
    return Season(
        guild, month, games, most[0] if most else None, _duel(played), _best(played, BLOCK), _best(played, COMEBACK)
    )


def _best(played: Iterable[Played], key: str) -> Feat | None:
    """Return the greatest mark of a kind, of equals the first."""
    feats = [Feat(score.user or 0, score.marks[key], result.game) for result, score in played if key in score.marks]
    return max(feats, key=lambda feat: feat.amount, default=None)


def _duel(played: Iterable[Played]) -> Duel | None:
    """Return the two who met most often, of equals those who met first; None where nobody met again."""
    met, won = Counter[tuple[int, int]](), Counter[tuple[tuple[int, int], int]]()
    for places in _tables(played):
        for pair in combinations(sorted(places), 2):
            met[pair] += 1
            best = min(pair, key=lambda user: places[user])
            if places[pair[0]] != places[pair[1]]:
                won[pair, best] += 1
    if not met or met.most_common(1)[0][1] < LEAST_MEETINGS:
        return None
    (one, other), games = met.most_common(1)[0]
    if won[(one, other), other] > won[(one, other), one]:
        return Duel((other, one), (won[(one, other), other], won[(one, other), one]), games)
    return Duel((one, other), (won[(one, other), one], won[(one, other), other]), games)


def _tables(played: Iterable[Played]) -> Iterator[Mapping[int, int]]:
    """Yield the place of each user who played a game to its end."""
    for _, parts in groupby(played, lambda each: each.result.table):
        scores: list[ScoreRow] = [score for _, score in parts]
        yield {score.user: score.place for score in scores if score.user and score.final}
