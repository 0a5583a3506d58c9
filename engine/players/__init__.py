"""Computer players: they are given an observation, and states that agree with it, never the true one.

A game names its own in `Game.players`. This package holds what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from engine.game import Game, Observation
from engine.words import Message, msg

LEVELS: Mapping[str, Message] = {
    "easy": msg("easy"),
    "medium": msg("medium"),
    "hard": msg("hard"),
}
"""The strengths that a seat can be given to, the weakest first."""


W = TypeVar("W")


def judge(
    game: Game[Any, Any], player: str, seen: Observation, rng: Random, enough: Callable[[], bool] = lambda: False
) -> Mapping[str, float]:
    """Return what a player of a game holds each of the viewer's actions to be worth.

    Same observation and same seed, same judgement, unless `enough` tells that its time is over.
    """
    return game.players[player](seen, _until(enough, game.worlds(seen, rng)), rng)


def _until(enough: Callable[[], bool], worlds: Iterator[W]) -> Iterator[W]:
    """Yield the worlds, but for the first only while there is time."""
    for world in worlds:
        yield world
        if enough():
            return


def candidate_notations(seen: Observation) -> Sequence[str]:
    """Return the notations a player chooses among: of actions that differ only in the picture the first.

    Raises ValueError when it is not the viewer's turn.
    """
    if seen.viewer is None or seen.viewer != seen.to_act:
        raise ValueError("a player is asked only in its turn")
    return [choice.notation for choice in seen.choices if choice.enabled and choice.same_as is None]


def best(worth: Mapping[str, float]) -> str:
    """Return the action that is worth most; the first of several. Raises ValueError for none."""
    return max(worth, key=worth.__getitem__)
