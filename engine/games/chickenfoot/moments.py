"""What is worth showing of a round of Chickenfoot: the foot that grew longest."""

from __future__ import annotations

from engine.games.chickenfoot.observation import ChickenfootObservation, Kind
from engine.highlight import Highlight
from engine.words import Who, count

_LEAST, _EACH, _MOST = 3, 6, 90


def highlight(seen: ChickenfootObservation) -> Highlight | None:
    """Return the foot with the longest row of tiles, once its round is over."""
    if seen.result is None:
        return None
    length, place = max(((long, -place) for place, long in feet(seen).items()), default=(0, 0))
    if length < _LEAST:
        return None
    foot = seen.laid[-place]
    sentence = count(
        "{who} starts the longest foot: {n} tile grows from {tile}.",
        "{who} starts the longest foot: {n} tiles grow from {tile}.",
        length,
        who=Who(foot.seat),
        tile=foot.tile,
    )
    return Highlight(min(_EACH * length, _MOST), sentence)


def feet(seen: ChickenfootObservation) -> dict[int, int]:
    """Return the length of the longest row from each double that was played on an end."""
    long = [0] * len(seen.laid)
    for place in range(len(seen.laid) - 1, 0, -1):
        parent = seen.laid[place].parent
        if parent is not None:
            long[parent] = max(long[parent], long[place] + 1)
    return {place: long[place] for place, laid in enumerate(seen.laid) if laid.kind is Kind.DOUBLE}
