"""Announces in a channel that a game was ended because it began under older rules.

The game itself can't be shown, since its log can't be replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.channel.port import Postman, Refused
from bot.service import Service
from bot.service.older_rules import EndedGame
from bot.talk import older_rules as talk
from bot.talk.letter import Letter
from bot.talk.title import title_with_number
from bot.talk.trouble import Trouble
from bot.talk.words import Texts
from engine.game import Game


async def announce_end(
    table: int, service: Service, postman: Postman, games: Mapping[str, Game[Any, Any]], texts: Texts
) -> None:
    """Announce the end once, even if the bot was killed just after doing so.

    Raises Refused and TryLater.
    """
    ended = await service.outbox.find_ended_older_game(table)
    if ended is None:
        return
    if (
        ended.row.guild and ended.row.status == "closed"
    ):  # a practice game has no channel; its player learns it after the next press
        title = title_with_number(games[ended.row.game], ended.row.number)
        words = texts.message_words(ended.row.language, ())
        await _post_once(ended, postman, talk.end_letter(title, ended.users, words))
    await service.outbox.mark_shown(table, ended.row.seq)


async def _post_once(ended: EndedGame, postman: Postman, letter: Letter) -> None:
    place = ended.row.thread or ended.row.channel
    try:
        if not any(sent.text == letter.text for sent in await postman.newest_messages(place)):
            await postman.send(place, letter, f"{ended.row.id:x}-o{ended.row.seq:x}")
    except Refused as refused:
        if refused.trouble is not Trouble.GONE:
            raise
