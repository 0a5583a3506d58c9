"""The number of turns of a game, as measured with `plain` computer players.

These always take the most points.
"""

from __future__ import annotations

from math import ceil

from engine.games.fives.options import FivesOptions

_TURNS = {6: (16, 19, 17), 9: (25, 24, 28), 12: (35, 30, 36)}
"""Turns of a round by set, for 2, 3 and 4 seats."""
_POINTS = {6: (43, 38, 38), 9: (98, 97, 73), 12: (136, 146, 138)}
"""The points that the eventual winner of the game scores in a round, by set, for 2, 3 and 4 seats."""
_SHORT, _LONG = 0.6, 1.5
"""The shortest and the longest game to expect, as multiples of the mean."""


DECISION_SHARE = 0.83
"""The share of turns that need a decision, if people play sensibly.

An average: 0.75 was measured with two players, 0.93 with four.
"""


def turns(options: FivesOptions, seats: int) -> range:
    """Return the range of the turns to expect, from a short game to a long one.

    Drawing a tile is part of a turn.
    """
    place, goal = seats - 2, options.goal(seats)
    unit = 5 if options.score_unit == "fives" else 1
    gain = _POINTS[options.set][place] / unit
    rounds = options.rounds if goal is None else ceil(goal / gain)
    mean = _TURNS[options.set][place] * rounds
    return range(round(_SHORT * mean), round(_LONG * mean) + 1)
