"""Games whose computer players choose at random, die, hang or fail: what processes are tried with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any

from bot.computer.thinker import JudgeTask, Worth
from engine.games import GAMES as REAL
from engine.players import LEVELS, candidate_notations, judge
from tests.bot.games import CARDS_GAME, at_random, boldest


def dies(*_: object) -> Mapping[str, float]:
    """Ends its process."""
    os._exit(1)


def hangs(*_: object) -> Mapping[str, float]:
    """Never answers."""
    Event().wait()
    return {}


def fails(seen: Any, *_: object) -> Mapping[str, float]:
    """Raises an error that names the hand."""
    raise RuntimeError(f"secret hand {seen.hand}")


def cheats(*_: object) -> Mapping[str, float]:
    """Wants to do what is not possible."""
    return {"play 99": 1.0}


def chance(seen: Any, _: object, rng: Random) -> Mapping[str, float]:
    """Holds anything for anything, in any game."""
    return {notation: rng.random() for notation in candidate_notations(seen)}


def stubborn(seen: Any, _: object, rng: Random) -> Mapping[str, float]:
    """Holds anything for anything, but nearly the same each time it is asked."""
    return {notation: 9 * Random(notation).random() + rng.random() for notation in candidate_notations(seen)}


TRIED: dict[str, Any] = {"easy": at_random, "medium": at_random, "hard": boldest}
BAD: dict[str, Any] = {player.__name__: player for player in (dies, hangs, fails, cheats)}
CARDS: Mapping[str, Any] = {"cards": replace(CARDS_GAME, players=TRIED | BAD)}
CHOOSING: Mapping[str, Any] = {level: chance if level == "easy" else stubborn for level in LEVELS}
PLAYED: Mapping[str, Any] = {key: replace(game, players=CHOOSING) for key, game in REAL.items()}
GAMES: Mapping[str, Any] = {**CARDS, **PLAYED}


def answer_here(_worker: object, asked: JudgeTask, _patience: float) -> Worth:
    """Answer in this process, instead of `Thinker.ask`."""
    return judge(GAMES[asked.game], asked.player, asked.observation, Random(asked.seed))


SOURCE = __name__
"""Where a process finds them."""
