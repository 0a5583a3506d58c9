"""Estimates when a game will be over, from its turns, its clock, and how long such games took on its server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from typing import NamedTuple

from bot.table.clock.pace import MINUTE, Preset, turns_of_people
from bot.table.clock.timing import Timing

PRIOR_GAMES = 5
"""How many imaginary games of the usual duration are counted with the games of a server."""
NEWEST_GAMES = 60
"""How many of the server's newest games are counted."""
DAY_SHARE = 0.6
"""The share of a day's playing hours that a long game with the clock Day usually takes."""
REPLY_MEDIAN = {Preset.SPRINT: 20, Preset.DAY: 20 * MINUTE, Preset.WEEK: 20 * MINUTE, Preset.OPEN: 20 * MINUTE}
"""The median time that people take for a turn, in seconds of playing hours.

A longer clock does not make people slower.
"""
SPREAD = 1.0
"""The standard deviation of the logarithms of the times that people take."""
REPLY_MEAN: Mapping[Preset, float] = {preset: seconds * exp(SPREAD**2 / 2) for preset, seconds in REPLY_MEDIAN.items()}
"""The mean time that people take for a turn: that of a log-normal distribution."""


class Finish(NamedTuple):
    """How many seconds of playing hours a game should take, and when it will be over.

    `at` is None before the game starts, and once the expected instant has passed.
    """

    seconds: int
    at: int | None = None


def decided_turns(turns: range, seats: int, people: int, decided: float = 1.0) -> float:
    """Return the number of turns in which people are expected to decide something.

    `turns` is the range of turns in a game, and `decided` the share of turns that need a decision.
    """
    peoples_turns = turns_of_people(turns, seats, people)
    return max(1.0, decided * (peoples_turns[0] + peoples_turns[-1]) / 2)


def usual_time(timing: Timing, turns: float) -> float:
    """Return how many seconds of playing hours a game with `turns` turns of people takes."""
    seconds = REPLY_MEAN[timing.preset] * turns
    # the clock Day gives players less time for each turn of a longer game, so that it is over within a day
    return min(seconds, DAY_SHARE * timing.playing_hours.seconds_a_day) if timing.preset is Preset.DAY else seconds


def slowness(timing: Timing, began: int, ended: int, turns: float) -> float:
    """Return how long a finished game took, as a multiple of the usual time."""
    return timing.playing_hours.seconds_between(began, ended) / usual_time(timing, turns)


def expected_finish(
    timing: Timing, turns: float, known: Sequence[float], began: int | None = None, away: tuple[int, int] | None = None
) -> Finish | None:
    """Return when a game is expected to be over.

    `known` is the slowness of earlier games here, the newest first. Without a clock, return None until there are
    enough earlier games. `away` is the time in which the game waits for a player who is away.
    """
    if timing.preset is Preset.OPEN and len(known) <= PRIOR_GAMES:
        return None
    slowness_here = median([*known[:NEWEST_GAMES], *[1.0] * PRIOR_GAMES])
    seconds = round(usual_time(timing, turns) * slowness_here)
    if began is None:
        return Finish(seconds)
    hours = timing.playing_hours
    at = hours.instant_after(began, seconds)
    if away is not None and away[0] < at:  # the seconds that are left then begin once the player is back
        at = hours.instant_after(away[1], seconds - hours.seconds_between(began, away[0]))
    return Finish(seconds, at)
