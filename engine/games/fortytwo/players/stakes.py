"""The worth of the end of a round of Texas 42 to a pair: how much nearer it brings the game."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from engine.game import Seat
from engine.games.fortytwo.actions import MARK
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.players.thumb import End
from engine.games.fortytwo.scoring import Contract, gains

GAME_WORTH = 4.0
"""The worth of a won game in marks, beside its score."""
POINTS_WORTH = 0.01
"""The worth of a point in a round that is decided, in marks: it breaks ties."""


@lru_cache(maxsize=4096)
def find_win_chance(own: float, other: float) -> float:
    """Return the chance to win for a pair that lacks `own` marks to the goal, while the others lack `other`."""
    if min(own, other) <= 0:
        return float(own < other) if own != other else 0.5
    return (1 + erf((other - own) / sqrt(2 * (own + other)))) / 2


class Stakes:
    """The stakes of one seat's pair in the current round."""

    def __init__(self, seen: FortytwoObservation, seat: Seat) -> None:
        self._options, self._scores, self._seat = seen.options, seen.scores, seat
        self._unit = 1 if seen.options.scoring == MARKS else MARK
        self._before = self._find_chance((0,) * SEATS)
        self._known: dict[tuple[Contract, bool, tuple[int, ...]], float] = {}

    def find_worth(self, contract: Contract, end: End) -> float:
        """Return the worth of a round that ended like this, in points; a mark is worth the 42 of a round."""
        made = bool(contract.find_result(end.counts, end.taken))
        counts = (0,) * SEATS if self._unit == 1 else tuple(end.counts)
        key = contract, made, counts
        if key not in self._known:
            gained = gains(self._options, contract, made, counts)
            lead = (gained[self._seat] - gained[(self._seat + 1) % SEATS]) / self._unit
            self._known[key] = lead + GAME_WORTH * (self._find_chance(gained) - self._before)
        ahead = end.counts[self._seat] - end.counts[(self._seat + 1) % SEATS]
        return MARK * (self._known[key] + POINTS_WORTH * ahead)

    def _find_chance(self, gained: tuple[int, ...]) -> float:
        """Return the chance to win the game after these gains."""
        own, other = (
            (self._options.goal - self._scores[seat] - gained[seat]) / self._unit
            for seat in (self._seat, (self._seat + 1) % SEATS)
        )
        return find_win_chance(own, other)
