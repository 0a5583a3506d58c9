"""Uses each random world of a decision several times, the likelier more often.

Dealing a world takes about as long as playing it out, so a search that deals fewer worlds has time for more play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TypeVar

W = TypeVar("W")

BATCH = 50
"""The number of worlds drawn at a time; it is low, so that a search that runs out of time has few unused worlds."""


def reuse(worlds: Iterator[W], likelihood: Callable[[W], float], fresh: int, uses: int, rng: Random) -> Iterator[W]:
    """Yield about `uses` worlds among `fresh` different ones.

    They are chosen by their likelihood, of which only the ratios matter. If the worlds end early, fewer are yielded.
    """
    worlds_drawn = worlds_yielded = 0
    while worlds_drawn < fresh and (batch := list(islice(worlds, min(BATCH, fresh - worlds_drawn)))):
        worlds_drawn += len(batch)
        worlds_due = -(-uses * worlds_drawn // fresh)  # rounded up
        yield from rng.choices(batch, [likelihood(world) for world in batch], k=worlds_due - worlds_yielded)
        worlds_yielded = worlds_due
