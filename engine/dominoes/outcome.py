"""The end of a game of several rounds: at a target, or after a number of rounds."""

from __future__ import annotations

from functools import lru_cache

from engine.dominoes.words import win_line
from engine.game import Outcome


def match_outcome(goal: int | None, rounds: int, played: int, scores: tuple[int, ...]) -> Outcome | None:
    """Return the outcome of a game, if it is over after `played` rounds.

    It is over if one seat alone has most points and has reached the goal or, without a goal, if all rounds were played.
    """
    best = max(scores)
    if played < rounds if goal is None else best < goal or scores.count(best) > 1:
        return None
    return _outcome(scores)


@lru_cache(maxsize=1024)
def _outcome(scores: tuple[int, ...]) -> Outcome:
    best = max(scores)
    winners = tuple([seat for seat, score in enumerate(scores) if score == best])
    return Outcome(win_line(winners, best), scores, winners)
