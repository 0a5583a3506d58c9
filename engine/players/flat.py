"""Flat Monte Carlo: every action is tried in the same random worlds.

The trials are shared out over rounds. After each round only the better half of the actions is kept (sequential
halving).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from math import ceil, log2
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
W = TypeVar("W")


def halve_candidates(
    actions: Sequence[A], worlds: Iterator[W], trial: Callable[[A, W], float], trials: int
) -> dict[A, float]:
    """Return the average worth of each action after about `trials` trials.

    `trials` is the number for all actions together. There are fewer if the worlds end, but at least one world is tried.
    A dropped action is never worth more than the actions that were kept longer.
    """
    sums = dict.fromkeys(actions, 0.0)
    remaining = list(actions)
    worlds_tried = 0
    worth: dict[A, float] = {}
    dropped: list[A] = []
    rounds = max(1, ceil(log2(len(actions))))
    while True:
        worlds_in_round = max(1, trials // (rounds * len(remaining)))
        for world in islice(worlds, worlds_in_round):
            for action in remaining:
                sums[action] += trial(action, world)
            worlds_tried += 1
        remaining.sort(key=lambda action: -sums[action])
        worth |= {action: sums[action] / worlds_tried for action in remaining}
        if len(remaining) < 3:  # more trials of the better action alone would change no choice
            break
        half = (len(remaining) + 1) // 2
        dropped = remaining[half:] + dropped  # the better actions first
        del remaining[half:]
    # few trials may make a dropped action look good, so its worth is capped
    cap = min(worth[action] for action in remaining)
    for action in dropped:
        cap = worth[action] = min(worth[action], cap)
    return {action: worth[action] for action in actions}
