"""Players who are away. Their tables show it, and their turns rest. Most functions change a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.clock.away import A_YEAR, MOST_DAYS, TimeAway, days_left, find_current, keep_counted
from bot.table.clock.reminders import ReminderWishes
from bot.table.clock.rest import end_rest, ends_soon, rest_until
from bot.table.clock.timing import Timing, Turn
from bot.table.log.draft import Draft
from bot.table.log.model import Table, User
from bot.table.log.settled.away import BACK, OVER, AwayUntil
from bot.table.log.steps import Kind
from bot.table.refusals import Refusal
from engine.game import Seat
from engine.words import Message, count, msg


def require_days_left(times: Sequence[TimeAway], now: int, until: int) -> None:
    """Raise a Refusal if a person can't be away until `until`.

    They can't if they are away already, if that time has passed, or if they have too few days left.
    """
    if (last := find_current(times, now)) is not None:
        raise Refusal(msg("You're away already, until {at}. Press *I'm back* first.", at=f"<t:{last.end}:f>"))
    if until <= now:
        raise Refusal(msg("That's over already. Choose a later day."))
    days = days_left(times, now)
    if not days:
        raise Refusal(no_days_left_message(times, now))
    if TimeAway(now, until).days > days:
        raise Refusal(
            count(
                "You can be away for only {n} more day, counted over twelve months. Choose an earlier day.",
                "You can be away for only {n} more days, counted over twelve months. Choose an earlier day.",
                days,
            )
        )


def no_days_left_message(times: Sequence[TimeAway], now: int) -> Message:
    """Return a message that a person has no days left, and from when they will have some again."""
    at = f"<t:{min(time.end for time in keep_counted(times, now)) + A_YEAR}:D>"
    return count(
        "You've been away for {n} day within twelve months. You can again from {at}.",
        "You've been away for {n} days within twelve months. You can again from {at}.",
        MOST_DAYS,
        at=at,
    )


def announce(draft: Draft, user: User, until: int) -> None:
    """Announce that a player is away, unless it is announced already or the table doesn't wait for absent players."""
    tick(draft)  # an earlier time away may have to be ended first
    seat = draft.table.seat_of(user)
    if seat is not None and draft.table.waits_for_away and draft.table.time_away(seat) is None:
        draft.step(Kind.AWAY, seat, str(until))


def come_back(draft: Draft, user: User) -> None:
    """Note that a user is back."""
    end(draft, draft.table.seat_of(user))


def end(draft: Draft, seat: Seat | None, notation: str = BACK) -> None:
    """End a player's time away, if they are away. If they are back early, their turn loses its unused rest."""
    if seat is None or draft.table.time_away(seat) is None:
        return
    timing = draft.table.timing
    if notation == BACK and timing.turn is not None and timing.turn.seat == seat:
        draft.table = replace(draft.table, timing=end_rest(timing, draft.now))
    draft.step(Kind.AWAY, seat, notation, caused=False)


def tick(draft: Draft) -> None:
    """End the times away that are over."""
    for absence in find_ended_absences(draft.table, draft.now):
        end(draft, absence.seat, OVER)


def find_ended_absences(table: Table, now: int) -> list[AwayUntil]:
    """Return the absences that are over."""
    return [absence for absence in table.standing.away if absence.until <= now]


def rest_turn(draft: Draft, wishes: ReminderWishes) -> None:
    """Let the current turn rest until its player is back, once for each time away."""
    turn = draft.table.timing.turn
    if turn is None:
        return
    if wishes.away_until > draft.now:  # they may have gone away before this table began, for example a rematch
        announce(draft, draft.table.seats[turn.seat].user, wishes.away_until)
    timing = draft.table.timing
    until = _rests_until(draft, timing, turn)
    if until <= max(draft.now, turn.rests_until) or timing.due is None:
        return
    longer_timing = rest_until(timing, draft.now, until)
    assert longer_timing.turn
    draft.table = replace(draft.table, timing=longer_timing)
    draft.step(Kind.EXTENSION, turn.seat, str(longer_timing.turn.budget - turn.budget))


def _rests_until(draft: Draft, timing: Timing, turn: Turn) -> int:
    """Return when a turn that waits for its player goes on; 0 if it doesn't wait.

    A turn doesn't rest if its player went away shortly before its end. Otherwise, players could escape their turns.
    """
    away = draft.table.time_away(turn.seat)
    if away is None or not draft.table.waits_for_away:
        return 0
    # if the turn was refused a rest when the time away was announced, it gets none later, even if time was added since
    was_denied = draft.now > away.since
    escapes = away.since > turn.since and (was_denied or ends_soon(timing, draft.now))
    return 0 if escapes else away.until
