"""What the pages of the rules show: what fits, a block, a score, a spinner."""

from __future__ import annotations

from engine.game import Scene
from engine.games.draw.observation import DrawObservation


def _fits(seen: DrawObservation) -> bool:
    return len(seen.laid) >= 5 and 2 <= len(seen.playable) < len(seen.hand)


def _passed(seen: DrawObservation) -> bool:
    return seen.round == 1 and bool(seen.confirmed) and len(seen.laid) >= 8


def _scored(seen: DrawObservation) -> bool:
    return seen.scored


def _spinner(seen: DrawObservation) -> bool:
    return len(seen.ends) == 4 and len(seen.laid) >= 8


SCENES = (Scene(_fits, own=True), Scene(_passed), Scene(_scored), Scene(_spinner, preset="spinner"))
