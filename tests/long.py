"""Which of many parameters alike the default run takes; the others are marked `long`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

ALIKE = {
    *("draw-week", "moon-long day", "moon-full", "chickenfoot-long day", "chickenfoot-week", "chickenfoot-full"),
    *("fives-sprint", "fives-week", "moon-sumof 2", "chickenfoot-sumof 2", "blockers-sumof 2", "fives-sumof 2"),
    *("fortytwo-sprint", "fortytwo-week", "fortytwo-sumof 2"),
}
"""Presets that only last longer or shorter than one before, and sums of games, which one game shows for all."""


def few(setups: Mapping[str, Any], presets: int = 99) -> list[Any]:
    """Take a game's first distinct presets: few seats, and the first with many.

    Names are game-preset-seats.
    """
    games: dict[str, dict[str, list[str]]] = {}
    for name in setups:
        game, preset, _ = name.split("-")
        if f"{game}-{preset}" in ALIKE:
            continue
        games.setdefault(game, {}).setdefault(preset, []).append(name)
    taken = set[str]()
    for groups in map(list, (game.values() for game in games.values())):
        taken |= {groups[0][-1], *(names[0] for names in groups[:presets])}
    return some(setups, taken)


def some(parameters: Mapping[str, Any], taken: Collection[str]) -> list[Any]:
    """Take those of these names."""
    assert parameters.keys() >= set(taken)
    return [
        pytest.param(value, id=name, marks=() if name in taken else pytest.mark.long)
        for name, value in parameters.items()
    ]
