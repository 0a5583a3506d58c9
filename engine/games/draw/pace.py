"""The number of turns of a match, as measured with random play (draw.md §10)."""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

from engine.games.draw.options import SEATS, DrawOptions
from engine.games.draw.pair_options import BY_OPENING, DOUBLED


class _Pace(NamedTuple):
    """Means of one set. Entries are for 2, 3, 4 … seats, and the last also for more."""

    turns: tuple[int, ...]
    """Turns of a round."""
    points: tuple[int, ...]
    """The gain in a round of the seat that wins the match in the end."""


_PACES = {
    ("draw", 6): _Pace((20, 18, 21, 20, 16), (11, 19, 22, 26, 29)),
    ("draw", 9): _Pace((41, 36, 41, 41, 43), (35, 46, 46, 63, 72, 77, 81)),
    ("draw", 12): _Pace((73, 73, 71, 73), (47, 70, 85, 106, 119, 121, 124)),
    ("draw", 15): _Pace((117, 112, 117, 113), (103, 133, 150, 155, 180, 205, 228)),
    ("draw", 18): _Pace((180, 185, 183, 180), (91, 125, 130, 145, 226)),
    ("block", 6): _Pace((13, 21, 27, 25, 23), (9, 12, 13, 14, 18)),
    ("block", 9): _Pace((15, 20, 30, 32, 38, 40, 42), (20, 23, 22, 24, 34)),
    ("block", 12): _Pace((18, 27, 38, 48, 55, 59, 63), (39, 43, 44, 44, 47, 48, 49)),
    ("block", 15): _Pace((20, 34, 50, 57, 64, 75, 87), (62, 85, 73, 70, 65, 72, 79)),
    ("block", 18): _Pace((22, 37, 56, 73, 83, 100, 117), (90, 113, 130, 100, 115)),
}
_SHORT, _LONG = 0.45, 1.7
"""The factors of the mean that bound eight of ten matches to a target.

One match of ten is shorter, and one longer.
"""
_SPREAD = 0.5
"""For a match of one round, the spread around the mean that covers eight of ten, as a fraction of the mean."""


_ALL_HANDS = 1.5
"""The factor for the gain of pairs if all hands score, measured with random play."""
_BY_OPENING = 37
"""The mean of 25 and 50 points."""


DECISION_SHARE = 0.67
"""The share of turns that need a decision, if people play sensibly.

An average: it is 0.58 with two players, 0.73 with three.
"""


def turns(options: DrawOptions, seats: int) -> range:
    """Return the range of the turns to expect, from a short match to a long one.

    A draw is part of the same turn as the play that follows.
    """
    pace = _PACES[options.mode, options.highest(seats)]
    turns_a_round, goal = _by_seat_count(pace.turns, seats), options.goal(seats)
    if goal is None:
        mean, spread = turns_a_round * options.rounds, _SPREAD / sqrt(options.rounds)
        short, long = 1 - spread, 1 + spread
    else:
        mean = turns_a_round * ceil(goal / gain(options, seats))
        short, long = _SHORT, _LONG
    return range(round(short * mean), round(long * mean) + 1)


def gain(options: DrawOptions, seats: int) -> int:
    """Return the approximate gain of a round's winner."""
    usual = _by_seat_count(_PACES[options.mode, options.highest(seats)].points, seats)
    if not options.has_pairs:
        return usual
    factor = _ALL_HANDS if options.pair_score == "all" else 1
    return round(usual * factor + _mean_bonuses(options))


def _mean_bonuses(options: DrawOptions) -> float:
    """Return the approximate bonus points of a match's winners in a round.

    The divisors say how rarely a bonus is earned. They and the mean of the round bonus were measured with random play.
    """
    capicua = 0 if options.capicua == DOUBLED else int(options.capicua)
    pass_first = _BY_OPENING if options.pass_first == BY_OPENING else int(options.pass_first)
    round_bonus = 14 if options.round_bonus else 0
    return (capicua + options.last_blank) / 20 + (options.pass_round + pass_first) / 15 + round_bonus


def _by_seat_count(by_seats: tuple[int, ...], seats: int) -> int:
    return by_seats[min(seats - SEATS[0], len(by_seats) - 1)]
