"""Tiles that everybody can recognise as forced once they are played."""

from __future__ import annotations

from engine.dominoes.tricks.seen import TricksSeen
from engine.dominoes.tricks.suits import SET
from engine.dominoes.tricks.unseen import UnseenTiles
from engine.tiles import bits, tile


def is_forced_play(seen: TricksSeen, notation: str, required: int, unseen: UnseenTiles) -> bool:
    """Return whether the seat to act can hold no other tile that it could play.

    `required` is the mask of the tiles of which it must play one if it can. A tile that is none of them is not forced:
    its seat could have played any tile. The last tile of a hand always is.
    """
    assert seen.to_act is not None
    if seen.sizes[seen.to_act] == 1:
        return True
    played = SET.index[tile(notation.split()[1])]
    if not required >> played & 1:
        return False
    others = bits(unseen.tiles & required & ~(1 << played))
    return not any(unseen.can_hold(seen.to_act, 1 << played | 1 << other) for other in others)
