"""Decides whether another action was clearly better, given noisy judgements.

A judgement is based on random samples, so with another seed it has other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from statistics import fmean, stdev
from typing import NamedTuple

from engine.players import NOT_JUDGED, find_best_action

LEAST_DEVIATIONS = 1.65
"""How many standard deviations of the noise a loss must exceed. Then 19 of 20 other judgements would find it, too."""
LEAST_LOSS = 0.5
"""The smallest loss that is worth mentioning, in points."""


class Loss(NamedTuple):
    """What a decision lost: the better action, and the points between the two."""

    better: str
    points: float


def find_loss(judgements: Sequence[Mapping[str, float]], chosen: str) -> Loss | None:
    """Return what a chosen action lost, or None if that is too little or may be noise."""
    worth = {notation: fmean(judgement[notation] for judgement in judgements) for notation in judgements[0]}
    better = find_best_action(worth)
    points = measure_loss(judgements, chosen, better)
    return None if points is None else Loss(better, points)


def measure_loss(judgements: Sequence[Mapping[str, float]], chosen: str, better: str) -> float | None:
    """Return how much the chosen action lost against another one.

    Return None if that is too little or may be noise, and if one of the two was not judged. A single judgement only
    finds suspects: any loss of at least `LEAST_LOSS` counts then, and an action that it left out counts as its worst.
    """
    if len(judgements) == 1 and judgements[0][chosen] == NOT_JUDGED:
        chosen = _find_worst_judged(judgements[0])
    losses = [judgement[better] - judgement[chosen] for judgement in judgements]
    if not all(map(isfinite, losses)):
        return None
    noise = stdev(losses) if len(losses) > 1 else 0.0
    loss = fmean(losses)
    return loss if loss >= LEAST_LOSS and loss > LEAST_DEVIATIONS * noise else None


def _find_worst_judged(judgement: Mapping[str, float]) -> str:
    """Return the worst of the actions that were judged."""
    return min((notation for notation in judgement if judgement[notation] != NOT_JUDGED), key=judgement.__getitem__)
