"""The highlight of a round of Texas 42: a bid that was made, above all one of several marks."""

from __future__ import annotations

from engine.games.fortytwo.actions import MARK, count_marks
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.summary import headline, is_bold
from engine.highlight import Highlight

_WEIGHT_OF_BOLD, _WEIGHT_PER_MARK, _WEIGHT_OF_MARK, _WEIGHT_OF_FAILED = 70, 6, 45, 40
"""The weights of a bold bid, of each further mark, of a bid of one mark, and of a bold bid that failed."""


def highlight(seen: FortytwoObservation) -> Highlight | None:
    """Return the highlight of a round whose bid was made, or was bold and failed."""
    result, sentence = seen.result, headline(seen)
    if result is None or sentence is None or result.contract is None:
        return None
    contract = result.contract
    if not result.made:
        return Highlight(_WEIGHT_OF_FAILED, sentence, counted=True) if is_bold(contract) else None
    if is_bold(contract):
        weight = _WEIGHT_OF_BOLD + _WEIGHT_PER_MARK * (count_marks(contract.bid) - 1)
    else:
        weight = _WEIGHT_OF_MARK if contract.bid == MARK else contract.bid - 10  # 20 to 31 for a bid of points
    return Highlight(weight, sentence, counted=True)
