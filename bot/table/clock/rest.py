"""A player's clocks rest for a night: until their quiet hours are over, at all their tables. Values and arithmetic."""

from __future__ import annotations

import msgspec

from bot.table.clock import own
from bot.table.clock.hours import next_daily
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.clock.reminders import Wishes
from bot.table.clock.timing import EXCUSED, Timing

A_WEEK, WEEK = 2, 7 * DAY
"""How often in a week."""
MORNING = 8 * 60
"""When a player is back who has no quiet hours, in minutes after midnight."""
LONGEST = 16 * HOUR
"""A rest is for a night: it is not offered earlier than so long before its end."""


def back(wishes: Wishes, zone: str, now: int) -> tuple[int, int]:
    """Return when a player is back whose rest begins now: the instant, and the minute of their day."""
    quiet = wishes.quiet_hours(zone)
    minute = MORNING if quiet.always else quiet.closes
    return next_daily(minute, quiet.zone, now), minute


def offered(timing: Timing, wishes: Wishes, now: int) -> int | None:
    """Return the minute of the day that a rest would end at in the turn under way; None where it would change nothing
    or more than a night."""
    at, minute = back(wishes, timing.hours.zone, now)
    useful = timing.due is not None and timing.preset is not Preset.SPRINT and timing.hours.between(now, at) > 0
    rests = wishes.rests_until > now or (timing.turn is not None and timing.turn.rests_until > now)
    return minute if useful and at - now <= LONGEST and not rests else None


def ends_soon(timing: Timing, now: int) -> bool:
    """Return whether the turn under way is about to end: its last call is due, or would be without the time that was
    added to it."""
    turn, due, pace = timing.turn, timing.due, timing.pace
    if turn is None or due is None or pace is None:
        return False
    added = turn.lent + (pace.grace if timing.seats[turn.seat].late == EXCUSED else 0)
    return timing.hours.between(now, due) < pace.last_call + added


def rested(timing: Timing, now: int, until: int) -> Timing:
    """Give the turn under way the time up to an instant, which it loses again where its player acts before."""
    turn = timing.turn
    assert turn
    start = max(now, turn.since, turn.rests_until)
    longer = own.longer(timing.given_back(timing.hours.between(start, until)), start, until)
    assert longer.turn
    return longer.but(turn=msgspec.structs.replace(longer.turn, rests_from=start, rests_until=until))


def cut(timing: Timing, now: int) -> Timing:
    """End the rest of the turn under way: it loses what it had of it from now on."""
    turn = timing.turn
    if turn is None or turn.rests_until <= now:
        return timing
    start = max(now, turn.since)
    shorter = own.sooner(timing.given_back(-timing.hours.between(start, turn.rests_until)), start, turn.rests_until)
    assert shorter.turn
    return shorter.but(turn=msgspec.structs.replace(shorter.turn, rests_until=now))
