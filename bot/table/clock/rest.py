"""The rest of a turn: the time that is added because its player is away."""

from __future__ import annotations

import msgspec

from bot.table.clock.timing import Timing


def ends_soon(timing: Timing, now: int) -> bool:
    """Return whether the current turn is about to end.

    That is so once its last call is due, or would be due if no time had been added to the turn.
    """
    turn, due, pace = timing.turn, timing.due, timing.pace
    if turn is None or due is None or pace is None:
        return False
    added = turn.lent + timing.extension
    return timing.playing_hours.seconds_between(now, due) < pace.last_call + added


def rest_until(timing: Timing, now: int, until: int) -> Timing:
    """Add the time up to `until` to the current turn. If its player acts earlier, the unused part is lost."""
    turn = timing.turn
    assert turn
    start = max(now, turn.since, turn.rests_until)  # the time before that was added already
    longer = timing.compensate_turn(timing.playing_hours.seconds_between(start, until))
    assert longer.turn
    return longer.replace(turn=msgspec.structs.replace(longer.turn, rests_until=until))


def end_rest(timing: Timing, now: int) -> Timing:
    """End the rest of the current turn early, so that it loses the unused part of the added time."""
    turn = timing.turn
    if turn is None or turn.rests_until <= now:
        return timing
    start = max(now, turn.since)
    shorter = timing.compensate_turn(-timing.playing_hours.seconds_between(start, turn.rests_until))
    assert shorter.turn
    return shorter.replace(turn=msgspec.structs.replace(shorter.turn, rests_until=now))
