"""The highlight of a round of Moon: a bid of 21 that was made, or narrowly missed."""

from __future__ import annotations

from engine.games.moon.actions import MOON
from engine.games.moon.observation import MoonObservation
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.summary import headline
from engine.highlight import Highlight
from engine.words import Who, msg

_MADE, _MISSED, _BID = 95, 40, 5


def highlight(seen: MoonObservation) -> Highlight | None:
    """Return a bid that was made, 21 before all others; or a 21 one trick short."""
    result = seen.result
    sentence = headline(seen)
    if result is None or sentence is None or result.bidder is None:
        return None
    if result.made and result.bid == MOON:
        return Highlight(
            _MADE, msg("{who} shoots the moon and makes all seven tricks.", who=Who(result.bidder)), counted=True
        )
    if result.made:
        return Highlight(_BID * result.bid, sentence, counted=True)
    close = result.bid == MOON and tricks_needed(MOON) - result.taken[result.bidder] == 1
    return Highlight(_MISSED, sentence, counted=True) if close else None
