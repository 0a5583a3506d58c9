"""A process that thinks for computer players.

It gets observations, never the state of a game. It imports little, so that it starts quickly.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from bot.runtime.workers import Worker
from engine.players import judge

Worth = Mapping[str, float]
"""How much each action is worth to a computer player, by the notation of the action."""

THINKING_SECONDS = 0.8
"""The seconds after which a computer player stops searching.

It only finishes the position that it is looking at, which takes a moment. Usually, the player's own budget ends the
search sooner, so only an overloaded machine reaches this limit.
"""


class JudgeTask(NamedTuple):
    """A position to judge: the game, the computer player that judges it, what it may see, and the random seed."""

    game: str
    player: str
    observation: Any
    seed: int
    points_only: bool = False
    """Whether only the points of the round count, not who wins the game."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game} {self.player})"


class Thinker(Worker):
    """A process that judges positions."""

    def __init__(self, source: str) -> None:
        """Let the process load the GAMES of the module `source`."""
        super().__init__("thinker", partial(make_judge, source))

    def ask(self, task: JudgeTask, patience: float) -> Worth:
        """Return the judgement, but wait only `patience` seconds for it. Raises WorkerFailed."""
        worth: Worth = super().ask(task, patience)
        return worth


def make_judge(source: str) -> Callable[[JudgeTask], Worth]:
    """Return a function that judges tasks for the players of a module's GAMES."""
    return partial(judge_in_time, importlib.import_module(source).GAMES)


def judge_in_time(games: Mapping[str, Any], task: JudgeTask, clock: Callable[[], float] = monotonic) -> Worth:
    """Return the judgement of a computer player, which stops searching after THINKING_SECONDS."""
    end = clock() + THINKING_SECONDS
    game = games[task.game]
    seen = task.observation
    if task.points_only:
        seen = game.ignore_standing(seen)
    worth = judge(game, task.player, seen, Random(task.seed), lambda: clock() >= end)
    return {notation: float(value) for notation, value in worth.items()}
