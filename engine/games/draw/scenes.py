"""Positions for the pages of the rules: what fits, a block, a score, a spinner.

Each has enough tiles on the table to look like a round.
"""

from __future__ import annotations

from engine.game import Scene
from engine.games.draw.observation import DrawObservation


def _has_choice(seen: DrawObservation) -> bool:
    return len(seen.laid) >= 5 and 2 <= len(seen.playable) < len(seen.hand)


def _has_pass(seen: DrawObservation) -> bool:
    return seen.round == 1 and bool(seen.confirmed) and len(seen.laid) >= 8


def _is_scored(seen: DrawObservation) -> bool:
    return seen.is_scored


def _has_spinner(seen: DrawObservation) -> bool:
    return len(seen.ends) == 4 and len(seen.laid) >= 8


SCENES = (
    Scene(_has_choice, shows_hand=True),
    Scene(_has_pass),
    Scene(_is_scored),
    Scene(_has_spinner, preset="spinner"),
)
