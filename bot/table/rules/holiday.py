"""A person's holiday at one table: it is announced there, and their clock rests.

Each function changes a draft.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock.pace import Preset
from bot.table.clock.reminders import Wishes
from bot.table.clock.rest import end_rest, ends_soon, rest_until
from bot.table.clock.timing import Timing, Turn
from bot.table.draft import Draft
from bot.table.model import Status, Table, User
from bot.table.settled.holiday import BACK, OVER, Absent
from bot.table.steps import Kind
from engine.game import Seat


def takes(table: Table) -> bool:
    """Return whether clocks rest at a table while a player is on holiday: never in a Sprint, or if only one plays."""
    sprint = table.timing.preset is Preset.SPRINT
    return not sprint and not table.private and table.status in (Status.LOBBY, Status.RUNNING)


def begin(draft: Draft, user: User, until: int) -> None:
    """Announce that a player is on holiday, once; not in a Sprint."""
    seat = draft.table.seat_of(user)
    if seat is not None and takes(draft.table) and draft.table.on_holiday(seat) is None:
        draft.step(Kind.HOLIDAY, seat, str(until))


def end(draft: Draft, seat: Seat | None, how: str = BACK) -> None:
    """End a player's holiday, if they are on one: what their clock would have rested from now on is taken back."""
    if seat is None or draft.table.on_holiday(seat) is None:
        return
    timing = draft.table.timing
    if how == BACK and timing.turn is not None and timing.turn.seat == seat:
        draft.table = replace(draft.table, timing=end_rest(timing, draft.now))
    draft.step(Kind.HOLIDAY, seat, how, caused=False)


def back(draft: Draft, user: User) -> None:
    """End a user's holiday because they came back."""
    end(draft, draft.table.seat_of(user))


def tick(draft: Draft) -> None:
    """End the holidays whose time is over."""
    for absent in due(draft.table, draft.now):
        end(draft, absent.seat, OVER)


def due(table: Table, now: int) -> list[Absent]:
    """Return the holidays whose time is over."""
    return [absent for absent in table.standing.holidays if absent.until <= now]


def follow(draft: Draft, wishes: Wishes) -> None:
    """Let the turn under way rest as long as its player is on holiday; once for each."""
    turn = draft.table.timing.turn
    if turn is None:
        return
    _announce(draft, wishes, turn)
    timing = draft.table.timing
    until = _holiday_until(draft, timing, turn)
    if not draft.now < until > turn.rests_until or timing.due is None:
        return
    longer = rest_until(timing, draft.now, until)
    assert longer.turn
    draft.table = replace(draft.table, timing=longer)
    draft.step(Kind.EXTENSION, turn.seat, str(longer.turn.budget - turn.budget))


def _announce(draft: Draft, wishes: Wishes, turn: Turn) -> None:
    """Announce the holiday of the player to move at a table that began after it, such as a rematch."""
    last = wishes.holiday
    if last is not None and last.end > draft.now:
        begin(draft, draft.table.seats[turn.seat].user, last.end)


def _holiday_until(draft: Draft, timing: Timing, turn: Turn) -> int:
    """Return up to when the player to move is on holiday; 0 where the turn goes on all the same: nobody escapes the
    end of a turn by a holiday."""
    absent = draft.table.on_holiday(turn.seat)
    if absent is None or not takes(draft.table):
        return 0
    later = draft.now > absent.since  # what the announcement did not do for this turn, time added to it does not either
    escapes = absent.since > turn.since and (later or ends_soon(timing, draft.now))
    return 0 if escapes else absent.until
