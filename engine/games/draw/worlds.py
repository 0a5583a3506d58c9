"""A viewer's conclusions about the unseen tiles, and positions that agree.

One clue is not used: a foul that costs the pips in hand reveals how many they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.dominoes import worlds as dealing
from engine.games.draw.account import Account
from engine.games.draw.observation import DrawObservation
from engine.games.draw.state import DrawState, start


def possible(seen: DrawObservation, rng: Random) -> Iterator[DrawState]:
    """Yield positions that agree with all that this viewer has seen."""
    yield from Worlds(seen, rng).sample_positions()


class Worlds(dealing.Worlds[DrawState]):
    """Positions that agree with one observation."""

    def __init__(self, seen: DrawObservation, rng: Random) -> None:
        position = build_visible_state(seen)
        super().__init__(position, dealing.build_story(seen, position, rng), rng)


def build_visible_state(seen: DrawObservation) -> DrawState:
    """Return the position as far as it is seen.

    Hidden hands are empty, and so is the boneyard.
    """
    account = Account(seen.fouls, seen.penalties, seen.bonuses, seen.inside)
    return dealing.build_visible_state(seen, start(seen.options, len(seen.sizes)), account)._replace(
        declared=seen.declared
    )
