"""How long a game of Blockers takes."""

from __future__ import annotations

from engine.games.blockers.options import BlockersOptions


def turns(options: BlockersOptions, seats: int) -> range:
    """Return how many turns to expect: always the same number (§5)."""
    turns = seats * options.turns_each()
    return range(turns, turns + 1)
