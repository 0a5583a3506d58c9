"""Plays that everybody can recognise as forced."""

from __future__ import annotations

from engine.dominoes.tricks.seen import TricksSeen
from engine.dominoes.tricks.suits import SET
from engine.dominoes.tricks.unseen import UnseenTiles
from engine.tiles import bits, tile


def is_forced_play(seen: TricksSeen, notation: str, required: int, unseen: UnseenTiles) -> bool:
    """Return whether the seat to act can hold no other tile that it could play.

    `required` is the mask of the tiles of which the seat must play one if it holds any. A seat that plays another tile
    could have played any tile, so that tile isn't forced. The last tile of a hand is always forced.
    """
    assert seen.to_act is not None
    if seen.sizes[seen.to_act] == 1:
        return True
    played = SET.index[tile(notation.split()[1])]
    if not required >> played & 1:
        return False
    others = bits(unseen.tiles & required & ~(1 << played))
    return not any(unseen.can_hold(seen.to_act, 1 << played | 1 << other) for other in others)
