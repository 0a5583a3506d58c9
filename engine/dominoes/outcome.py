"""The end of a game of several rounds: at a target, or after a number of rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.dominoes.boneyard import Terms
from engine.dominoes.settings import LineOptions
from engine.game import Outcome
from engine.sides import Sides, find_leaders, list_seats
from engine.win_text import describe_outcome
from engine.words import msg, sentences

SHUTOUT = msg("That is a shutout!")


def find_outcome(rules: Terms[LineOptions], played: int, scores: tuple[int, ...]) -> Outcome | None:
    """Return the outcome after `played` rounds, or None if the game goes on. The reason mentions a shutout."""
    outcome = decide_game(rules.goal, rules.options.rounds, played, scores, rules.sides)
    if outcome is None or not rules.options.is_shutout(outcome):
        return outcome
    return replace(outcome, reason=sentences(outcome.reason, SHUTOUT))


def decide_game(goal: int | None, rounds: int, played: int, scores: tuple[int, ...], sides: Sides) -> Outcome | None:
    """Return the outcome after `played` rounds, or None if the game goes on.

    With a goal, a game is over once a single side leads and has reached the goal. Without one, it is over after
    `rounds` rounds. The reason doesn't mention a shutout.
    """
    if goal is None:
        return _outcome(scores, sides) if played >= rounds else None
    is_over = max(scores) >= goal and len(find_leaders(sides, scores)) == 1
    return _outcome(scores, sides) if is_over else None


@lru_cache(maxsize=1024)
def _outcome(scores: tuple[int, ...], sides: Sides) -> Outcome:
    return Outcome(describe_outcome(sides, scores), scores, list_seats(find_leaders(sides, scores)))
