"""Functions that the computer players of all games share.

A computer player gets an observation and states that agree with it, never the true state. A game lists its own players
in `Game.players`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Any, TypeVar

from engine.game import Game, Obs, Observation, Player
from engine.words import Message, msg

LEVELS: Mapping[str, Message] = {
    "easy": msg("easy"),
    "medium": msg("medium"),
    "hard": msg("hard"),
}
"""The strengths of the computer players for a seat, the weakest first."""
LEVEL_TITLES: Mapping[str, Message] = {
    "easy": msg("Easy"),
    "medium": msg("Medium"),
    "hard": msg("Hard"),
}
"""The strengths as titles, with a capital."""

NOT_JUDGED = -inf
"""The worth of an action that a player left out because others looked better: it is never chosen, nor called wrong."""

W = TypeVar("W")
Search = Callable[[Obs, Iterator[W], Random, int], Mapping[str, float]]
"""Looks ahead and returns the worth of each action; the last argument is the number of walks or play-outs."""


def judge(
    game: Game[Any, Any], player: str, seen: Observation, rng: Random, enough: Callable[[], bool] = lambda: False
) -> Mapping[str, float]:
    """Return a player's judgement: the worth of each of the viewer's actions.

    The same observation and seed give the same judgement, unless `enough` returns True and ends the search early.
    """
    return game.players[player](seen, _until(enough, game.worlds(seen, rng)), rng)


def _until(enough: Callable[[], bool], worlds: Iterator[W]) -> Iterator[W]:
    """Yield the worlds until `enough` returns True, but at least the first."""
    for world in worlds:
        yield world
        if enough():
            return


def candidate_notations(seen: Observation) -> Sequence[str]:
    """Return the notations that a player chooses among.

    Of actions that differ only in the picture, only the first is included. Raises ValueError if it isn't the viewer's
    turn.
    """
    if seen.viewer is None or seen.viewer != seen.to_act:
        raise ValueError("a player is asked only in its turn")
    return [choice.notation for choice in seen.choices if choice.enabled and choice.same_as is None]


def at_effort(search: Search[Obs, Any], effort: int) -> Player[Obs]:
    """Return the player that searches with this effort; it can be sent to another process."""
    return partial(_search_at, search, effort)


def _search_at(search: Search[Obs, W], effort: int, seen: Obs, worlds: Iterator[W], rng: Random) -> Mapping[str, float]:
    return search(seen, worlds, rng, effort)


def choose_at_random(seen: Observation, _: Iterator[Any], rng: Random) -> Mapping[str, float]:
    """Judge the actions at random, as a yardstick for other players."""
    return {notation: rng.random() for notation in candidate_notations(seen)}


def find_best_action(worth: Mapping[str, float]) -> str:
    """Return the action with the greatest worth; if several have it, the first.

    Raises ValueError if there are no actions.
    """
    return max(worth, key=worth.__getitem__)
