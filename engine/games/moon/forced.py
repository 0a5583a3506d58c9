"""Which steps of Moon everybody knows to have been the only ones, once they are taken."""

from __future__ import annotations

from engine.games.moon.observation import MoonObservation


def forced(seen: MoonObservation, notation: str) -> bool:
    """Return whether every viewer who sees this step taken knows that its seat had no other: the last tile of a hand
    is, and how it may be led follows from the tile."""
    return notation.startswith("play ") and seen.to_act is not None and seen.sizes[seen.to_act] == 1
