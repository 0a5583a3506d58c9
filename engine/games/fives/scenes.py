"""What the pages of the rules show: what fits, a count, a score, a spinner."""

from __future__ import annotations

from engine.game import Scene
from engine.games.fives.observation import FivesObservation


def _fits(seen: FivesObservation) -> bool:
    return len(seen.laid) >= 4 and 2 <= len(seen.playable) < len(seen.hand)


def _counted(seen: FivesObservation) -> bool:
    return len(seen.laid) >= 6 and any(seen.scores)


def _scored(seen: FivesObservation) -> bool:
    return seen.scored


def _spinner(seen: FivesObservation) -> bool:
    return len(seen.ends) == 4 and len(seen.laid) >= 9


SCENES = (Scene(_fits, own=True), Scene(_counted), Scene(_scored), Scene(_spinner))
