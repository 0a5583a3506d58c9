"""An estimate of the points that the bidders take with a hand of Texas 42.

It depends on a few features of the tiles. The weights are a least-squares fit to 30,000 rounds that were played out by
rule of thumb. The points of a round differ from the estimate by about 10, because of the other hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from engine.dominoes.tricks.suits import NO_TRUMP, NO_TRUMP_OWN, Trump
from engine.games.fortytwo.actions import MARK
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.players.thumb import find_table
from engine.games.fortytwo.suits import COUNT_OF, HAND_POINTS, list_trumps
from engine.tiles import bits

WITH_TRUMPS = (14.0, 16.5, 18.1, 21.75, 25.1, 26.75, 27.5, 28.0)
"""The estimate by the number of trumps held."""
HIGHEST, NEXT = 2.9, 1.1
"""Added for a trump that can't be beaten; for one that a single tile beats."""
WINNER, NEAR_WINNER, SAFE_WINNER = 2.0, 0.3, 0.7
"""Added for a side tile that can't be beaten; for one that a single tile beats.

With three trumps or more in the hand, SAFE_WINNER is added to WINNER.
"""
LOOSE_COUNT = -0.08
"""Added for each point on a side tile that can be beaten."""
WITHOUT_TRUMPS, OPEN = 14.3, (4.0, 2.0, 1.0)
"""Without trump: the base, and what is added for a tile that 0, 1 or 2 others beat."""
SPREAD = 10.0
"""The standard deviation of a round's points from the estimate."""


class Plan(NamedTuple):
    """A trump, and the points that it promises."""

    points: float
    trump: Trump


@lru_cache(maxsize=1 << 16)
def estimate_points(hand: int, trump: Trump) -> float:
    """Return the points that the bidders may hope for, if this hand leads and names trump."""
    table = find_table(trump)
    side = hand & ~table.trumps
    side_beaters = [(table.higher[i] & ~hand).bit_count() for i in bits(side)]
    loose_points = sum([COUNT_OF[i] for i in bits(side) if table.higher[i] & ~hand])
    if trump >= NO_TRUMP:  # any kind of no trump
        return _estimate_without_trump(side_beaters, loose_points)
    trump_beaters = [(table.higher[i] & ~hand).bit_count() for i in bits(hand & table.trumps)]
    winner = WINNER + (SAFE_WINNER if len(trump_beaters) >= 3 else 0.0)
    return (
        WITH_TRUMPS[len(trump_beaters)]
        + HIGHEST * trump_beaters.count(0)
        + NEXT * trump_beaters.count(1)
        + winner * side_beaters.count(0)
        + NEAR_WINNER * side_beaters.count(1)
        + LOOSE_COUNT * loose_points
    )


def _estimate_without_trump(beaters: Sequence[int], loose_points: int) -> float:
    """Return the estimate without trump.

    `beaters` has for each tile the number of tiles that beat it; `loose_points` are on the tiles that can be beaten.
    """
    return WITHOUT_TRUMPS + sum([OPEN[n] for n in beaters if n < len(OPEN)]) + 2 * LOOSE_COUNT * loose_points


@lru_cache(maxsize=1 << 14)
def list_plans(hand: int, trumps: tuple[Trump, ...]) -> tuple[Plan, ...]:
    """Return a plan for each trump, the most promising first."""
    return tuple(sorted([Plan(estimate_points(hand, trump), trump) for trump in trumps], reverse=True))


def list_allowed(options: FortytwoOptions) -> tuple[Trump, ...]:
    """Return the trumps that the options allow, except no trump with doubles as a suit, which is never planned."""
    trumps = list_trumps(options.doubles_trump, options.no_trump)
    return tuple(trump for trump in trumps if trump != NO_TRUMP_OWN)


def find_chance(expected: float, bid: int) -> float:
    """Return the chance of making a bid with a hand that promises `expected` points."""
    need = HAND_POINTS if bid >= MARK else bid
    # points are whole numbers, so the bid is made from half a point below `need`
    return (1 + erf((expected - need + 0.5) / (SPREAD * sqrt(2)))) / 2
