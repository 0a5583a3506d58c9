"""The rest of a player's clocks, at one table: a function that changes a draft."""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock.pace import Preset
from bot.table.clock.reminders import Wishes
from bot.table.clock.rest import ends_soon, rested
from bot.table.clock.timing import Timing, Turn
from bot.table.draft import Draft
from bot.table.rules import holiday
from bot.table.steps import Kind


def follow(draft: Draft, wishes: Wishes) -> None:
    """Let the turn under way rest as long as its player does, for a night or on holiday; once for each rest."""
    turn = draft.table.timing.turn
    if turn is None:
        return
    _announce(draft, wishes, turn)
    timing = draft.table.timing
    until = max(wishes.rests_until, _holiday_until(draft, timing, turn))
    if timing.due is None or timing.preset is Preset.SPRINT or not draft.now < until > turn.rests_until:
        return
    longer = rested(timing, draft.now, until)
    assert longer.turn
    draft.table = replace(draft.table, timing=longer)
    draft.step(Kind.EXTENSION, turn.seat, str(longer.turn.budget - turn.budget))


def _announce(draft: Draft, wishes: Wishes, turn: Turn) -> None:
    """Announce the holiday of the player to move at a table that began after it, such as a rematch."""
    last = wishes.holiday
    if last is not None and last.end > draft.now:
        holiday.begin(draft, draft.table.seats[turn.seat].user, last.end)


def _holiday_until(draft: Draft, timing: Timing, turn: Turn) -> int:
    """Return up to when the player to move is on holiday; 0 where the turn goes on all the same: nobody escapes the
    end of a turn by a holiday."""
    absent = draft.table.on_holiday(turn.seat)
    if absent is None or not holiday.takes(draft.table):
        return 0
    later = draft.now > absent.since  # what the announcement did not do for this turn, time added to it does not either
    escapes = absent.since > turn.since and (later or ends_soon(timing, draft.now))
    return 0 if escapes else absent.until
