"""Which steps of Blockers everybody knows to have been the only ones, once they are taken."""

from __future__ import annotations

from engine.games.blockers.observation import BlockersObservation


def forced(_seen: BlockersObservation, notation: str) -> bool:
    """Return whether every viewer who sees this step taken knows that its seat had no other: nobody passes who can
    place a tile."""
    return notation == "pass"
