"""Premoves, which a caller chooses in two presses and which are made on their next turn."""

from __future__ import annotations

from bot.desk import play
from bot.desk.ask import Ask
from bot.table.refusals import NotSeated
from bot.table.rules import premoves
from bot.talk import premoves as talk
from bot.talk.letter import REMOVE, Letter


async def press(ask: Ask) -> Letter:
    """Show what the caller can plan, add their choice, or remove a part of the plan."""
    if not ask.data:
        return await _menu(ask)
    if ask.data.startswith(REMOVE):
        await ask.do(premoves.remove, ask.user, ask.data.removeprefix(REMOVE))
        return await play.hand(ask, talk.REMOVED)
    await ask.do(premoves.add, ask.user, ask.seq, ask.data)
    seen = await ask.service.tables.observe(ask.table_id, ask.user)
    premove = ask.game(seen.table).premoves.read(seen.observation, ask.data)
    return await play.hand(ask, None if premove is None else talk.ADDED)


async def _menu(ask: Ask) -> Letter:
    seen = await ask.service.tables.observe(ask.table_id, ask.user)
    if seen.seat is None:
        raise NotSeated
    if seen.observation is None or seen.observation.to_act == seen.seat or not seen.table.can_move:
        return await play.hand(ask)  # their turn may have come meanwhile: show moves instead of plans
    hand_letter = await ask.tools.hands.build_letter(seen, ask.caller.locale)
    return talk.menu(hand_letter, ask.game(seen.table), seen, ask.words(seen.table))
