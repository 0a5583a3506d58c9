"""What a player may know beside what it sees: all hands, and no draw to come.

A player that knew the order of the boneyard too would plan by draws that nobody can foresee. In Draw with two seats
that is two thirds of what such a player gains, so it says little about better guesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from engine.dominoes.state import LineState
from engine.games.blockers.state import BlockersState
from engine.games.chickenfoot.state import ChickenfootState

T = TypeVar("T")


def tell_hands(state: Any, rng: Random) -> Iterator[Any]:
    """Yield the position with its true hands without end, what will be drawn shuffled each time."""
    while True:
        yield _shuffle_draws(state, rng)


def _shuffle_draws(state: Any, rng: Random) -> Any:
    match state:
        case LineState():
            return state.redeal_hidden(state.hands, _shuffle(state.boneyard, rng))
        case ChickenfootState():
            return state._replace(yard=_shuffle(state.yard, rng))
        case BlockersState():
            return state._replace(supplies=tuple(_shuffle(supply, rng) for supply in state.supplies))
        case _:
            return state  # nothing is drawn


def _shuffle(drawn: Sequence[T], rng: Random) -> tuple[T, ...]:
    return tuple(rng.sample(drawn, len(drawn)))
