"""Positions for the pages of the rules: what fits, a count, a score, a spinner.

Each has enough tiles on the table to look like a round.
"""

from __future__ import annotations

from engine.game import Scene
from engine.games.fives.observation import FivesObservation


def _has_choice(seen: FivesObservation) -> bool:
    return len(seen.laid) >= 4 and 2 <= len(seen.playable) < len(seen.hand)


def _has_scores(seen: FivesObservation) -> bool:
    return len(seen.laid) >= 6 and any(seen.scores)


def _is_scored(seen: FivesObservation) -> bool:
    return seen.is_scored


def _has_spinner(seen: FivesObservation) -> bool:
    return len(seen.ends) == 4 and len(seen.laid) >= 9


SCENES = (Scene(_has_choice, shows_hand=True), Scene(_has_scores), Scene(_is_scored), Scene(_has_spinner))
