"""Errors of players that weigh what they see at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

FEW = 2
"""Between two actions a player may take the worse one."""


def scatter(worth: Mapping[str, float], spread: float, rng: Random) -> dict[str, float]:
    """Return the worth of each action with a random error of up to `spread`."""
    return {notation: value + spread * rng.random() for notation, value in worth.items()}


def err(worth: Mapping[str, float], spread: float, rng: Random) -> dict[str, float]:
    """Return the same as `scatter`, but leave the worst of three actions or more behind."""
    if len(worth) > FEW:
        worst = min(worth.values())
        worth = {notation: value - spread * (value == worst) for notation, value in worth.items()}
    return scatter(worth, spread, rng)
