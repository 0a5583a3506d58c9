"""The highlight of a round of Fives: a play that scored many points."""

from __future__ import annotations

from engine.games.fives.observation import FivesObservation
from engine.highlight import Highlight
from engine.words import Who, count

_LEAST_POINTS, _HIGHEST_WEIGHT = 10, 90


def highlight(seen: FivesObservation) -> Highlight | None:
    """Return the highlight of the newest play, if it scored at least ten points."""
    if seen.last < _LEAST_POINTS or not seen.laid:
        return None
    newest = seen.laid[-1]
    sentence = count(
        "{who} scores {n} point at once with {tile}.",
        "{who} scores {n} points at once with {tile}.",
        seen.last,
        who=Who(newest.seat),
        tile=newest.tile,
    )
    return Highlight(min(2 * seen.last, _HIGHEST_WEIGHT), sentence)
