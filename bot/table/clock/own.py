"""What a table's clock keeps of how its players act, what they have planned, and when the bot acts for the player to
move: see rules/forced.py.

Nobody but that player may know of such a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.table.clock.hours import Hours
from bot.table.clock.rhythm import KEPT, Rhythm, hour_of
from bot.table.clock.timing import Timing
from engine.game import Seat


def own_at(timing: Timing) -> int | None:
    """Return when the bot acts for the player to move, who wishes that; None where it does not."""
    turn = timing.turn
    if turn is None or not turn.own_after or timing.stalled or turn.over:
        return None
    return _hours(timing).after(turn.since, turn.own_after)


def planned(timing: Timing, position: int, at: int | None) -> Timing:
    """Settle for a position when the bot acts for the player to move, if it does."""
    assert timing.turn
    hours, since = _hours(timing), timing.turn.since
    after = 0 if at is None else hours.between(since, at)
    if at is not None and hours.after(since, after) < at:
        after += 1  # the moment in which the hours open, not that in which they closed
    return timing.but(turn=msgspec.structs.replace(timing.turn, planned=position, own_after=after))


def longer(timing: Timing, start: int, end: int) -> Timing:
    """Let the bot act so much later as nobody could play, between these instants."""
    turn = timing.turn
    if turn is None or not turn.own_after:
        return timing
    later = turn.own_after + _hours(timing).between(max(start, turn.since), end)
    return timing.but(turn=msgspec.structs.replace(turn, own_after=later))


def sooner(timing: Timing, start: int, end: int) -> Timing:
    """Let the bot act so much sooner as the player to move does not rest after all, between these instants."""
    turn = timing.turn
    if turn is None or not turn.own_after:
        return timing
    own_after = max(1, turn.own_after - _hours(timing).between(start, end))
    return timing.but(turn=msgspec.structs.replace(turn, own_after=own_after))


def rhythm(timing: Timing, seat: Seat) -> Rhythm:
    """Return the hours in which the player of a seat is there."""
    return Rhythm(_hours(timing), timing.seats[seat].hours)


def noticed(timing: Timing, seat: Seat, now: int) -> Timing:
    """Note in which hour the player of a seat did something."""
    return _with(timing, seat, hours=timing.seats[seat].hours | hour_of(now))


def replied(timing: Timing, seat: Seat, now: int, *, own: bool) -> Timing:
    """Note that the player of a seat acted: when, and in their `own` person how long after their turn began."""
    timing, turn = noticed(timing, seat, now) if own else timing, timing.turn
    if turn is None or turn.seat != seat or turn.acted:
        return timing
    if own:
        took = max(1, rhythm(timing, seat).between(turn.since, now))
        timing = _with(timing, seat, replies=(*timing.seats[seat].replies, took)[-KEPT:])
    return timing.but(turn=msgspec.structs.replace(turn, acted=True))


def forgotten(timing: Timing, seat: Seat | None = None) -> Timing:
    """Forget when the player of a seat acted and what they planned, or of every seat."""
    for place in range(len(timing.seats)) if seat is None else (seat,):
        timing = _with(timing, place, replies=(), hours=0, premoves=())
    return timing


def premoves(timing: Timing, seat: Seat | None) -> tuple[str, ...]:
    """Return what the player of a seat has planned, in order; nothing before the start."""
    return () if seat is None or seat >= len(timing.seats) else timing.seats[seat].premoves


def with_premoves(timing: Timing, seat: Seat, texts: tuple[str, ...]) -> Timing:
    """Keep what the player of a seat has planned."""
    return _with(timing, seat, premoves=texts)


def without_habits(clock: str) -> str:
    """Return a stored clock that has forgotten when players act."""
    timing = msgspec.json.decode(clock, type=Timing)
    return clock if not timing.seats else msgspec.json.encode(forgotten(timing)).decode()


class Known(NamedTuple):
    """What a stored clock keeps of how a player acts."""

    replies: Sequence[int] = ()
    """How many seconds their turns took."""
    hours: Sequence[int] = ()
    """Of the day, in UTC."""
    premoves: Sequence[str] = ()


def known(clock: str, seat: Seat) -> Known:
    """Return what a stored clock keeps of how the player of a seat acts."""
    seats = msgspec.json.decode(clock, type=Timing).seats
    if seat not in range(len(seats)):
        return Known()
    mine = seats[seat]
    return Known(mine.replies, [hour for hour in range(24) if mine.hours >> hour & 1], mine.premoves)


def _hours(timing: Timing) -> Hours:
    """Return the hours in which a table is played; around the clock without one."""
    return timing.hours if timing.pace else Hours()


def _with(timing: Timing, seat: Seat, **changes: object) -> Timing:
    mine = msgspec.structs.replace(timing.seats[seat], **changes)
    return timing.but(seats=(*timing.seats[:seat], mine, *timing.seats[seat + 1 :]))
