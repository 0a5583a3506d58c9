"""Forced moves of Fives that everybody can recognise once they are taken."""

from __future__ import annotations

from engine.dominoes.forced_moves import is_forced
from engine.games.fives.observation import FivesObservation
from engine.games.fives.worlds import Worlds


def is_forced_move(seen: FivesObservation, notation: str) -> bool:
    """Return whether no world that the channel considers possible allows another move."""
    return is_forced(Worlds, seen, notation)
