"""What the host is shown about computer players before the game begins, and what a press there does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.service import Service
from bot.table.model import ANY, By, Status, Table
from bot.table.rules import computers as computers_rules
from bot.table.rules import hints
from bot.talk import card
from bot.talk.letter import Button, ControlId, Letter, Purpose, Row, Style, in_rows
from bot.talk.words import Texts, mentions, plain
from engine.game import Game
from engine.players import LEVELS
from engine.words import Join, Message, Who, Words, lines, listed, msg

ON, OFF = "on", "off"


class Seating:
    """The part of the desk that fills seats."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def press(self, caller: Caller, id: ControlId) -> Letter:
        """The answer to a control about computer players."""
        match id.purpose:
            case Purpose.ADD:
                return await self.add(caller, id.table, id.data)
            case Purpose.REMOVE:
                return await self.remove(caller, id.table, id.data)
            case Purpose.HINTS:
                return await self.allow_hints(caller, id.table, allowed=id.data == ON)
            case _:
                return self._letter(caller, await self._service.tables.table(id.table, ANY), None)

    async def add(self, caller: Caller, table: int, player: str) -> Letter:
        """Give the next seat to a computer player."""
        person, interaction = caller.person.user, caller.interaction
        added = await self._service.tables.do(table, By(person, interaction), computers_rules.add, person, player)
        return self._letter(caller, added, msg("A computer player sits down."))

    async def remove(self, caller: Caller, table: int, name: str = "") -> Letter:
        """Take a computer player away."""
        person, interaction = caller.person.user, caller.interaction
        left = await self._service.tables.do(table, By(person, interaction), computers_rules.remove, person, name)
        return self._letter(caller, left, msg("A computer player left."))

    async def allow_hints(self, caller: Caller, table: int, *, allowed: bool) -> Letter:
        """Say whether people may ask for hints in this game."""
        person, interaction = caller.person.user, caller.interaction
        changed = await self._service.tables.do(table, By(person, interaction), hints.allow, person, allowed=allowed)
        return self._letter(caller, changed, None)

    def _letter(self, caller: Caller, table: Table, note: Message | None) -> Letter:
        """Who sits there, and what the host can do about it; all others read who can."""
        words = self._texts.message_words(caller.locale, mentions(table.seats))
        seats = listed([card.seated(table, seat) for seat in range(len(table.seats))], Join.LINES)
        may = table.status is Status.LOBBY and caller.person.user == table.host
        asked = _QUESTION if may else _theirs(table)
        rows = _rows(words, table, self._games[table.game]) if may else ()
        return Letter(words.text(lines(note, asked, card.hints(table), seats)), rows=rows)


def _rows(words: Words, table: Table, game: Game[Any, Any]) -> tuple[Row, ...]:
    """What the host can press."""
    full = len(table.seats) == game.seats[-1]
    strengths = [
        Button(words.text(name).capitalize(), _id(Purpose.ADD, table, level), enabled=not full)
        for level, name in LEVELS.items()
    ]
    computers = [
        Button(words.text(msg("Remove {name}", name=plain(person.name))), _id(Purpose.REMOVE, table, person.name))
        for person in table.seats
        if person.computer
    ]
    allowed = table.hints_allowed
    about_hints = msg("No hints") if allowed else msg("Allow hints")
    others = [Button(words.text(about_hints), _id(Purpose.HINTS, table, OFF if allowed else ON))]
    if len(table.seats) >= game.seats[0]:
        others.append(Button(words.text(msg("Start")), _id(Purpose.START, table, ""), Style.GOOD))
    return (*in_rows(strengths), *in_rows(computers), *in_rows(others))


def _theirs(table: Table) -> Message | None:
    """Who can add computer players, for those who cannot."""
    if table.status is not Status.LOBBY:
        return None
    return msg("Only {host}, the host, can add computer players.", host=Who(table.seat_of(table.host) or 0))


_QUESTION = msg("How strong should the next computer player be?")


def _id(purpose: Purpose, table: Table, data: str) -> ControlId:
    return ControlId(purpose, table.id, 0, data)
