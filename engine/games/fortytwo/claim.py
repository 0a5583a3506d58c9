"""Laying down: whether a leader's own view proves that every tile left wins (fortytwo.md §6)."""

from __future__ import annotations

from engine.dominoes.tricks.suits import TRUMP_SUIT, Suits
from engine.tiles import bits


def wins_all(hand: int, unseen: int, suits: Suits) -> bool:
    """Return whether a leader takes all tricks, wherever the unseen tiles lie.

    Trumps are led first, from the top. Each trump that can't be beaten draws at least one unseen trump, so the
    hand needs as many of them as there are unseen trumps. After that, no tile may be beaten in the suit that it leads.
    """
    unseen_trumps, own_trumps = unseen & suits.trumps, hand & suits.trumps
    strength = suits.strength[TRUMP_SUIT]
    best_unseen = max((strength[tile] for tile in bits(unseen_trumps)), default=0)
    unbeaten = sum(strength[tile] > best_unseen for tile in bits(own_trumps))
    if unbeaten < unseen_trumps.bit_count():
        return False
    return not any(suits.find_higher(tile) & unseen for tile in bits(hand & ~suits.trumps))
