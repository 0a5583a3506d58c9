"""Playing again with the same people, as they see it: one press each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.places import need
from bot.service import Service
from bot.table.rules import rematch
from bot.talk.letter import Letter
from bot.talk.rematch import agreed
from bot.talk.words import Texts, mentions
from engine.game import Game


class Rematch:
    """The part of the desk for a game that is over."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def agree(self, caller: Caller, table: int) -> Letter:
        """Want another game; the one who completes the group begins it."""
        need(caller.place)
        over = await self._service.tables.do(table, caller.by, rematch.agree, caller.person.user)
        told = agreed(self._games[over.game], over, caller.person.user)
        return Letter(self._texts.message_words(caller.locale, mentions(over.seats)).text(told))
