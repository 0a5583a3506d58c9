"""What the pages of the rules show: the arms, a foot, a score, a whole farmyard."""

from __future__ import annotations

from engine.game import Scene
from engine.games.chickenfoot.observation import ChickenfootObservation


def _arms(seen: ChickenfootObservation) -> bool:
    unfinished = seen.unfinished
    return unfinished is not None and not unfinished.place and unfinished.done >= 1 and bool(seen.playable)


def _foot(seen: ChickenfootObservation) -> bool:
    return seen.unfinished is not None and seen.unfinished.place > 0 and seen.unfinished.done >= 1


def _scored(seen: ChickenfootObservation) -> bool:
    return seen.scored


def _grown(seen: ChickenfootObservation) -> bool:
    return len(seen.laid) >= 16


SCENES = (Scene(_arms, own=True), Scene(_foot), Scene(_scored), Scene(_grown))
