"""Replays steps of a table from an earlier position, with the events of each step."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bot.table.log.draft import Draft
from bot.table.log.fold import BrokenStep, Entry, Position, advance
from bot.table.log.rows import StepRow
from engine.game import Game

STEPS_AT_A_TIME = 64
"""How many steps are folded before other tasks can run. To fold that many takes some milliseconds."""


async def replay_entries(draft: Draft, start: Position, steps: Sequence[StepRow]) -> tuple[Entry, ...]:
    """Return what happened at a table since a position, given all steps since then.

    Raises BrokenStep.
    """
    folded, entries = await fold_steps(start, steps, draft.game, draft.seeds)
    if folded.seq != draft.row.seq:
        raise BrokenStep(folded.seq, "is not the last step of its table")
    return tuple(entries)


async def fold_steps(
    position: Position, steps: Sequence[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> tuple[Position, list[Entry]]:
    """Fold some steps, and return the position after them and the events of each.

    Other tasks can run in between. Raises BrokenStep.
    """
    entries = list[Entry]()
    for step in steps:
        position_before = position
        position, events = advance(position_before, step, game, seeds)
        entries.append(Entry.of(position_before, step, events))
        if len(entries) % STEPS_AT_A_TIME == 0:
            await asyncio.sleep(0)
    return position, entries
