"""The hours of each day in which a table is played, or in which a user wants to be left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import msgspec

MINUTES = 24 * 60
"""The minutes of a day."""
ALWAYS = frozenset({"always", "24h", "24/7", "all day"})
"""What people write for hours that never end."""


class Hours(msgspec.Struct, frozen=True):
    """Hours from `opens` to `closes`, in minutes after local midnight, on every day.

    If `closes` is smaller, they cross midnight. If both are equal, they are around the clock. Instants are UTC seconds.

    On a day on which clocks are put forward or back, the hours follow the local clock, so they last shorter or longer.
    """

    opens: int = 0
    closes: int = 0
    zone: str = "UTC"

    @property
    def always(self) -> bool:
        """Whether the hours are around the clock."""
        return self.opens == self.closes

    @property
    def seconds_a_day(self) -> int:
        """How many seconds the hours last on a usual day."""
        return ((self.closes - self.opens - 1) % MINUTES + 1) * 60  # 1 to MINUTES: equal times are a whole day

    def seconds_between(self, start: int, end: int) -> int:
        """Return how many seconds between two instants are within the hours."""
        if self.always:
            return max(0, end - start)
        total = 0
        for opening, closing in self._windows(start):
            if opening >= end:
                return total
            total += max(0, min(closing, end) - max(opening, start))
        raise AssertionError("days do not end")

    def instant_after(self, start: int, seconds: int) -> int:
        """Return the first instant at which `seconds` within the hours have passed since `start`."""
        if self.always:
            return start + seconds
        for opening, closing in self._windows(start):
            begin = max(opening, start)
            if begin + seconds <= closing:
                return begin + seconds
            seconds -= max(0, closing - begin)
        raise AssertionError("days do not end")

    def window_at(self, at: int) -> tuple[int, int] | None:
        """Return the first and the last instant of the hours that contain `at`.

        Return None if `at` is outside the hours, or if they are around the clock.
        """
        if self.always:
            return None
        opening, closing = next(window for window in self._windows(at) if window[1] > at)
        return (opening, closing) if opening <= at else None

    def contains_minute(self, minute: int) -> bool:
        """Return whether the hours contain this minute of a day; False for hours around the clock."""
        if self.opens <= self.closes:
            return self.opens <= minute < self.closes
        return minute >= self.opens or minute < self.closes

    def of_day(self, at: int) -> tuple[int, int]:
        """Return when the hours open and close on the local day of an instant."""
        return self._window(local_day(at, self.zone))

    def _windows(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the hours of each day, beginning with the day before `at`, whose hours may cross midnight."""
        day = local_day(at, self.zone) - timedelta(days=1)
        while True:
            yield self._window(day)
            day += timedelta(days=1)

    def _window(self, day: date) -> tuple[int, int]:
        """Return the instants at which the hours of a day open and close."""
        closing_day = day + timedelta(days=1) if self.closes <= self.opens else day
        return instant_of(day, self.opens, self.zone), instant_of(closing_day, self.closes, self.zone)


def next_daily(minute: int, zone: str, now: int, last: int | None = None) -> int:
    """Return the next instant after `now` when a local clock shows `minute`.

    If `last` is given, the instant is on a later local day than `last`.
    """
    day = local_day(now, zone)
    if last is not None:
        day = max(day, local_day(last, zone) + timedelta(days=1))
    while (at := instant_of(day, minute, zone)) <= now:
        day += timedelta(days=1)
    return at


def read_hours(text: str) -> tuple[int, int] | None:
    """Return the opening and closing minutes of hours that people write, or None.

    "8-23", "22:30-7", "8am to 11pm", "20h-23h" and "8.30 - 22" are hours; "0-24" and "always" are around the clock. A
    number without am or pm is an hour of the 24-hour clock.
    """
    if text.strip().casefold() in ALWAYS:
        return 0, 0
    match = _HOURS.fullmatch(text.strip().casefold())
    if match is None:
        return None
    opens, closes = (minute_of(match[f"h{n}"], match[f"m{n}"], match[f"half{n}"]) for n in (1, 2))
    if opens is None or closes is None:
        return None
    return opens % MINUTES, closes % MINUTES


def minute_of(hour: str, minute: str | None, half: str | None) -> int | None:
    """Return a time as minutes after midnight; None if no clock shows it. `half` is am or pm."""
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    total = hours * 60 + minutes
    return total if total <= MINUTES else None


def format_hours(opens: int, closes: int) -> str:
    """Return the hours as a clock shows them: "08:00-23:00"."""
    times = (opens, closes or MINUTES)  # hours that close at midnight are shown until 24:00
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in times)


_TIME = r"(?P<h{0}>\d{{1,2}})(?:[:.h](?P<m{0}>[0-5]\d))?\s*(?:h|(?P<half{0}>[ap]\.?m\.?))?"
_HOURS = re.compile(rf"{_TIME.format(1)}\s*(?:[-–—]|to|until)\s*{_TIME.format(2)}")


def local_day(at: int, zone: str) -> date:
    """Return the date of an instant in a time zone."""
    return datetime.fromtimestamp(at, ZoneInfo(zone)).date()


@lru_cache(4096)
def instant_of(day: date, minute: int, zone: str) -> int:
    """Return a local time as UTC seconds.

    If clocks show that time twice, it is the first of the two instants. If they skip it, it is an hour later.
    """
    return int(datetime.combine(day, time(minute // 60, minute % 60), ZoneInfo(zone)).timestamp())
