"""How many turns a game takes, as measured between computer players (fives.md §1)."""

from __future__ import annotations

from math import ceil

from engine.games.fives.options import FivesOptions

_TURNS = {6: (14, 17, 18), 9: (24, 30, 32), 12: (38, 45, 48)}
"""Turns of a round by set, for 2, 3 and 4 seats."""
_POINTS = {6: (25, 25, 25), 9: (30, 30, 30), 12: (40, 40, 40)}
"""What the later winner of a game gains in a round."""
_SHORT, _LONG = 0.6, 1.6


def turns(options: FivesOptions, seats: int) -> range:
    """Return how many turns to expect, from a short game to a long one. A draw is part of a turn."""
    place, goal = seats - 2, options.goal
    gain = _POINTS[options.set][place] / (5 if options.score_unit == "fives" else 1)
    mean = _TURNS[options.set][place] * (options.rounds if goal is None else ceil(goal / gain))
    return range(round(_SHORT * mean), round(_LONG * mean) + 1)
