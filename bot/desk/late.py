"""Joining a running game with its next round, and leaving again before."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.table import late
from bot.table.rules import late as rules
from bot.talk import late as talk
from bot.talk.letter import Letter
from engine.late import mean


async def join(ask: Ask) -> Letter:
    """Join with the next round; the answer says with how many points."""
    table = await ask.do(rules.join, ask.caller.person)
    seen = await ask.service.tables.observe(table.id, ask.user)
    place = late.place_of(seen.table, ask.user)
    if place is None:  # the same press again, once they play or have left
        return ask.says(talk.LEFT, table)
    told = talk.joined(ask.game(table), seen.table, place, mean(seen.observation.points))
    return ask.says(told, table, (talk.leave_button(table, ask.words(table)),))


async def leave(ask: Ask) -> Letter:
    """Leave before the round that was waited for."""
    place = late.place_of(ask.table, ask.user)
    announced = place is not None and place < ask.table.standing.announced
    table = await ask.do(rules.leave, ask.user)
    return ask.says(talk.REPLACED if announced else talk.LEFT, table)
