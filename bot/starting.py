"""Beginning a game, as people meet it: at once, or once everybody has said that they are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.places import need, without_threads
from bot.service import Service
from bot.setup import Setup
from bot.table.model import By, Table
from bot.table.rules import ready as ready_rules
from bot.talk import ready
from bot.talk.letter import Letter
from bot.talk.title import titled
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import lines, msg


class Starting:
    """The part of the desk that begins games."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts, setup: Setup) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._setup = setup

    async def start(self, caller: Caller, table: int) -> Letter:
        """Begin the game, or ask first who has not been here lately."""
        need(caller.place)
        user, threaded = caller.person.user, await self._threaded(caller)
        started = await self._service.tables.do(
            table, By(user, caller.interaction), ready_rules.start, user, threaded=threaded
        )
        return await self._letter(caller, started)

    async def ready(self, caller: Caller, table: int) -> Letter:
        """The caller is here; with the last one the game begins."""
        need(caller.place)
        user, threaded = caller.person.user, await self._threaded(caller)
        answered = await self._service.tables.do(
            table, By(user, caller.interaction), ready_rules.answer, user, threaded=threaded
        )
        return await self._letter(caller, answered)

    async def _threaded(self, caller: Caller) -> bool:
        """Whether a game that begins now gets a thread."""
        place = caller.place
        return await self._setup.threaded(caller) and place.threads and not place.missing_for_threads

    async def _letter(self, caller: Caller, table: Table) -> Letter:
        words = self._texts.message_words(caller.locale, mentions(table.seats))
        if not table.running:
            waits = ready.waits_for_answers(table)
            return Letter(words.text(lines(waits, _FOLLOWS) if waits else _ALL_HERE))
        title = titled(self._games[table.game], table)
        wanted = await self._setup.threaded(caller)
        note = msg("{title} begins: the first board is on its way.", title=title)
        return Letter(words.text(lines(note, without_threads(caller.place) if wanted else None)))


_FOLLOWS = msg("With the last answer the game begins. Seats without an answer are free again then.")
_ALL_HERE = msg("Everybody is here. The host can press Start.")
