"""Tables of Chickenfoot reached by random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.game import DEALER
from engine.games.chickenfoot import GAME
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.options import ChickenfootOptions
from tests.engine.play import Setup, walk


def positions(seats: int, seed: int, steps: int = 400, **options: Any) -> Iterator[Any]:
    """Yield the states of a random game after its first deal, until it is over or `steps` are done."""
    setup = Setup(GAME, ChickenfootOptions(**options), seats)
    return (turn.step.state for turn in islice(walk(setup, Random(seed)), steps) if turn.step.state.observe(None).round)


def first_round(seats: int, seed: int, **options: Any) -> list[ChickenfootObservation]:
    """Return what the channel saw of the first round, the scored end included."""
    seen = []
    for state in positions(seats, seed, 2000, **options):
        seen.append(state.observe(None))
        if seen[-1].result is not None:
            break
    return seen


def turns(seats: int, seed: int, steps: int = 400, **options: Any) -> Iterator[tuple[Any, ChickenfootObservation]]:
    """Yield the states in which a seat acts, with what that seat sees."""
    for state in positions(seats, seed, steps, **options):
        if state.to_act not in (None, DEALER):
            yield state, state.observe(state.to_act)
