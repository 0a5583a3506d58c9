"""Notices of what a moderator did to the caller, added to their next answer if Discord refused a private message."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.desk.ask import Ask
from bot.table.refusals import Refusal
from bot.talk.letter import Letter
from bot.talk.moderation import notice_text
from bot.talk.title import title_with_number
from engine.words import Join, Message, join_items, lines


async def add_waiting(ask: Ask, answer: Awaitable[Letter]) -> Letter:
    """Return an answer below the caller's waiting notices.

    A refusal gets them too. Each notice is shown once.
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
    """Return the text of the waiting notices, and note that they are shown."""
    notices = []
    for row, game, number in await ask.service.notices.take_waiting(ask.user):
        known_game = ask.tools.games.get(game)
        notices.append(notice_text(row, None if known_game is None else title_with_number(known_game, number)))
    return join_items(notices, Join.LINES) if notices else None
