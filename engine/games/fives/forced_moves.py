"""Moves of Fives that everyone can recognise as forced once they are made."""

from __future__ import annotations

from engine.dominoes.forced_moves import is_forced
from engine.games.fives.observation import FivesObservation
from engine.games.fives.worlds import Worlds


def is_forced_move(seen: FivesObservation, notation: str) -> bool:
    """Return whether this was the only legal move in every world that fits what everyone sees."""
    return is_forced(Worlds, seen, notation)
