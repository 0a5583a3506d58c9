"""The worth of the result of a round of Moon to a seat, in points.

It is the seat's lead in the gains of the round, and its better chance to win the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt

from engine.game import Seat
from engine.games.moon.observation import MoonObservation
from engine.games.moon.options import SEATS, MoonOptions
from engine.games.moon.scoring import find_gains, find_outcome

GAME_WORTH = 20.0
"""The worth of a won game in points, beside its score."""
POINTS_A_ROUND = 2.5
"""How fast the leader approaches the target, in points a round."""
SWING = 3.3
"""The usual change of the scores in a round; the higher it is, the less a lead means."""


def lead(points: Sequence[float], seat: Seat) -> float:
    """Return a seat's points above the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


@lru_cache(maxsize=4096)
def find_chances(target: int, scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chance of each seat to win the game, before a round that begins with these scores."""
    best = max(scores)
    rounds = max(1.0, (target - best) / POINTS_A_ROUND)
    weights = [exp((score - best) / (SWING * sqrt(rounds))) for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


class Stakes:
    """The stakes of one seat in the current round."""

    def __init__(self, seen: MoonObservation, seat: Seat) -> None:
        self._options: MoonOptions = seen.options
        self._scores = tuple(seen.scores)
        self._seat = seat
        self._before = find_chances(seen.options.target, self._scores)[seat]
        self._worth_of_result: dict[tuple[Seat, int, tuple[int, ...]], float] = {}

    def find_worth(self, bidder: Seat, bid: int, taken: tuple[int, ...]) -> float:
        """Return the worth of a round in which each seat took the tricks of `taken`."""
        key = bidder, bid, taken
        if key not in self._worth_of_result:
            gained = find_gains(bidder, bid, taken)
            scores = tuple(before + gain for before, gain in zip(self._scores, gained, strict=True))
            made = gained[bidder] > 0
            outcome = find_outcome(self._options, scores, bidder, bid, made)
            after = find_chances(self._options.target, scores) if outcome is None else _sure(outcome.winners[0])
            self._worth_of_result[key] = lead(gained, self._seat) + GAME_WORTH * (after[self._seat] - self._before)
        return self._worth_of_result[key]


def _sure(winner: Seat) -> tuple[float, ...]:
    return tuple(float(seat == winner) for seat in range(SEATS))
