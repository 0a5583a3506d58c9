"""Which moves of Fives everybody knows to have been the only way, once they are taken."""

from __future__ import annotations

from engine.dominoes.forced import ANY, forced_by_options, forced_by_worlds
from engine.games.fives.observation import FivesObservation
from engine.games.fives.worlds import Worlds


def forced(seen: FivesObservation, notation: str) -> bool:
    """Return whether no world that the channel holds possible leaves another move than this one."""
    by_options = forced_by_options(seen, notation)
    if by_options is not None:
        return by_options
    worlds = Worlds(seen, ANY)
    assert seen.to_act is not None
    return forced_by_worlds(worlds, seen.to_act, notation, worlds.known.terms.tiles, worlds.known.fits)
