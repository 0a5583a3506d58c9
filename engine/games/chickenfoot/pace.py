"""How long a game of Chickenfoot takes."""

from __future__ import annotations

from math import sqrt

from engine.games.chickenfoot.options import ChickenfootOptions

_TURNS_A_ROUND = {6: (23, 5), 9: (49, 13), 12: (78, 24), 15: (106, 37), 18: (140, 48)}
"""Mean and standard deviation of the turns with a decision in a round, by set.

They are for three seats, from 60 rounds for each number of seats (half random moves, half those of the deadline). The
size of the set decides; hand sizes hardly matter; drawing until a tile fits takes an eighth less, eight arms a fifth
more.
"""

_USUAL = 1.3
"""The standard deviations to both sides that hold four games of five."""


def turns(options: ChickenfootOptions, seats: int) -> range:
    """Return how many turns to expect; the variations of rounds partly cancel."""
    rounds = options.rounds_a_game(seats)
    of_three, deviation = _TURNS_A_ROUND[options.highest(seats)]
    mean = of_three * (0.88 + 0.36 / seats)
    spread = _USUAL * deviation * sqrt(rounds)
    return range(round(rounds * mean - spread), round(rounds * mean + spread) + 1)
