"""When a player usually acts, and when the bot acts for them so that nobody can tell the two apart. Values only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from typing import NamedTuple

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset

ENOUGH = 10
"""So many replies must be known before a player's own times count."""
KEPT = 16
"""How many are kept of each seat."""
USUAL = {Preset.SPRINT: 20, Preset.DAY: 20 * MINUTE, Preset.WEEK: 3 * HOUR, Preset.OPEN: 3 * HOUR}
"""The median of what people take on each clock, in seconds, until their own times are known."""
SPREAD = 1.0
"""How far those times scatter: the standard deviation of their logarithms."""
BLUR = 0.4
"""How far a moment may lie from a known one, in the scatter of those; so that none comes twice."""
QUICKLY = range(4, 25)
"""Seconds until the next step of a player who has just taken one."""
A_DAY = 8
"""In so many hours of the day must a player have acted before the others are taken for their night."""
TRIES, FEW = 40, 3
"""How often a moment is drawn that is not too late; and where not much is known of a player's day."""
FARTHEST = 14 * DAY
"""Nothing is looked for farther ahead."""


class Rhythm(NamedTuple):
    """The hours in which a player is there: those of the table's playing hours in which they have ever acted.

    `acted` has a bit for each hour of the day, in UTC; with none set every hour will do. A player of whom few
    hours are known is new, and need not sleep in the others: time goes on in those too.
    """

    hours: Hours
    acted: int = 0

    @property
    def settled(self) -> bool:
        """Whether enough hours are known to tell when the player is away."""
        return self.acted.bit_count() >= A_DAY

    def holds(self, at: int) -> bool:
        """Return whether the player has acted in the hour of an instant."""
        return not self.acted or bool(self.acted & hour_of(at))

    def between(self, start: int, end: int) -> int:
        """Return how many seconds of these hours lie between two instants, of the first two weeks."""
        return sum(self.hours.between(*span) for span in self._spans(start, min(end, start + FARTHEST)))

    def after(self, start: int, seconds: int) -> int | None:
        """Return the first instant at which so many seconds of these hours have passed; None in the next two weeks."""
        for begin, end in self._spans(start, start + FARTHEST):
            there = self.hours.between(begin, end)
            if there > seconds:
                return self.hours.after(begin, seconds)
            seconds -= there
        return None

    def _spans(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield what lies in hours in which the player has acted."""
        begin = start
        while begin < end:
            close = min(end, begin // HOUR * HOUR + HOUR)
            if not self.settled or self.holds(begin):
                yield begin, close
            begin = close


def hour_of(at: int) -> int:
    """Return the bit of the hour of an instant."""
    return 1 << at % DAY // HOUR


def reply(known: Sequence[int], preset: Preset, chance: Random) -> int:
    """Draw a time in seconds as this player might take it: like those known of them, else like those of the clock."""
    if len(known) < ENOUGH:
        return _seconds(chance.gauss(log(USUAL[preset]), SPREAD))
    logs = [log(max(1, seconds)) for seconds in known]
    mean = sum(logs) / len(logs)
    scatter = sqrt(sum((each - mean) ** 2 for each in logs) / len(logs))
    moved = chance.choice(logs) - mean + chance.gauss(0, BLUR * scatter)
    return _seconds(mean + moved / sqrt(1 + BLUR**2))  # as wide as before it was blurred


def moment(
    rhythm: Rhythm, known: Sequence[int], preset: Preset, since: int, now: int, due: int | None, chance: Random
) -> int | None:
    """Return when to act in a turn that began at `since`: in the player's hours, after `now` and before it is `due`.

    None where no such moment was found: then the turn is theirs to take.
    """
    for _ in range(TRIES if rhythm.settled else FEW):
        at = rhythm.after(since, reply(known, preset, chance))
        if at is not None and now < at and (due is None or at < due) and rhythm.holds(at):
            return at
    return None


def _seconds(logarithm: float) -> int:
    return min(FARTHEST, max(2, round(exp(logarithm))))
