"""How much time each player has: a bank to begin with and more for each turn, up to a cap."""

from __future__ import annotations

from enum import StrEnum
from math import ceil

import msgspec

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


class Preset(StrEnum):
    """The clocks that a host can choose from."""

    SPRINT = "sprint"
    DAY = "day"
    WEEK = "week"
    OPEN = "open"

    @property
    def has_hours(self) -> bool:
        """Whether time passes only in the table's hours, rather than around the clock."""
        return self in (Preset.DAY, Preset.WEEK)


class Pace(msgspec.Struct, frozen=True):
    """A clock's settings, in seconds; only playing hours count."""

    base: int
    """The time that a player begins with."""
    increment: int
    """The time that is added after each of their turns."""
    cap: int
    """The most time that a player can have."""
    confirm_time: int = msgspec.field(name="formality")
    """How much time a seat gets to confirm, if it can do nothing else, before the bot confirms for it."""
    refill: int = 0
    """The time that is added for each day since their last turn."""
    reminded: bool = True
    """Whether players are reminded of their turn."""
    last_call: int = 0
    """The time from the last call to the end of a turn."""

    @property
    def grace(self) -> int:
        """The extension that a player gets for their first late turn of a game."""
        return self.increment // 2


def turns_of_people(turns: range, seats: int, people: int) -> range:
    """Return how many turns a game's people have together, fewest to most.

    `turns` is how many turns all its players have together.
    """
    return range(ceil(turns[0] * people / seats), ceil(turns[-1] * people / seats) + 1)


def pace(preset: Preset, playing_day: int, people: int, turns: int) -> Pace | None:
    """Return the numbers of a game's clock; None for a preset without a clock.

    `turns` is the most turns that its `people` have together. With the clock Day, the playing hours of one day are
    divided among them: 2/5 for the banks, 3/5 for the turns. So the game ends within a day even if all use all their
    time.
    """
    match preset:
        case Preset.SPRINT:
            return Pace(5 * MINUTE, 45, 5 * MINUTE, confirm_time=45, reminded=False)
        case Preset.WEEK:
            return Pace(DAY, 8 * HOUR, 2 * DAY, confirm_time=2 * HOUR, refill=4 * HOUR, last_call=3 * HOUR)
        case Preset.DAY:
            share = playing_day // people
            base = share * 2 // 5
            turns_each = max(1, ceil(turns / people))
            increment = min(max(share * 3 // 5 // turns_each, MIN_INCREMENT), base)
            return Pace(base, increment, base, confirm_time=min(increment, 15 * MINUTE), last_call=30 * MINUTE)
        case Preset.OPEN:
            return None


def answer_time(preset: Preset) -> int | None:
    """Return how many seconds of playing hours players have to say that they are here.

    A player who did something at the table within that time is not asked. Return None without a clock, since then only
    players whom the host has moved to another seat are asked. Even in a Sprint players are asked, since a host can
    choose that clock after others have gone.
    """
    return {Preset.SPRINT: 10 * MINUTE, Preset.DAY: 30 * MINUTE, Preset.WEEK: 8 * HOUR}.get(preset)


def fits(preset: Preset, playing_day: int, people: int, turns: int) -> bool:
    """Return whether this clock suits a game of `people` with at most `turns` turns."""
    match preset:
        case Preset.SPRINT:
            return turns <= LONGEST_SPRINT
        case Preset.DAY:
            game_pace = pace(preset, playing_day, people, turns)
            return game_pace is not None and game_pace.increment >= GOOD_INCREMENT
        case _:
            return True


LONGEST_SPRINT = 200
"""The most turns of a game that people play in one sitting."""
GOOD_INCREMENT = 150
"""The clock Day suits a game if it can add at least this many seconds for each turn."""
MIN_INCREMENT = 45
"""The clock Day adds at least this many seconds for each turn, even if the game is then too long for one day."""
