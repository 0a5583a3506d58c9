"""The tiles that a player is known not to hold, as passes and draws in a line game show."""

from __future__ import annotations

from engine.dominoes.layout import replay
from engine.dominoes.line import LineObservation
from engine.game import Seat


def find_lacks(seen: LineObservation, seat: Seat) -> int:
    """Return the mask of the tiles that a seat is known to lack.

    Passes before its latest draw no longer count, because the drawn tiles may fit.
    """
    lacks = 0
    layouts = replay(seen.options.shape(len(seen.sizes)), [(laid.tile, laid.arm) for laid in seen.laid])
    fits = [layout.fits for layout in layouts]
    for sign in seen.signs:
        if sign.seat == seat and sign.drew:
            lacks = 0
        elif sign.seat == seat and sign.could_play is False:
            lacks |= fits[sign.tiles_on_table]
    return lacks
