"""How long a game of Moon takes."""

from __future__ import annotations

from engine.games.moon.options import MoonOptions

TURNS_A_HAND = 22
"""Three bids, one message for discard and trump, six tricks; the last plays itself."""


def turns(options: MoonOptions, _seats: int) -> range:
    """Return how many turns to expect, the range of eight of ten careful games."""
    quick, slow = max(1, options.target // 3), 2 + options.target // 2
    return range(quick * TURNS_A_HAND, slow * TURNS_A_HAND + 1)
