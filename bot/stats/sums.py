"""The sums of one player's games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.table.log.rows import ResultRow, ScoreRow
from engine.stats import Stats

TOOK = "took."
"""The prefix of marks that count taken tiles. The seat from which the tiles were taken follows it."""


class PlayedPart(NamedTuple):
    """A finished game, and the score of one stint in it."""

    result: ResultRow
    score: ScoreRow


class Tally(NamedTuple):
    """How many games of one size class a user played, played to the end, and won.

    A class is named by its smallest number of seats: 2, 3 or 5. Games with partners have a class of their own, 4.
    """

    user: int
    size: int
    games: int
    ended: int
    won: int


class ShownRating(NamedTuple):
    """A user's rating in games of one size class, as it is shown."""

    size: int
    shown: int
    """The rating on this server or on all servers, whichever was asked for."""
    everywhere: int | None
    """The rating on all servers, to be shown beside it."""
    games: int
    """The number of games from which `shown` is calculated."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of the games of one kind that a player played."""

    games: int
    left: int
    """How many games they did not play to the end."""
    places: Mapping[int, int]
    """How often they came first, second …, by the place."""
    course: Sequence[int]
    """The points of each game that they played to the end, the oldest first."""
    marks: Mapping[str, int]

    @property
    def wins(self) -> int:
        """How many games they won, alone or with others."""
        return self.places.get(1, 0)

    @property
    def share(self) -> int:
        """The percentage of games that they won."""
        return round(100 * self.wins / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class Player:
    """A user's games of one kind, as they are shown."""

    user: int
    name: str
    game: str
    sums: Sums
    others: Sequence[str] = ()
    """Other games that they played, the most played first."""
    victim: int | None = None
    """The user whose tiles they took most; None if there is none to show."""
    taken: int = 0
    """How many tiles they took from `victim`."""
    ratings: Sequence[ShownRating] = ()
    """The ratings to show, first that of the size class with most games."""
    rated: Sequence[int] = ()
    """The first of `ratings` as it was after each game, oldest first."""

    @property
    def rating(self) -> int | None:
        """The rating by which players are compared."""
        return self.ratings[0].shown if self.ratings else None


def sum_games(played: Iterable[PlayedPart], stats: Stats) -> Sums:
    """Add up the games of one player, given in the order in which they were counted."""
    marks: Mapping[str, int] = {}
    ended_by_table = dict[int, bool]()
    ended_rows = list[ScoreRow]()
    for _, score in played:
        marks = stats.add_marks(marks, score.marks)
        ended_by_table[score.table] = ended_by_table.get(score.table, False) or score.final
        if score.final:
            ended_rows.append(score)
    places = Counter(score.place for score in ended_rows)
    left_count = list(ended_by_table.values()).count(False)
    course = [score.points for score in ended_rows]
    return Sums(games=len(ended_by_table), left=left_count, places=places, course=course, marks=marks)


def count_taken_tiles(played: Iterable[PlayedPart]) -> Mapping[tuple[int, int], int]:
    """Return how many tiles were taken from each seat of each table."""
    counts = Counter[tuple[int, int]]()
    for _, score in played:
        for key, amount in score.marks.items():
            if key.startswith(TOOK):
                counts[score.table, int(key.removeprefix(TOOK))] += amount
    return counts
