"""The number of turns of a game of Texas 42."""

from __future__ import annotations

from math import ceil

from engine.games.fortytwo.options import MARKS, FortytwoOptions

TURNS_A_ROUND = range(14, 30)
"""Four bids, one turn to name trump, and tiles until the bid is decided, or all but the last trick."""
_MOST_TURNS_TO_DECIDE = 24
"""The most turns that a round usually has if it ends once its bid is decided."""
_FAST_POINTS, _SLOW_POINTS = 60, 25
"""The winners' points per round in a short game and in a long one."""


def turns(options: FortytwoOptions, _seats: int) -> range:
    """Return the range of turns in which eight of ten careful games end."""
    if options.scoring == MARKS:
        fewest_rounds, most_rounds = options.goal, 2 * options.goal - 1  # if each round brings one mark
    else:
        fewest_rounds, most_rounds = ceil(options.goal / _FAST_POINTS), 1 + options.goal // _SLOW_POINTS
    ends_early = options.scoring == MARKS and not options.play_out
    most_turns = _MOST_TURNS_TO_DECIDE if ends_early else TURNS_A_ROUND.stop - 1
    fewest_rounds = max(1, fewest_rounds * 3 // 4)  # some bids are worth several marks, or more points
    return range(fewest_rounds * TURNS_A_ROUND.start, max(1, most_rounds) * most_turns + 1)
