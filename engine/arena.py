"""Which computer player is better? Rounds over the same deals, the player in question in every seat in turn.

The unit is the deal: one player (the *guest*) sits once in each seat among copies of another (the *hosts*), always over
the same tiles; its margin (own points less the mean of the others') is averaged over the seats, so that the luck of the
deal and of the seat cancels. A round is what is dealt at once and scored: a round of Draw or Chickenfoot, a hand of
Moon, a game of Blockers.

Two equal players come to exactly 0 on every deal, and at two seats the margins of A among B and of B among A are
opposite: every generator depends on the deal, the seat and the move, never on who plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.game import DEALER, Deal, Game, Player, Seat, find
from engine.options import Options
from engine.players import best, own


@dataclass(frozen=True)
class Contest:
    """Who plays what against whom; `guest` and `host` name players of the game."""

    game: Game[Any, Any]
    options: Options
    seats: int
    guest: str
    host: str

    def players(self, seat: Seat) -> Sequence[Player[Any]]:
        """One player a seat, the guest in this one."""
        guest, host = self.game.players[self.guest], self.game.players[self.host]
        return [guest if place == seat else host for place in range(self.seats)]

    @property
    def swapped(self) -> Contest:
        """The same with the two names exchanged."""
        return Contest(self.game, self.options, self.seats, self.host, self.guest)


class Result(NamedTuple):
    """How the guest did over one deal, the mean of all seats: points above the others, and its share of the wins."""

    margin: float
    wins: float


class Estimate(NamedTuple):
    """A mean, and how far the true one may be from it with 95 % certainty."""

    mean: float
    around: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Raises ValueError for no values; a single one says nothing about the spread."""
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


def over_deal(contest: Contest, deal: int) -> Result:
    """The guest in every seat over one deal; the same number is always the same deal."""
    results = [_scored(_gains(contest, deal, seat), seat) for seat in range(contest.seats)]
    return Result(
        math.fsum(result.margin for result in results) / contest.seats,
        math.fsum(result.wins for result in results) / contest.seats,
    )


def _scored(gains: Sequence[int], seat: Seat) -> Result:
    others = [points for place, points in enumerate(gains) if place != seat]
    top = max(gains)
    return Result(gains[seat] - sum(others) / len(others), (gains[seat] == top) / gains.count(top))


def _gains(contest: Contest, deal: int, seat: Seat) -> Sequence[int]:
    """What each seat gets in one round with the guest in this seat."""
    players = contest.players(seat)
    state, moves = contest.game.start(contest.options, contest.seats), 0
    tiles = Random(f"deal {deal}")
    state = state.apply(_deal(state, tiles)).state
    before = state.observe(None).points
    while not _over(state):
        if state.to_act == DEALER:
            state = state.apply(_deal(state, tiles)).state
            continue
        action = state.automatic()
        if action is None:
            seen = state.observe(state.to_act)
            asked = players[state.to_act](seen, Random(f"{deal} {state.to_act} {moves}")) if len(own(seen)) > 1 else {}
            action = find(state.legal_actions(), best(asked) if asked else own(seen)[0])
        state, moves = state.apply(action).state, moves + 1
    return [after - start for after, start in zip(state.observe(None).points, before, strict=True)]


def _deal(state: Any, rng: Random) -> Deal:
    return Deal(tuple(rng.sample(range(len(state.deck)), len(state.deck))), rng.randrange(state.picks))


def _over(state: Any) -> bool:
    """Whether the round was scored."""
    return state.to_act is None or (state.to_act == DEALER and state.observe(None).tally is not None)
