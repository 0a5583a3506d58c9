"""A table whose board cannot be shown: why, said with every press, and where it may go on once its channel is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.caller import Caller
from bot.channel.reconcile import Reconciler
from bot.places import Place, need
from bot.service import Service
from bot.setup import Setup
from bot.table.model import Table
from bot.table.refusals import NotSeated, Refusal
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Purpose, Style
from bot.talk.title import titled
from bot.talk.trouble import Trouble, why_not_shown
from bot.talk.words import Texts, clipped, mentions
from engine.game import Game
from engine.words import Message, Words, msg


class Troubles:
    """The part of the desk for what Discord does not let us show."""

    def __init__(
        self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts, setup: Setup, reconciler: Reconciler
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._setup = setup
        self._reconciler = reconciler

    async def told(self, caller: Caller, table: Table, letter: Letter, *, look: bool = False) -> Letter:
        """The letter, and before it why the table cannot be shown; every press is a reason to try again.

        With `look` the board in the channel is looked for too.
        """
        if look:
            self._reconciler.look(table.id)
        refused = self._reconciler.refused(table.id)
        if refused is None:
            return letter
        self._reconciler.touch(table.id)
        rows = letter.rows
        if refused.trouble is Trouble.GONE and await self._unfit(caller, table) is None:
            label = self._words(caller, table).text(msg("Show it here"))
            rows = (*rows[:4], (Button(label, ControlId(Purpose.HERE, table.id), Style.GOOD),))
        note = self._words(caller, table).text(why_not_shown(refused.trouble, refused.place, _missing(caller.place)))
        return replace(letter, text=clipped(f"{note}\n{letter.text}", TEXT_LENGTH), rows=rows)

    async def here(self, caller: Caller, table: Table) -> Letter:
        """Go on in this channel: the one of the table was deleted."""
        if table.seat_of(caller.person.user) is None:
            raise NotSeated
        refused = self._reconciler.refused(table.id)
        if not refused or refused.trouble is not Trouble.GONE:
            raise Refusal(msg("This table is where it belongs."))
        if unfit := await self._unfit(caller, table):
            raise Refusal(unfit)
        need(caller.place)
        threaded = table.threaded and caller.place.threads and not caller.place.missing_for_threads
        await self._service.outbox.moved(table.id, caller.channel, threaded=threaded)
        self._reconciler.moved(table.id)
        title = titled(self._games[table.game], table)
        return Letter(self._words(caller, table).text(msg("{title} goes on here.", title=title)))

    async def _unfit(self, caller: Caller, table: Table) -> Message | None:
        """Why the table may not go on where the caller is: a game keeps to its server, and to the channels that its
        server wants games in."""
        if caller.guild is None or caller.guild != table.guild:
            return msg("This game belongs to another server, and can go on only there.")
        return await self._setup.elsewhere(caller)

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))


def _missing(place: Place) -> Sequence[Message]:
    """The permissions that are missing, for the channel or for threads in it, each once."""
    return tuple(dict.fromkeys((*place.missing, *place.missing_for_threads)))
