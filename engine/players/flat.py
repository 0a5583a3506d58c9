"""Flat Monte Carlo: every action is tried in the same random worlds.

After each turn only the better half is kept (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from math import ceil, log2
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
W = TypeVar("W")


def flat(actions: Sequence[A], worlds: Iterator[W], trial: Callable[[A, W], float], trials: int) -> dict[A, float]:
    """Return the average worth of each action after `trials` in all.

    There are fewer trials if the worlds end, but at least one world is tried. An action that was dropped early is never
    worth more than those that outlived it.
    """
    sums, left, tried = dict.fromkeys(actions, 0.0), list(actions), 0
    worth: dict[A, float] = {}
    dropped: list[A] = []
    rounds = max(1, ceil(log2(len(actions))))
    while True:
        times = max(1, trials // (rounds * len(left)))
        for world in islice(worlds, times):
            for action in left:
                sums[action] += trial(action, world)
            tried += 1
        left.sort(key=lambda action: -sums[action])
        worth |= {action: sums[action] / tried for action in left}
        if len(left) < 3:
            break
        half = (len(left) + 1) // 2
        dropped = left[half:] + dropped  # the better ones first
        del left[half:]
    least = min(worth[action] for action in left)
    for action in dropped:
        least = worth[action] = min(worth[action], least)
    return {action: worth[action] for action in actions}
