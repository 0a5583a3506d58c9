"""Rounds without a table, from a random deal until they are scored."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game import DEALER, Deal


def make_random_deal(state: Any, rng: Random) -> Deal:
    """Return a deal that fits a state which waits for one."""
    return Deal(tuple(rng.sample(range(len(state.deck)), len(state.deck))), rng.randrange(state.picks))


def is_scored(state: Any) -> bool:
    """Return whether the round was scored; a deal may also be due in mid-round."""
    return state.to_act is None or (state.to_act == DEALER and state.observe(None).is_scored)
