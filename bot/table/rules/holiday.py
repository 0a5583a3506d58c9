"""A person's holiday, at one table: it is announced there, and their clock rests. Each function changes a draft."""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock.holiday import Absent
from bot.table.clock.rest import cut
from bot.table.draft import Draft
from bot.table.model import Status, Table, User
from bot.table.steps import BACK, OVER, Kind
from engine.game import Seat


def takes(table: Table) -> bool:
    """Return whether clocks rest at a table while a player is on holiday: not where only one plays, or in a sprint."""
    return table.timing.rests_on_holiday and not table.private and table.status in (Status.LOBBY, Status.RUNNING)


def begin(draft: Draft, user: User, until: int) -> None:
    """Announce that a player is on holiday; once, and not where the table takes no holidays."""
    seat = draft.table.seat_of(user)
    if seat is not None and takes(draft.table) and draft.table.on_holiday(seat) is None:
        draft.step(Kind.HOLIDAY, seat, str(until))


def end(draft: Draft, seat: Seat | None, how: str = BACK) -> None:
    """End a player's holiday, if they are on one: what their clock would have rested from now on is taken back."""
    if seat is None or draft.table.on_holiday(seat) is None:
        return
    timing = draft.table.timing
    if how == BACK and timing.turn is not None and timing.turn.seat == seat:
        draft.table = replace(draft.table, timing=cut(timing, draft.now))
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
