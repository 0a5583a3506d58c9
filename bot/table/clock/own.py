"""When the bot acts for the player to move, as they would: from how they act, which a table's clock keeps.

That is for moves without a choice (rules/forced.py) and for those that a player has planned. Nobody but that player may
know of such a moment, or tell it from one of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from typing import NamedTuple

import msgspec

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.replies import ENOUGH, KEPT
from bot.table.clock.timing import Timing
from bot.table.clock.week import hour_of, listed, of_day
from engine.game import Seat

USUAL = {Preset.SPRINT: 20, Preset.DAY: 20 * MINUTE, Preset.WEEK: 3 * HOUR, Preset.OPEN: 3 * HOUR}
"""The median of what people take on each clock, in seconds, until their own times are known."""
SPREAD = 1.0
"""How far those times scatter: the standard deviation of their logarithms."""
BLUR = 0.4
"""How far a moment may lie from a known one, in the scatter of those; so that none comes twice."""
QUICKLY = range(4, 25)
"""Seconds until the next step of a player who has just taken one."""
A_DAY = 8
"""In so many hours of such days must a player have acted before the others are taken for their night."""
TRIES, FEW = 40, 3
"""How often a moment is drawn that is not too late; and where not much is known of a player's day."""
FARTHEST = 14 * DAY
"""Nothing is looked for farther ahead."""


class Rhythm(NamedTuple):
    """The hours in which a player is there: those of the table's playing hours in which they have ever acted.

    `acted` has a bit for each hour of weekdays and of weekends, in UTC; with none set every hour will do. Of such days
    of which few hours are known a player need not sleep in the others: time goes on in those too.
    """

    hours: Hours
    acted: int = 0

    def settled(self, at: int) -> bool:
        """Return whether enough hours are known to tell when the player is away on such days as that of an instant."""
        return of_day(self.acted, at).bit_count() >= A_DAY

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
            if not self.settled(begin) or self.holds(begin):
                yield begin, close
            begin = close


def reply(known: Sequence[int], preset: Preset, chance: Random) -> int:
    """Draw a time in seconds as this player might take it: like those known of them. The usual one of the clock counts
    like one of theirs while few are: alone, it would tell quick and slow players from it for as long."""
    logs = [log(max(1, seconds)) for seconds in known]
    if len(known) < ENOUGH:
        return _seconds(chance.gauss((log(USUAL[preset]) + sum(logs)) / (1 + len(logs)), SPREAD))
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
    for _ in range(TRIES if rhythm.settled(now) else FEW):
        at = rhythm.after(since, reply(known, preset, chance))
        if at is not None and now < at and (due is None or at < due) and rhythm.holds(at):
            return at
    return None


def _seconds(logarithm: float) -> int:
    return min(FARTHEST, max(2, round(exp(logarithm))))


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
    mine = timing.seats[seat]
    return Rhythm(_hours(timing), mine.hours | mine.elsewhere)


def noticed(timing: Timing, seat: Seat, now: int) -> Timing:
    """Note in which hour the player of a seat did something."""
    return _with(timing, seat, hours=timing.seats[seat].hours | hour_of(now))


def with_elsewhere(timing: Timing, seat: Seat, hours: int) -> Timing:
    """Note in which hours the player of a seat often acts, at any table; none where that is not counted any more."""
    mine = timing.seats[seat]
    if mine.elsewhere == hours:
        return timing
    return _with(timing, seat, elsewhere=hours, lasting=mine.lasting if hours else 0)


def counted(timing: Timing, seat: Seat, now: int) -> Timing | None:
    """Note that the player of a seat acted in this hour; None where that is known."""
    hour = now // HOUR
    return None if timing.seats[seat].counted == hour else _with(timing, seat, counted=hour)


def replied(timing: Timing, seat: Seat, now: int, *, own: bool) -> Timing:
    """Note that the player of a seat acted: when, and in their `own` person how long after their turn began."""
    timing, turn = noticed(timing, seat, now) if own else timing, timing.turn
    if turn is None or turn.seat != seat or turn.acted:
        return timing
    if own:
        mine, took = timing.seats[seat], max(1, rhythm(timing, seat).between(turn.since, now))
        lasting = min(KEPT, mine.lasting + bool(mine.elsewhere))
        timing = _with(timing, seat, replies=(*mine.replies, took)[-KEPT:], lasting=lasting)
    return timing.but(turn=msgspec.structs.replace(turn, acted=True))


def lasting(timing: Timing, seat: Seat) -> Sequence[int]:
    """Return how fast the player of a seat replied since it is counted when they act."""
    mine = timing.seats[seat]
    return mine.replies[len(mine.replies) - mine.lasting :]


def forgotten(timing: Timing, seat: Seat | None = None) -> Timing:
    """Forget when the player of a seat acted and what they planned, or of every seat."""
    for place in range(len(timing.seats)) if seat is None else (seat,):
        timing = _with(timing, place, replies=(), lasting=0, hours=0, elsewhere=0, counted=0, premoves=())
    return timing.but(before=None)


def premoves(timing: Timing, seat: Seat | None) -> tuple[str, ...]:
    """Return what the player of a seat has planned, in order; nothing before the start."""
    return () if seat is None or seat >= len(timing.seats) else timing.seats[seat].premoves


def with_premoves(timing: Timing, seat: Seat, texts: tuple[str, ...]) -> Timing:
    """Keep what the player of a seat has planned."""
    return _with(timing, seat, premoves=texts)


def without_habits(clock: str, seat: Seat | None = None) -> str:
    """Return a stored clock that has forgotten when the player of a seat acts, or all players."""
    timing = msgspec.json.decode(clock, type=Timing)
    return clock if not timing.seats else msgspec.json.encode(forgotten(timing, seat)).decode()


class Known(NamedTuple):
    """What a stored clock keeps of how a player acts."""

    replies: Sequence[int] = ()
    """How many seconds their turns took."""
    hours: Sequence[int] = ()
    """Of weekdays, in UTC;"""
    weekend: Sequence[int] = ()
    """of weekends."""
    premoves: Sequence[str] = ()


def known(clock: str, seat: Seat) -> Known:
    """Return what a stored clock keeps of how the player of a seat acts."""
    seats = msgspec.json.decode(clock, type=Timing).seats
    if seat not in range(len(seats)):
        return Known()
    mine = seats[seat]
    return Known(mine.replies, *listed(mine.hours), mine.premoves)


def _hours(timing: Timing) -> Hours:
    """Return the hours in which a table is played; around the clock without one."""
    return timing.hours if timing.pace else Hours()


def _with(timing: Timing, seat: Seat, **changes: object) -> Timing:
    mine = msgspec.structs.replace(timing.seats[seat], **changes)
    return timing.but(seats=(*timing.seats[:seat], mine, *timing.seats[seat + 1 :]))
