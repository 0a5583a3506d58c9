"""A person's times away within twelve months, and how many days they can still be away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.table.clock.hours import instant_of, local_day
from bot.table.clock.pace import DAY, HOUR
from bot.table.clock.reminders import ReminderWishes

MOST_DAYS = 30
"""The most days away in any twelve months. A part of a day counts as a whole day, so that nobody leaves too often."""
A_YEAR = 365 * DAY
DEFAULT_MORNING = 8 * 60
"""The morning of a person whose quiet hours don't end in the morning, in minutes after midnight."""
MORNING_MINUTES = range(4 * 60, 12 * 60)
"""The times of a day that count as its morning, in minutes after midnight."""
TOO_SOON = 2 * HOUR
"""A morning within this many seconds doesn't count as the next one, since nobody goes away for such a short time."""


class TimeAway(NamedTuple):
    """A time away, from one instant to another in UTC seconds."""

    start: int
    end: int

    @property
    def days(self) -> int:
        """How many days it counts as."""
        return max(1, -(-(self.end - self.start) // DAY))  # rounded up


def read_times(stored: str | None) -> tuple[TimeAway, ...]:
    """Return the times away in a stored text, the oldest first."""
    return tuple(TimeAway(*map(int, text.split("-"))) for text in (stored or "").split())


def write_times(times: Sequence[TimeAway]) -> str:
    """Return times away as a text to store."""
    return " ".join(f"{time.start}-{time.end}" for time in times)


def find_current(times: Sequence[TimeAway], now: int) -> TimeAway | None:
    """Return the time away that has not ended, or None."""
    return times[-1] if times and times[-1].end > now else None


def keep_counted(times: Sequence[TimeAway], now: int) -> tuple[TimeAway, ...]:
    """Return the times away that still count, because they ended within the last twelve months."""
    return tuple(time for time in times if time.end > now - A_YEAR)


def days_taken(times: Sequence[TimeAway], now: int) -> int:
    """Return how many days away of a person still count."""
    return sum(time.days for time in keep_counted(times, now))


def days_left(times: Sequence[TimeAway], now: int) -> int:
    """Return how many days a person can still be away."""
    return max(0, MOST_DAYS - days_taken(times, now))


def start_time_away(times: Sequence[TimeAway], now: int, until: int) -> tuple[TimeAway, ...]:
    """Return the times away that still count, and a new one from now on."""
    return (*keep_counted(times, now), TimeAway(now, until))


def end_time_away(times: Sequence[TimeAway], now: int) -> tuple[TimeAway, ...]:
    """Return the times away with the current one ended now, so that only its used part counts."""
    last = find_current(times, now)
    return tuple(times) if last is None else (*times[:-1], last._replace(end=now))


def morning_of(wishes: ReminderWishes) -> int:
    """Return when a person's morning begins, in minutes after midnight: usually when their quiet hours end."""
    closes = wishes.quiet_hours("UTC").closes  # this minute of the day is the same in any zone
    return closes if closes in MORNING_MINUTES else DEFAULT_MORNING


def find_morning(wishes: ReminderWishes, zone: str, now: int, number: int) -> int:
    """Return the `number`-th morning from now, in the person's time zone, or in `zone` if that is unknown."""
    zone = wishes.zone or zone
    minute = morning_of(wishes)
    day = local_day(now, zone)
    if instant_of(day, minute, zone) <= now + TOO_SOON:
        day += timedelta(days=1)
    return instant_of(day + timedelta(days=number - 1), minute, zone)
