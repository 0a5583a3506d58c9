"""The number of turns of a game of Blockers."""

from __future__ import annotations

from engine.games.blockers.options import BlockersOptions


def turns(options: BlockersOptions, seats: int) -> range:
    """Return the number of turns, which is always the same (§5), as a range."""
    n = seats * options.turns_each()
    return range(n, n + 1)
