"""The rest of a player's clocks, at one table: a function that changes a draft."""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock.pace import Preset
from bot.table.clock.reminders import Wishes
from bot.table.clock.rest import rested
from bot.table.draft import Draft
from bot.table.steps import Kind


def follow(draft: Draft, wishes: Wishes) -> None:
    """Let the turn under way rest as long as its player does; once for each rest."""
    timing = draft.table.timing
    turn = timing.turn
    if turn is None or timing.due is None or timing.preset is Preset.SPRINT:
        return
    if not draft.now < wishes.rests_until > turn.rests_until:
        return
    longer = rested(timing, draft.now, wishes.rests_until)
    assert longer.turn
    draft.table = replace(draft.table, timing=longer)
    draft.step(Kind.EXTENSION, turn.seat, str(longer.turn.budget - turn.budget))
