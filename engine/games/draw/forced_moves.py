"""Forced moves of Draw that everybody can recognise once they are taken."""

from __future__ import annotations

from engine.dominoes.forced_moves import is_forced
from engine.games.draw.observation import DrawObservation
from engine.games.draw.worlds import Worlds


def is_forced_move(seen: DrawObservation, notation: str) -> bool:
    """Return whether no world that the channel considers possible allows another move."""
    return is_forced(Worlds, seen, notation)
