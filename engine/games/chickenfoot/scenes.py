"""Positions for the pages of the rules: the arms, a foot, a score, a whole farmyard."""

from __future__ import annotations

from engine.game import Scene
from engine.games.chickenfoot.observation import ChickenfootObservation


def _has_arms_to_play(seen: ChickenfootObservation) -> bool:
    unfinished = seen.unfinished
    return unfinished is not None and not unfinished.is_foot and unfinished.done >= 1 and bool(seen.playable)


def _has_unfinished_foot(seen: ChickenfootObservation) -> bool:
    return seen.unfinished is not None and seen.unfinished.is_foot and seen.unfinished.done >= 1


def _is_scored(seen: ChickenfootObservation) -> bool:
    return seen.is_scored


def _is_large_layout(seen: ChickenfootObservation) -> bool:
    return len(seen.laid) >= 16


SCENES = (
    Scene(_has_arms_to_play, shows_hand=True),
    Scene(_has_unfinished_foot),
    Scene(_is_scored),
    Scene(_is_large_layout),
)
