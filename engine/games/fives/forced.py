"""Which moves of Fives everybody knows to have been the only way, once they are taken."""

from __future__ import annotations

from engine.dominoes.forced import ANY, on_a_line
from engine.dominoes.forced import forced as among
from engine.games.fives.observation import FivesObservation
from engine.games.fives.worlds import Worlds


def forced(seen: FivesObservation, notation: str) -> bool:
    """Return whether no world that the channel holds possible leaves another move than this one."""
    by_options = on_a_line(seen, notation)
    if by_options is not None:
        return by_options
    worlds = Worlds(seen, ANY)
    assert seen.to_act is not None
    return among(worlds, seen.to_act, notation, worlds.known.terms.tiles, worlds.known.fits)
