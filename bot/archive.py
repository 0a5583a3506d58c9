"""Records as files: a whole game, to check and to read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bot.caller import Caller
from bot.service import Service
from bot.table.limits import Limits
from bot.table.report import Log
from bot.table.stepwise import Steps
from bot.table.transcript import retold
from bot.talk.letter import Letter
from bot.talk.title import titled
from bot.talk.words import Texts, mentions, plain_names
from bot.work import Line, Work
from engine.game import Game
from engine.words import Message, Words, msg


class Files(NamedTuple):
    """A record as it is sent."""

    json: bytes
    text: bytes


class Archive:
    """The part of the desk that gives games as records. The newest are kept, as long games take seconds."""

    def __init__(
        self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts, work: Work, limits: Limits
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._work = work
        self._most = limits.records_kept
        self._kept: OrderedDict[object, Files] = OrderedDict()

    async def record(self, caller: Caller, table: int) -> Letter:
        """The record of a table: a file that can be checked, and one that can be read."""
        known = await self._service.tables.table(table, caller.guild)
        log = await self._service.tables.log(table)
        seats = [person if person.computer else replace(person, player=None) for person in known.seats]
        names = plain_names(seats)
        title, name = titled(self._games[known.game], known), f"{known.game}-{known.number}"
        files = await self._files(caller, log, title, names)
        note = msg(
            "The record of {title}, to read and to check: `python -m bot verify {file}` tries its deals and moves.",
            title=title,
            file=f"{name}.json",
        )
        words = self._texts.message_words(caller.locale, mentions(known.seats))
        return Letter(words.text(note), files=((f"{name}.json", files.json), (f"{name}.txt", files.text)))

    async def _files(self, caller: Caller, log: Log, title: Message, names: tuple[str, ...]) -> Files:
        """Both files, from those that are kept where nothing in them would be different."""
        table, words = log.draft.table, self._texts.words(caller.locale, names)
        key = (table.id, len(log.rows), table.status, names, caller.locale)
        if key not in self._kept:
            files = await self._work.do_long(
                Line.RECORD, caller.person.user, lambda: written(log, title, words), key=("record", key)
            )
            self._kept[key] = files
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def written(log: Log, title: Message, words: Words) -> Steps[Files]:
    """The files of a game that is played again for them, once for both."""
    steps = yield from log.replayed()
    record = log.record(steps)
    yield
    text = yield from retold(record, steps, log.draft.game, title, words)
    yield
    return Files(record.to_json(), text.encode())
