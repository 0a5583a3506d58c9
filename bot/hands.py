"""The hands of players, drawn and said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.painter import Painter
from bot.table.model import Happened, Seen
from bot.talk import hand
from bot.talk.letter import Letter
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message
from renderers.look import Layout


class Hands:
    """Makes the letter that shows a hand, for whoever brings it."""

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
        layout: Layout | None = None,
        happened: Sequence[Happened] = (),
    ) -> Letter:
        """The hand of the seat that sees this; `chosen` is how far its owner has gone into the menu.

        `layout` is where the tiles lie, where that is known already; `happened` is told above the hand, below a `note`.
        """
        words = self._texts.message_words(locale, mentions(seen.table.seats))
        if layout is None:
            layout = await self._painter.layout(seen)
        picture = await self._painter.hand(seen, layout, locale, chosen)
        game = self._games[seen.table.game]
        return hand.letter(game, seen, words, picture, note, chosen, every_place=every_place, happened=happened)
