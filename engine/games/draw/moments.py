"""The highlight of a round of Draw or Block: a block, with the proof of it."""

from __future__ import annotations

from engine.dominoes.ending import Ending
from engine.games.draw.observation import DrawObservation
from engine.games.draw.summary import headline
from engine.highlight import Highlight

_BLOCK, _MOST = 40, 90


def highlight(seen: DrawObservation) -> Highlight | None:
    """Return a block; the more it gained, the greater its weight."""
    sentence = headline(seen)
    if sentence is None or seen.result is None or seen.result.ending is not Ending.BLOCKED:
        return None
    return Highlight(min(_BLOCK + max(seen.result.gains), _MOST), sentence, counted=True)
