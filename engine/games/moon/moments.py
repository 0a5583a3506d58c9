"""The highlight of a round of Moon: a bid of 21 that was made, or narrowly missed."""

from __future__ import annotations

from engine.games.moon.actions import MOON
from engine.games.moon.observation import MoonObservation
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.summary import headline
from engine.highlight import Highlight
from engine.words import Who, msg

_WEIGHT_OF_MADE_MOON, _WEIGHT_OF_MISSED_MOON = 95, 40
_WEIGHT_PER_TRICK_BID = 5
"""The weight of any other bid that was made, for each trick that it promised."""


def highlight(seen: MoonObservation) -> Highlight | None:
    """Return the highlight of a round whose bid was made, or was 21 and one trick short."""
    result = seen.result
    sentence = headline(seen)
    if result is None or sentence is None or result.bidder is None:
        return None
    if result.made and result.bid == MOON:
        return Highlight(
            _WEIGHT_OF_MADE_MOON,
            msg("{who} shoots the moon and makes all seven tricks.", who=Who(result.bidder)),
            counted=True,
        )
    if result.made:
        return Highlight(_WEIGHT_PER_TRICK_BID * result.bid, sentence, counted=True)
    one_short = result.bid == MOON and tricks_needed(MOON) - result.taken[result.bidder] == 1
    return Highlight(_WEIGHT_OF_MISSED_MOON, sentence, counted=True) if one_short else None
