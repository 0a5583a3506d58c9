"""Compare two computer players over the same deals, from every seat in turn.

The unit is the deal. One player (the *guest*) sits once in each seat among copies of another (the *hosts*), always over
the same tiles; with partners it holds both seats of a side, once of each. The guest's margin (its own points less the
mean of the others') is averaged over the sides, so that the luck of the deal and of the seat cancels. A round is
whatever is dealt and scored as one: a round of Draw or Chickenfoot, a hand of Moon, a game of Blockers.

Two equal players come to exactly 0 on every deal, and with two sides the margins of A among B and of B among A are
opposite, because every random generator depends on the deal, the seat and the move, never on who plays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from engine.game import DEALER, Game, State
from engine.notation import find
from engine.options import Options
from engine.players import candidate_notations, find_best_action, judge
from engine.rounds import is_scored, make_random_deal
from engine.sides import Side, Sides
from tests.bench.told import tell_hands


@dataclass(frozen=True)
class Contest:
    """A comparison of two players of a game, named by `guest` and `host`."""

    game: Game[Any, Any]
    options: Options
    seats: int
    guest: str
    host: str
    knowing: bool = False
    """Whether the guest sees all hands, to measure the most that better guesses could gain."""

    @property
    def mirror_contest(self) -> Contest:
        """The same contest with the two names exchanged."""
        return replace(self, guest=self.host, host=self.guest)

    @property
    def sides(self) -> Sides:
        """The seats that win together."""
        return self.options.sides(self.seats)

    def worth(self, state: State[Any], guests: Side, rng: Random) -> Mapping[str, float]:
        """Return the worth of each action to the seat to act, with the guest in these seats."""
        seen = state.observe(state.to_act)
        notations = candidate_notations(seen)
        if len(notations) == 1:
            return {notations[0]: 0.0}
        if state.to_act not in guests:
            return judge(self.game, self.host, seen, rng)
        if self.knowing:
            return self.game.players[self.guest](seen, tell_hands(state, rng), rng)
        return judge(self.game, self.guest, seen, rng)


class Result(NamedTuple):
    """The guest's result over one deal, averaged over all sides.

    `margin` is the points above the others, `wins` the share of the wins.
    """

    margin: float
    wins: float


class Estimate(NamedTuple):
    """A mean, with the half-width of its 95 % confidence interval."""

    mean: float
    around: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Return the estimate from these values.

        A single value has an infinite interval. Raises ValueError if there are no values.
        """
        if not values:
            raise ValueError("nothing was measured")
        mean = math.fsum(values) / len(values)
        if len(values) == 1:
            return cls(mean, math.inf)
        variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return cls(mean, 1.96 * math.sqrt(variance / len(values)))

    @property
    def low(self) -> float:
        return self.mean - self.around

    @property
    def high(self) -> float:
        return self.mean + self.around


def share_of(results: Sequence[Result], knowing: Sequence[Result]) -> Estimate | None:
    """Return the guest's margin as a share of its margin when it is told all hands.

    Both margins are measured over the same deals. Return None unless it is certain (at 95 %) that knowing the hands
    gains something.
    """
    if Estimate.of([result.margin for result in knowing]).low <= 0:
        return None
    most = math.fsum(result.margin for result in knowing)
    share = math.fsum(result.margin for result in results) / most
    missed = [
        (found.margin - share * oracle.margin) * len(results) / most
        for found, oracle in zip(results, knowing, strict=True)
    ]
    return Estimate(share, Estimate.of(missed).around)


def play_deal(contest: Contest, deal: int) -> Result:
    """Return the guest's result over one deal, averaged over all sides.

    `deal` fixes the tiles.
    """
    results = [_side_result(_side_gains(contest, deal, side), side) for side in range(len(contest.sides))]
    return Result(
        math.fsum(result.margin for result in results) / len(results),
        math.fsum(result.wins for result in results) / len(results),
    )


def _side_result(gains: Sequence[int], side: int) -> Result:
    others = [points for place, points in enumerate(gains) if place != side]
    top = max(gains)
    return Result(gains[side] - sum(others) / len(others), (gains[side] == top) / gains.count(top))


def _side_gains(contest: Contest, deal: int, side: int) -> Sequence[int]:
    """Return what each side gets in one round with the guest on one of them, given by its number."""
    state, moves = contest.game.start(contest.options, contest.seats), 0
    tiles = Random(f"deal {deal}")
    state = state.apply(make_random_deal(state, tiles)).state
    before = state.observe(None).points
    while not is_scored(state):
        if state.to_act == DEALER:
            state = state.apply(make_random_deal(state, tiles)).state
            continue
        action = state.automatic()
        if action is None:
            worth = contest.worth(state, contest.sides[side], Random(f"{deal} {state.to_act} {moves}"))
            action = find(state.legal_actions(), find_best_action(worth))
            assert action is not None
        state, moves = state.apply(action).state, moves + 1
    points = state.observe(None).points
    return [points[seat] - before[seat] for seat, *_ in contest.sides]
