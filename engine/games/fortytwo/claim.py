"""Laying down: whether a leader's own view proves that every tile left wins (fortytwo.md §6)."""

from __future__ import annotations

from engine.dominoes.tricks.suits import Suits
from engine.tiles import bits


def wins_all(hand: int, unseen: int, suits: Suits) -> bool:
    """Return whether a leader takes all tricks, wherever the unseen tiles lie.

    Trumps are led first, from the top: each draws at least one that is unseen. Then no tile may be beaten in the suit
    that it leads.
    """
    theirs, mine = unseen & suits.trumps, hand & suits.trumps
    strength = suits.strength[suits.led[next(bits(suits.trumps))]] if suits.trumps else ()
    best = max((strength[tile] for tile in bits(theirs)), default=0)
    if sum(strength[tile] > best for tile in bits(mine)) < theirs.bit_count():
        return False
    return not any(suits.find_higher(tile) & unseen for tile in bits(hand & ~suits.trumps))
