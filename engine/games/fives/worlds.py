"""A viewer's conclusions about the unseen tiles, and positions that agree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.dominoes import worlds as dealing
from engine.games.fives.observation import FivesObservation
from engine.games.fives.state import FivesState, Plays, start


def possible(seen: FivesObservation, rng: Random) -> Iterator[FivesState]:
    """Yield positions that agree with all that this viewer has seen."""
    yield from Worlds(seen, rng).sample_positions()


class Worlds(dealing.Worlds[FivesState]):
    """Positions that agree with one observation."""

    def __init__(self, seen: FivesObservation, rng: Random) -> None:
        position = build_visible_state(seen)
        super().__init__(position, dealing.build_story(seen, position, rng), rng)


def build_visible_state(seen: FivesObservation) -> FivesState:
    """Return the position as far as it is seen.

    Hidden hands are empty, and so is the boneyard.
    """
    ledger = Plays(seen.plays, seen.last, seen.statistics)
    return dealing.build_visible_state(seen, start(seen.options, len(seen.sizes)), ledger)
