"""The worth of a round's end to a pair of Texas 42: its gains, and the better chance to win the game."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from engine.game import Seat
from engine.games.fortytwo.actions import MARK
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.players.thumb import End
from engine.games.fortytwo.scoring import Contract, find_gains

GAME_WORTH = 4.0
"""The worth of a won game in marks, beside its score."""
POINTS_WORTH = 0.01
"""The worth of a point, in marks, in a round that is decided; it breaks ties."""


@lru_cache(maxsize=4096)
def find_win_chance(own: float, other: float) -> float:
    """Return the chance to win for a pair that needs `own` more marks, while the other pair needs `other`."""
    if min(own, other) <= 0:
        if own == other:
            return 0.5
        return 1.0 if own < other else 0.0
    # as if each of own + other more rounds moved the lead by one mark, either way
    return (1 + erf((other - own) / sqrt(2 * (own + other)))) / 2


class Stakes:
    """The stakes of one seat's pair in the current round."""

    def __init__(self, seen: FortytwoObservation, seat: Seat, points_worth: float = POINTS_WORTH) -> None:
        """Begin with `points_worth` as the worth of a point, in marks, beside the result."""
        self._points_worth = points_worth
        self._options, self._scores, self._seat = seen.options, seen.scores, seat
        # how much of the score makes a mark
        self._unit = 1 if seen.options.scoring == MARKS else MARK
        self._before = self._find_chance((0,) * SEATS)
        self._worth_of_result: dict[tuple[Contract, bool, tuple[int, ...]], float] = {}

    def find_worth(self, contract: Contract, end: End) -> float:
        """Return the worth of a round with this end, in points; a mark is worth 42 points."""
        made = bool(contract.find_result(end.counts, end.taken))
        # in a game for marks, gains don't depend on the points taken, so fewer results are cached
        counts = (0,) * SEATS if self._unit == 1 else tuple(end.counts)
        key = contract, made, counts
        if key not in self._worth_of_result:
            gains = find_gains(self._options, contract, made, counts)
            lead = (gains[self._seat] - gains[(self._seat + 1) % SEATS]) / self._unit
            self._worth_of_result[key] = lead + GAME_WORTH * (self._find_chance(gains) - self._before)
        points_ahead = end.counts[self._seat] - end.counts[(self._seat + 1) % SEATS]
        return MARK * (self._worth_of_result[key] + self._points_worth * points_ahead)

    def _find_chance(self, gains: tuple[int, ...]) -> float:
        """Return the chance to win the game after these gains."""
        own_need, other_need = (
            (self._options.goal - self._scores[seat] - gains[seat]) / self._unit
            for seat in (self._seat, (self._seat + 1) % SEATS)
        )
        return find_win_chance(own_need, other_need)
