"""Playing again with the same people, as they see it: one press each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.places import need
from bot.table.model import Table
from bot.table.rules.rematch import PATIENCE
from bot.tables import Tables
from bot.talk import card
from bot.talk.letter import Letter
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message, Who, lines, listed, msg


class Rematch:
    """The part of the desk for a game that is over."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._tables = tables
        self._games = games
        self._texts = texts

    async def agree(self, caller: Caller, table: int) -> Letter:
        """Want another game; the one who completes the group begins it."""
        need(caller.place)
        over = await self._tables.rematch(table, caller.person.user, interaction=caller.interaction)
        game = self._games[over.game]
        told = card.goes_on(game, over) or lines(_waits(over), _host_may(over, caller))
        return Letter(self._texts.message_words(caller.locale, mentions(over.seats)).text(told))


def _waits(over: Table) -> Message:
    """Who has not pressed yet."""
    missing = [seat for seat, p in enumerate(over.seats) if p.user and seat not in over.company.again]
    if not missing:
        return msg("You are in, but there are not enough players for a rematch. `/new` opens another table.")
    return msg("You are in. The rematch waits for {people}.", people=listed([Who(seat) for seat in missing]))


def _host_may(over: Table, caller: Caller) -> Message | None:
    if caller.person.user != over.host:
        return None
    return msg(
        "As the host you can press again {minutes} minutes after the end: it then begins with those who agreed, "
        "if they are enough.",
        minutes=PATIENCE // 60,
    )
