"""What a private message is to say once the table that it shows has changed."""

from __future__ import annotations

from bot.channel import turns
from bot.desk.ask import Tools
from bot.living import Shown
from bot.table.model import ANY
from bot.talk.letter import Letter
from engine.game import DEALER


async def letter(tools: Tools, shown: Shown) -> Letter | None:
    """Return the hand as it is now, below what happened; None where the message stays as it is.

    While computer players move it stays: all their moves are told at once.
    """
    table = await tools.service.tables.table(shown.table, ANY)
    if not table.private or table.seq <= shown.seq or turns.is_computers(table):
        return None
    seen, happened = await tools.service.tables.hand(table.id, shown.user)
    if table.to_act == DEALER and not seen.observation.scored:  # tiles are dealt in mid-round, which nobody asks for
        await tools.service.practice.deal(table.id)
        return await letter(tools, shown)
    return await tools.hands.letter(seen, shown.locale, happened=happened)
