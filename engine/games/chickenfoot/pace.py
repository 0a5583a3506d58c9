"""How long a game of Chickenfoot takes."""

from __future__ import annotations

from math import sqrt

from engine.games.chickenfoot.options import ChickenfootOptions

_TURNS_A_ROUND = {6: (27, 6), 9: (50, 14), 12: (78, 24), 15: (107, 37), 18: (140, 49)}
"""Mean and standard deviation by set, of turns in which a person decides, from 150 rounds for each number of seats
(half random moves, half those of the deadline). The size of the set decides: seats and hand sizes hardly matter;
drawing until a tile fits takes an eighth less, eight arms a fifth more."""

_USUAL = 1.3
"""So many standard deviations to both sides hold four games of five."""


def turns(options: ChickenfootOptions, seats: int) -> range:
    """Return how many turns to expect; rounds add up, their ups and downs partly cancel."""
    rounds = options.round_count(seats)
    mean, deviation = _TURNS_A_ROUND[options.highest(seats)]
    spread = _USUAL * deviation * sqrt(rounds)
    return range(round(rounds * mean - spread), round(rounds * mean + spread) + 1)
