"""The end of a game of several rounds: at a target, or after a number of rounds."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Outcome
from engine.win_text import describe_shared_win, describe_win


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
    reason = describe_win(winners[0], best) if len(winners) == 1 else describe_shared_win(winners, best)
    return Outcome(reason, scores, winners)
