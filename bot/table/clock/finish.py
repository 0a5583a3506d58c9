"""When a game is expected to be over.

That follows from its turns and its clock, and from how games of its kind went on its server. Arithmetic only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from typing import NamedTuple

from bot.table.clock.pace import MINUTE, Preset, of_people
from bot.table.clock.timing import Timing

PRIOR = 5
"""How many games that went as is usual count beside those of a server."""
NEWEST = 60
"""As many of its games count."""
OF_A_DAY = 0.6
"""The part of a day's hours that a long game by the clock Day usually takes."""
REPLY = {Preset.SPRINT: 20, Preset.DAY: 20 * MINUTE, Preset.WEEK: 20 * MINUTE, Preset.OPEN: 20 * MINUTE}
"""The median time that people take for a turn, in seconds of playing hours.

A longer clock does not make people slower.
"""
SPREAD = 1.0
"""The standard deviation of the logarithms of those times."""
USUALLY: Mapping[Preset, float] = {preset: seconds * exp(SPREAD**2 / 2) for preset, seconds in REPLY.items()}
"""The mean of those times."""


class Finish(NamedTuple):
    """How many seconds of playing hours a game takes, and when it is over.

    The end is None before the game starts, or once the expected end is past.
    """

    seconds: int
    at: int | None = None


def work(turns: range, seats: int, people: int, decided: float = 1.0) -> float:
    """Return how many turns people are expected to decide, on average.

    `turns` is the range of turns in a game, of which `decided` is the share that needs a decision.
    """
    theirs = of_people(turns, seats, people)
    return max(1.0, decided * (theirs[0] + theirs[-1]) / 2)


def usual_time(timing: Timing, turns: float) -> float:
    """Return how many seconds of playing hours a game with `turns` turns of people takes."""
    seconds = USUALLY[timing.preset] * turns
    # the clock Day shares its hours out, so that a long game is over within a day too
    return min(seconds, OF_A_DAY * timing.playing_hours.a_day) if timing.preset is Preset.DAY else seconds


def slowness(timing: Timing, began: int, ended: int, turns: float) -> float:
    """Return how many times as long as is usual a game took that is over."""
    return timing.playing_hours.between(began, ended) / usual_time(timing, turns)


def expected_finish(
    timing: Timing, turns: float, known: Sequence[float], began: int | None = None, away: tuple[int, int] | None = None
) -> Finish | None:
    """Return when a game is expected to be over.

    `known` is how slow earlier games here were, the newest first. Without a clock there is no estimate before some
    games are over. While a player is `away`, from one instant to another, the game waits for them.
    """
    if timing.preset is Preset.OPEN and len(known) <= PRIOR:
        return None
    seconds = round(usual_time(timing, turns) * median([*known[:NEWEST], *[1.0] * PRIOR]))
    if began is None:
        return Finish(seconds)
    hours = timing.playing_hours
    at = hours.after(began, seconds)
    if away is not None and away[0] < at:
        at = hours.after(away[1], seconds - hours.between(began, away[0]))
    return Finish(seconds, at)
