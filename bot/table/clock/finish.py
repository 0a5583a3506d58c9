"""When a game is over: from its turns and its clock, and from how games of its kind went on its server. Arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from typing import NamedTuple

from bot.table.clock.pace import HOUR, MINUTE, Preset, of_people
from bot.table.clock.timing import Timing

ENOUGH = 20
"""So many games must be over for a server's own pace to count."""
NEWEST = 60
"""As many of them count."""
OF_A_DAY = 0.6
"""The part of a day's hours that a long game by the clock Day usually takes."""
MEDIAN = {Preset.SPRINT: 20, Preset.DAY: 20 * MINUTE, Preset.WEEK: 3 * HOUR}
"""The median of what people take for a turn, in seconds of playing hours; without a clock nobody knows."""
SPREAD = 1.0
"""The standard deviation of the logarithms of those times."""
USUALLY: Mapping[Preset, float] = {preset: seconds * exp(SPREAD**2 / 2) for preset, seconds in MEDIAN.items()}
"""The mean of those times, which counts until a server's own is known."""


class Finish(NamedTuple):
    """How many seconds of playing hours a game takes, whether its server taught that, and when it is over: None before
    its start."""

    seconds: int
    learnt: bool
    at: int | None = None


def work(turns: range, seats: int, people: int) -> float:
    """Return how many turns of people a game has on average, of so many turns of all."""
    theirs = of_people(turns, seats, people)
    return max(1.0, (theirs[0] + theirs[-1]) / 2)


def a_turn(timing: Timing, began: int, ended: int, turns: float) -> float:
    """Return how many seconds of playing hours each turn of people took in a game that is over."""
    return timing.counted.between(began, ended) / turns


def expected(
    timing: Timing, turns: float, known: Sequence[float], began: int | None = None, away: tuple[int, int] | None = None
) -> Finish | None:
    """Return when a game is expected to be over, or None; `known` are the times of a turn in games here, the newest
    first. While a player is `away`, from one instant to another, the game waits for them."""
    learnt = len(known) >= ENOUGH
    each = median(known[:NEWEST]) if learnt else USUALLY.get(timing.preset)
    if each is None:
        return None
    seconds = round(each * turns)
    if not learnt and timing.preset is Preset.DAY:  # which its clock ends within a day in any case
        seconds = min(seconds, round(OF_A_DAY * timing.counted.a_day))
    if began is None:
        return Finish(seconds, learnt)
    hours = timing.counted
    at = hours.after(began, seconds)
    if away is not None and away[0] < at:
        at = hours.after(away[1], seconds - hours.between(began, away[0]))
    return Finish(seconds, learnt, at)
