"""Moves of Chickenfoot that everyone can recognise as forced once they are made."""

from __future__ import annotations

from engine.dominoes.forced_moves import ANY_RANDOM, is_forced_by_worlds
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.worlds import Worlds
from engine.tiles import bits


def is_forced_move(seen: ChickenfootObservation, notation: str) -> bool:
    """Return whether this was the only legal move in every possible world.

    A world is possible if it fits what everyone sees. The search and the opening leave no choice. `cannot`, and `draw`
    without the option `optional_draw`, are legal only if nothing else is.
    """
    options = seen.options
    if not seen.laid or notation == "cannot" or (notation == "draw" and not options.optional_draw):
        return True
    worlds = Worlds(seen, ANY_RANDOM)
    assert worlds.story is not None
    assert seen.to_act is not None
    fits = worlds.visible_state.board.fits
    confined: dict[int, int] = {}
    if notation == "keep" and options.drawn_tile == "must":
        # a drawn tile that fits must be played, so in each world with `keep` the drawn tiles don't fit
        _, drawn_places = worlds.story.places(seen.to_act, seen.drew)
        confined = dict.fromkeys(bits(fits), ~drawn_places)
    return is_forced_by_worlds(
        worlds, seen.to_act, notation, worlds.visible_state.terms.tiles, fits, seen.drew, confined
    )
