"""Which steps of Chickenfoot everybody knows to have been the only ones, once they are taken."""

from __future__ import annotations

from engine.games.chickenfoot.observation import ChickenfootObservation


def forced(seen: ChickenfootObservation, notation: str) -> bool:
    """Return whether every viewer who sees this step taken knows that its seat had no other."""
    verb, _, rest = notation.partition(" ")
    must = seen.options.drawn_tile == "must"
    if verb == "cannot":
        return True
    if seen.options.optional_draw or not seen.laid:
        return False
    match verb:
        case "draw":
            return True
        case "keep":
            return must
    alone = must if seen.drew else seen.to_act is not None and seen.sizes[seen.to_act] == 1
    return alone and sum(str(end.number) in rest.partition(" ")[0].split("-") for end in seen.ends) == 1
