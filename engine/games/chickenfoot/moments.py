"""The highlight of a round of Chickenfoot: the foot that grew longest."""

from __future__ import annotations

from engine.games.chickenfoot.observation import ChickenfootObservation, TileRole
from engine.highlight import Highlight
from engine.words import Who, count

_LEAST_LENGTH = 3
_WEIGHT_PER_TILE, _MAX_WEIGHT = 6, 90


def highlight(seen: ChickenfootObservation) -> Highlight | None:
    """Return the highlight of the foot with the longest row of tiles, once its round is over."""
    if seen.result is None:
        return None
    # if several are equally long, `max` returns the first that was laid
    place, length = max(foot_lengths(seen).items(), key=lambda foot: foot[1], default=(0, 0))
    if length < _LEAST_LENGTH:
        return None
    foot = seen.laid[place]
    sentence = count(
        "{who} starts the longest foot: {n} tile grows from {tile}.",
        "{who} starts the longest foot: {n} tiles grow from {tile}.",
        length,
        who=Who(foot.seat),
        tile=foot.tile,
    )
    return Highlight(min(_WEIGHT_PER_TILE * length, _MAX_WEIGHT), sentence)


def foot_lengths(seen: ChickenfootObservation) -> dict[int, int]:
    """Return the length of the longest row of tiles from each foot, by the foot's index in `laid`."""
    lengths = [0] * len(seen.laid)
    for place in range(len(seen.laid) - 1, 0, -1):  # backwards, because a tile is laid later than its parent
        parent = seen.laid[place].parent
        if parent is not None:
            lengths[parent] = max(lengths[parent], lengths[place] + 1)
    return {place: lengths[place] for place, laid in enumerate(seen.laid) if laid.role is TileRole.DOUBLE}
