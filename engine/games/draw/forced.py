"""Which steps of Draw everybody knows to have been the only ones."""

from __future__ import annotations

from engine.dominoes import forced as on_a_line
from engine.games.draw.observation import DrawObservation


def forced(seen: DrawObservation, notation: str) -> bool:
    """Return whether every viewer who sees this step taken knows that its seat had no other: not where each seat says
    for itself whether it can play."""
    declares = bool(seen.laid) and on_a_line.manual(seen) and not seen.declared
    return not declares and on_a_line.forced(seen, notation)
