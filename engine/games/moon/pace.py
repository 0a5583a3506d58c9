"""The number of turns of a game of Moon."""

from __future__ import annotations

from engine.games.moon.options import MoonOptions

TURNS_A_ROUND = 22
"""Three bids, one turn for discard and trump, and six tricks; the seventh trick plays itself."""


def turns(options: MoonOptions, _seats: int) -> range:
    """Return the range of turns in which eight of ten careful games end."""
    fewest_rounds = max(1, options.target // 3)  # the winner gains three points per round
    most_rounds = 2 + options.target // 2  # the winner gains hardly two points per round
    return range(fewest_rounds * TURNS_A_ROUND, most_rounds * TURNS_A_ROUND + 1)
