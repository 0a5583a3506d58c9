"""Which steps of a game on a line everybody knows to have been the only ones, once they are taken."""

from __future__ import annotations

from engine.dominoes import blocked
from engine.dominoes.boneyard import forced_lead
from engine.dominoes.line import LineObservation


def forced(seen: LineObservation, notation: str) -> bool:
    """Return whether every viewer who sees this step taken knows that its seat had no other.

    Nobody draws or passes who can play, unless the table lets them. After a draw only the newest tile fits.
    """
    verb, _, rest = notation.partition(" ")
    if verb == "play":
        return _only_tile(seen) and _only_end(seen, rest.partition(" ")[0])
    return not seen.options.voluntary_draw and verb in ("draw", "pass", "cannot")


def manual(seen: LineObservation) -> bool:
    """Return whether a seat that can play may also say that it can't, since nothing is left to draw."""
    return seen.options.verification != blocked.AUTO and not seen.drawable


def _only_tile(seen: LineObservation) -> bool:
    """Return whether the seat to act has one tile at most that it can play, as everybody knows."""
    if not seen.laid:
        return forced_lead(seen.options, seen.round)
    if seen.options.voluntary_draw or seen.to_act is None:
        return False
    return bool(seen.drawn) or seen.sizes[seen.to_act] == 1


def _only_end(seen: LineObservation, tile: str) -> bool:
    return not seen.laid or sum(str(end.number) in tile.split("-") for end in seen.ends) == 1
