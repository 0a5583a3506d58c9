"""How long a game of Texas 42 takes."""

from __future__ import annotations

from engine.games.fortytwo.options import MARKS, FortytwoOptions

TURNS_A_ROUND = range(14, 30)
"""Four bids, one turn to name trump, and tiles until the bid is decided, or all but the last trick."""


def turns(options: FortytwoOptions, _seats: int) -> range:
    """Return the range of turns in which eight of ten careful games end."""
    if options.scoring == MARKS:
        fewest, most = options.goal, 2 * options.goal - 1
    else:
        fewest, most = -(-options.goal // 60), 1 + options.goal // 25
    per_round = TURNS_A_ROUND.stop - 1 if options.play_out or options.scoring != MARKS else 24
    return range(max(1, fewest * 3 // 4) * TURNS_A_ROUND.start, max(1, most) * per_round + 1)
