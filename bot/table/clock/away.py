"""A person's times away within twelve months, and how many days are left.

Values and arithmetic only.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.table.clock.hours import instant_of, local_day
from bot.table.clock.pace import DAY, HOUR
from bot.table.clock.reminders import Wishes

MOST_DAYS = 30
"""Most days away in any twelve months; a begun day counts, so people can't go and return too often."""
A_YEAR = 365 * DAY
MORNING = 8 * 60
"""The morning of a person whose quiet hours don't end in one, in minutes after midnight."""
MORNINGS = range(4 * 60, 12 * 60)
SOON = 2 * HOUR
"""A morning that comes so soon is not the next one: nobody goes away for less."""


class TimeAway(NamedTuple):
    """From one instant to another, in UTC seconds."""

    start: int
    end: int

    @property
    def days(self) -> int:
        """For how many days it counts."""
        return max(1, -(-(self.end - self.start) // DAY))


def read_times(stored: str | None) -> tuple[TimeAway, ...]:
    """Return times away as they are kept, the oldest first."""
    return tuple(TimeAway(*map(int, each.split("-"))) for each in (stored or "").split())


def write_times(times: Sequence[TimeAway]) -> str:
    """Write times away as they are kept."""
    return " ".join(f"{each.start}-{each.end}" for each in times)


def current(times: Sequence[TimeAway], now: int) -> TimeAway | None:
    """Return the time away that goes on, or None."""
    return times[-1] if times and times[-1].end > now else None


def keep_counted(times: Sequence[TimeAway], now: int) -> tuple[TimeAway, ...]:
    """Return those that still count."""
    return tuple(each for each in times if each.end > now - A_YEAR)


def days_taken(times: Sequence[TimeAway], now: int) -> int:
    """Return how many days count that a person was away."""
    return sum(each.days for each in keep_counted(times, now))


def days_left(times: Sequence[TimeAway], now: int) -> int:
    """Return how many days a person can still be away."""
    return max(0, MOST_DAYS - days_taken(times, now))


def begin_time(times: Sequence[TimeAway], now: int, until: int) -> tuple[TimeAway, ...]:
    """Return the same with one that begins now."""
    return (*keep_counted(times, now), TimeAway(now, until))


def end_time(times: Sequence[TimeAway], now: int) -> tuple[TimeAway, ...]:
    """Return the same, but the current time away ends now: only its used part counts."""
    last = current(times, now)
    return tuple(times) if last is None else (*times[:-1], last._replace(end=now))


def morning_of(wishes: Wishes) -> int:
    """Return a person's morning, in minutes after midnight.

    It is the end of their quiet hours, if that is in the morning.
    """
    closes = wishes.quiet_hours("UTC").closes
    return closes if closes in MORNINGS else MORNING


def find_morning(wishes: Wishes, zone: str, now: int, number: int) -> int:
    """Return a morning to come: number 1 is the next. In a person's own time zone, or this one."""
    zone, minute = wishes.zone or zone, morning_of(wishes)
    day = local_day(now, zone)
    if instant_of(day, minute, zone) <= now + SOON:
        day += timedelta(days=1)
    return instant_of(day + timedelta(days=number - 1), minute, zone)
