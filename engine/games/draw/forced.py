"""Which moves of Draw everybody knows to have been the only way, once they are taken."""

from __future__ import annotations

from engine.dominoes.forced import ANY, forced_by_options, forced_by_worlds
from engine.games.draw.observation import DrawObservation
from engine.games.draw.worlds import Worlds


def forced(seen: DrawObservation, notation: str) -> bool:
    """Return whether no world that the channel holds possible leaves another move than this one."""
    by_options = forced_by_options(seen, notation)
    if by_options is not None:
        return by_options
    worlds = Worlds(seen, ANY)
    assert seen.to_act is not None
    return forced_by_worlds(worlds, seen.to_act, notation, worlds.known.match.terms.tiles, worlds.known.layout.fits)
