"""Random errors for weak players, which judge by rules of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random


def scatter(worth: Mapping[str, float], spread: float, rng: Random) -> dict[str, float]:
    """Return the worth of each action with a random error of up to `spread`."""
    return {notation: value + spread * rng.random() for notation, value in worth.items()}


def scatter_except_worst(worth: Mapping[str, float], spread: float, rng: Random) -> dict[str, float]:
    """Return the same as `scatter`, but keep the worst of three or more actions last."""
    if len(worth) > 2:  # of two actions, even the worse may be taken
        worst = min(worth.values())
        worth = {notation: value - spread if value == worst else value for notation, value in worth.items()}
    return scatter(worth, spread, rng)
