"""The hands of players, drawn and said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.painter import Painter
from bot.table.model import Happened, Seen
from bot.talk import hand
from bot.talk.letter import Letter
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message


class Hands:
    """Makes the letter that shows a hand, in the channel's answer or by private message."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], painter: Painter, texts: Texts) -> None:
        self._games = games
        self._painter = painter
        self._texts = texts

    async def letter(
        self,
        seen: Seen,
        locale: str,
        note: Message | None = None,
        chosen: tuple[str, ...] = (),
        *,
        every_place: bool = False,
        happened: Sequence[Happened] = (),
    ) -> Letter:
        """Return the hand of the seat that sees this; `chosen` is how far its owner has gone into the menu.

        `happened` is told above the hand, below a `note`.
        """
        words = self._texts.message_words(locale, mentions(seen.table.seats))
        picture = await self._painter.hand(seen, await self._painter.layout(seen), locale, chosen)
        game = self._games[seen.table.game]
        letter = hand.letter(game, seen, words, note, chosen, every_place=every_place, happened=happened)
        return replace(letter, pictures=(picture,))
