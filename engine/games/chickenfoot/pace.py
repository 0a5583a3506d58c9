"""The number of turns of a game of Chickenfoot."""

from __future__ import annotations

from math import sqrt

from engine.games.chickenfoot.options import ChickenfootOptions

_TURNS_A_ROUND = {6: (23, 5), 9: (49, 13), 12: (78, 24), 15: (106, 37), 18: (140, 48)}
"""Mean and standard deviation of the turns with a decision in a round, by set.

They are for three seats, and come from 60 rounds for each number of seats (half with random moves, half with the moves
that a deadline makes). The size of the set matters most. Hand sizes hardly matter; drawing until a tile fits takes an
eighth fewer turns, eight arms a fifth more.
"""

_DEVIATIONS = 1.3
"""Four of five games are within this many standard deviations of the mean."""


def turns(options: ChickenfootOptions, seats: int) -> range:
    """Return the range of turns in which four of five games end."""
    rounds = options.rounds_a_game(seats)
    mean_for_three, deviation = _TURNS_A_ROUND[options.highest(seats)]
    mean = mean_for_three * (0.88 + 0.36 / seats)  # the factor is 1 for three seats
    spread = _DEVIATIONS * deviation * sqrt(rounds)  # the deviations of rounds partly cancel out
    return range(round(rounds * mean - spread), round(rounds * mean + spread) + 1)
