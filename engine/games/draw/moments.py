"""The highlight of a round of Draw or Block, which is a block."""

from __future__ import annotations

from engine.dominoes.ending import Ending
from engine.games.draw.observation import DrawObservation
from engine.games.draw.summary import headline
from engine.highlight import Highlight

_LEAST_WEIGHT, _MOST_WEIGHT = 40, 90


def highlight(seen: DrawObservation) -> Highlight | None:
    """Return the highlight of a block; the more points it gained, the greater its weight."""
    sentence = headline(seen)
    if sentence is None or seen.result is None or seen.result.ending is not Ending.BLOCKED:
        return None
    return Highlight(min(_LEAST_WEIGHT + max(seen.result.gains), _MOST_WEIGHT), sentence, counted=True)
