"""How much time each player has: a bank to begin with, more for each move, never above a cap."""

from __future__ import annotations

from enum import StrEnum
from math import ceil

import msgspec

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


class Preset(StrEnum):
    """The clocks a table can choose from."""

    SPRINT = "sprint"
    DAY = "day"
    WEEK = "week"
    OPEN = "open"

    @property
    def has_hours(self) -> bool:
        """Whether its time passes only in the table's hours; not in a Sprint or without a clock."""
        return self in (Preset.DAY, Preset.WEEK)


class Pace(msgspec.Struct, frozen=True):
    """The numbers of a clock, in seconds of playing hours."""

    base: int
    """What a player begins with."""
    increment: int
    """What is added after each of their turns."""
    cap: int
    """What they can have at most."""
    formality: int
    """After which the bot confirms for a seat that can do nothing else."""
    refill: int = 0
    """What is added for each day since their last turn."""
    reminded: bool = True
    """Whether half of the time is followed by a reminder."""
    last_call: int = 0
    """How long before the end the last call comes."""

    @property
    def grace(self) -> int:
        """What is added, once a game, for a player who is late."""
        return self.increment // 2


def of_people(turns: range, seats: int, people: int) -> range:
    """Return the range of how many of a game's turns are people's.

    `turns` is the range of all turns; those of computer players take no time.
    """
    return range(ceil(turns[0] * people / seats), ceil(turns[-1] * people / seats) + 1)


def pace(preset: Preset, playing_day: int, people: int, turns: int) -> Pace | None:
    """Return the clock of a game; None for a preset without a clock.

    `turns` is the most turns that its `people` have together. A Day is shared out: even if everybody uses all their
    time, the game ends within the playing hours of one day.
    """
    match preset:
        case Preset.SPRINT:
            return Pace(5 * MINUTE, 45, 5 * MINUTE, formality=45, reminded=False)
        case Preset.WEEK:
            return Pace(DAY, 8 * HOUR, 2 * DAY, formality=2 * HOUR, refill=4 * HOUR, last_call=3 * HOUR)
        case Preset.DAY:
            share = playing_day // people
            base, increment = share * 2 // 5, share * 3 // 5 // max(1, ceil(turns / people))
            increment = min(max(increment, SHORTEST), base)
            return Pace(base, increment, base, formality=min(increment, 15 * MINUTE), last_call=30 * MINUTE)
        case Preset.OPEN:
            return None


def patience(preset: Preset) -> int | None:
    """Return how long players have to answer whether they are here.

    It is in seconds of playing hours; a player who did something at the table within that time is not asked. None if
    nobody is asked, since no turn ends with that clock. In a sprint all sit at the table, and a host can choose one
    after others have gone.
    """
    return {Preset.SPRINT: 10 * MINUTE, Preset.DAY: 30 * MINUTE, Preset.WEEK: 8 * HOUR}.get(preset)


def fits(preset: Preset, playing_day: int, people: int, turns: int) -> bool:
    """Return whether this clock is made for a game of `people` with at most `turns` turns."""
    match preset:
        case Preset.SPRINT:
            return turns <= LONGEST_SPRINT
        case Preset.DAY:
            numbers = pace(preset, playing_day, people, turns)
            return numbers is not None and numbers.increment >= ENOUGH
        case _:
            return True


LONGEST_SPRINT = 200
"""Turns of a game that players sit down for."""
ENOUGH = 150
"""Seconds for each move that a Day should leave."""
SHORTEST = 45
"""Seconds that a Day leaves for each move of a game that is too long for one day."""
