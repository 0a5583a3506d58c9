"""Ending the tour of a game."""

from __future__ import annotations

from bot.desk import play
from bot.desk.ask import Ask
from bot.talk.letter import Letter
from bot.talk.tour import SKIPPED


async def skip(ask: Ask) -> Letter:
    """Show the hand without the tour, now and in every other game of the same kind."""
    await ask.service.tours.skip(ask.user, ask.table.game)
    return await play.hand(ask, SKIPPED)
