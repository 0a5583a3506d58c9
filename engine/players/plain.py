"""Computer players that need only a game's rules and possible worlds.

Each action is tried in random worlds, and from there the round is played to its end at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.game import DEALER, Observation, Player
from engine.notation import find
from engine.players import candidate_notations
from engine.players.flat import halve_candidates
from engine.players.rewards import margin
from engine.rounds import is_scored, make_random_deal


class Plain:
    """A computer player that tries its actions `trials` times in all."""

    def __init__(self, trials: int) -> None:
        self._trials = trials

    def __call__(self, seen: Observation, worlds: Iterator[Any], rng: Random) -> Mapping[str, float]:
        notations, seat = candidate_notations(seen), seen.viewer
        assert seat is not None
        if len(notations) == 1:
            return {notations[0]: 0.0}
        return halve_candidates(
            notations, worlds, lambda notation, world: margin(_play_out_round(world, notation, rng), seat), self._trials
        )


def _play_out_round(world: Any, notation: str, rng: Random) -> Sequence[int]:
    """Return the points after this world's round, played on at random from this action."""
    state = world.apply(find(world.legal_actions(), notation)).state
    while not is_scored(state):
        action = make_random_deal(state, rng) if state.to_act == DEALER else rng.choice(state.legal_actions())
        state = state.apply(action).state
    points: Sequence[int] = state.observe(None).points
    return points


PLAYERS: Mapping[str, Player[Any]] = {"easy": Plain(8), "medium": Plain(80), "hard": Plain(800)}
