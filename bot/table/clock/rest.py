"""Turns that rest while their player is away: they get extra time until the player is back."""

from __future__ import annotations

import msgspec

from bot.table.clock.timing import Timing


def ends_soon(timing: Timing, now: int) -> bool:
    """Return whether the current turn is about to end.

    A turn ends soon once its last call is due, or would be due if no time had been added to the turn.
    """
    turn, due, pace = timing.turn, timing.due, timing.pace
    if turn is None or due is None or pace is None:
        return False
    added_seconds = turn.lent + timing.extension
    return timing.playing_hours.seconds_between(now, due) < pace.last_call + added_seconds


def rest_until(timing: Timing, now: int, until: int) -> Timing:
    """Let the current turn rest: add the time up to `until`. If its player acts earlier, the unused part is lost."""
    turn = timing.turn
    assert turn
    start = max(now, turn.since, turn.rests_until)  # the time before that was added already
    longer_timing = timing.compensate_turn(timing.playing_hours.seconds_between(start, until))
    assert longer_timing.turn
    return longer_timing.replace(turn=msgspec.structs.replace(longer_timing.turn, rests_until=until))


def end_rest(timing: Timing, now: int) -> Timing:
    """Let the current turn rest no longer, and take back the unused part of its extra time."""
    turn = timing.turn
    if turn is None or turn.rests_until <= now:
        return timing
    start = max(now, turn.since)
    shorter_timing = timing.compensate_turn(-timing.playing_hours.seconds_between(start, turn.rests_until))
    assert shorter_timing.turn
    return shorter_timing.replace(turn=msgspec.structs.replace(shorter_timing.turn, rests_until=now))
