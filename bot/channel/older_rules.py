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
    ended_game = await service.outbox.find_ended_older_game(table)
    if ended_game is None:
        return
    row = ended_game.row
    if row.guild and row.status == "closed":  # a practice game has no channel; its next press shows the end
        title = title_with_number(games[row.game], row.number)
        words = texts.message_words(row.language, ())
        await _post_once(ended_game, postman, talk.end_letter(title, ended_game.users, words))
    await service.outbox.mark_shown(table, row.seq)


async def _post_once(ended_game: EndedGame, postman: Postman, letter: Letter) -> None:
    row = ended_game.row
    place = row.thread or row.channel
    try:
        if not any(sent.text == letter.text for sent in await postman.newest_messages(place)):
            await postman.send(place, letter, f"{row.id:x}-o{row.seq:x}")
    except Refused as refused:
        if refused.trouble is not Trouble.GONE:  # nobody reads a deleted channel
            raise
