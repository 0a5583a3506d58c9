"""Which of many parameters alike the default run takes; the others are marked `long`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest


def few(setups: Mapping[str, Any]) -> list[Any]:
    """Take of each preset the fewest seats, and of a game's first preset the most: a name is "game-preset-seats"."""
    groups: dict[str, list[str]] = {}
    for name in setups:
        groups.setdefault(name.rpartition("-")[0], []).append(name)
    first = {group.partition("-")[0]: names for group, names in reversed(groups.items())}
    return some(setups, {*(names[0] for names in groups.values()), *(names[-1] for names in first.values())})


def some(parameters: Mapping[str, Any], taken: Collection[str]) -> list[Any]:
    """Take those of these names."""
    assert parameters.keys() >= set(taken)
    return [
        pytest.param(value, id=name, marks=() if name in taken else pytest.mark.long)
        for name, value in parameters.items()
    ]
