"""Decides when a player is reminded of their turn: at most twice, and not in their quiet hours."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.table.clock.hours import Hours, read_hours
from bot.table.clock.timing import FIRST_REMINDER, LATE_TURNS_UNTIL_REPLACED, Timing

REMINDER, LAST_CALL = 1, 2
"""The two reminders of a turn, in their order."""
USUAL_QUIET = "22-8"
"""The quiet hours of users who have not set any."""
NEVER_QUIET = "0-24"
"""The stored text of a user who wants no quiet hours."""


class ReminderMode(StrEnum):
    """Which reminders a user wants."""

    ALL = "all"
    LAST = "last"
    NONE = "none"


class ReminderWishes(NamedTuple):
    """A user's preferences about reminders."""

    mode: ReminderMode = ReminderMode.ALL
    quiet: str | None = None
    """The user's quiet hours; None if they never set any.

    If None, `USUAL_QUIET` applies to reminders, but not to messages that the user wants at a certain hour.
    """
    zone: str | None = None
    """The user's time zone. If it is unknown (None), the table's is used."""
    away_until: int = 0
    """When their newest time away ends or ended, in UTC seconds."""

    def quiet_hours(self, zone: str) -> Hours:
        """Return the hours in which they want to be left alone."""
        opens, closes = read_hours(self.quiet or USUAL_QUIET) or (0, 0)
        return Hours(opens, closes, self.zone or zone)

    def chosen_quiet_hours(self, zone: str) -> Hours | None:
        """Return the quiet hours that they set themselves, or None."""
        return self.quiet_hours(zone) if self.quiet else None


def reminder_times(timing: Timing, wishes: ReminderWishes) -> Mapping[int, int]:
    """Return when each reminder of the current turn is due, in UTC seconds.

    Only reminders that the player wants are included, and only at times before the turn's end.
    """
    turn, pace, due = timing.turn, timing.pace, timing.due
    if turn is None or pace is None or due is None or not pace.reminded:
        return {}
    if timing.seats[turn.seat].late >= LATE_TURNS_UNTIL_REPLACED:
        return {}
    quiet = wishes.quiet_hours(timing.hours.zone)
    times: dict[int, int] = {}
    budget = turn.budget - turn.missed  # without the time in which the player could not act
    if wishes.mode is not ReminderMode.NONE and budget - pace.last_call >= FIRST_REMINDER:
        last_call_at = timing.playing_hours.instant_after(turn.since, turn.budget - pace.last_call)
        times[LAST_CALL] = _before_quiet(quiet, last_call_at, max(turn.since, timing.whole_until))
    if wishes.mode is ReminderMode.ALL:
        half_time = timing.playing_hours.instant_after(turn.since, turn.missed + max(budget // 2, FIRST_REMINDER))
        times[REMINDER] = _after_quiet(quiet, half_time)
    if LAST_CALL in times and times.get(REMINDER, 0) >= times[LAST_CALL]:
        del times[REMINDER]
    return {number: at for number, at in sorted(times.items()) if at < due}


def _after_quiet(quiet: Hours, at: int) -> int:
    """Return `at`. If it is in quiet hours, return their end instead."""
    window = quiet.window_at(at)
    return window[1] if window else at


def _before_quiet(quiet: Hours, at: int, since: int) -> int:
    """Return `at`. If it is in quiet hours, return an instant outside them instead.

    This is the second before the quiet hours begin. If they began before `since`, it is their end.
    """
    window = quiet.window_at(at)
    if window is None:
        return at
    return window[0] - 1 if window[0] > since else window[1]
