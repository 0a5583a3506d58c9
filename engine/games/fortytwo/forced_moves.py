"""Moves of Texas 42 that everyone can recognise as forced once they are made."""

from __future__ import annotations

from engine.dominoes.tricks.forced_moves import is_forced_play
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.suits import suits
from engine.games.fortytwo.unseen import Unseen


def is_forced_move(seen: FortytwoObservation, notation: str) -> bool:
    """Return whether everyone can see that this was the only legal move.

    Only a tile that follows suit can be forced.
    """
    if seen.trick is None or seen.trump is None or not notation.startswith("play "):
        return False
    return is_forced_play(seen, notation, suits(seen.trump).members[seen.trick.led], Unseen(seen))
