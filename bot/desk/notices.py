"""What a moderator did to the caller, told with their next answer if Discord refused it as a private message."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.desk.ask import Ask
from bot.table.refusals import Refusal
from bot.talk.letter import Letter
from bot.talk.moderation import notice_text
from bot.talk.title import title_with_number
from engine.words import Join, Message, join_items, lines


async def add_waiting(ask: Ask, answer: Awaitable[Letter]) -> Letter:
    """Return an answer, below what the caller has not been told yet.

    A refusal is such an answer too. Each notice is told once.
    """
    if not ask.service.notices.is_waiting(ask.user):
        return await answer
    try:
        letter = await answer
    except Refusal as refusal:
        refusal.message = lines(await _take_text(ask), refusal.message)
        raise
    text = await _take_text(ask)
    return letter if text is None else letter.with_first_paragraph(ask.plain_words().text(text))


async def _take_text(ask: Ask) -> Message | None:
    """Return what the caller is told now, and note that they are."""
    told = []
    for row, game, number in await ask.service.notices.take_waiting(ask.user):
        known = ask.tools.games.get(game)
        told.append(notice_text(row, None if known is None else title_with_number(known, number)))
    return join_items(told, Join.LINES) if told else None
