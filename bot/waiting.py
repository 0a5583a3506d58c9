"""Everything that waits for somebody, on all servers: the most urgent first, and the way from one hand to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.caller import Caller
from bot.guide import waits_for
from bot.service import Service
from bot.table.model import Person, Resting, Table
from bot.talk import time as clocks
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Purpose, in_rows
from bot.talk.title import numbered, titled
from bot.talk.turn import next_buttons
from bot.talk.waiting import when
from bot.talk.words import Texts, clipped
from engine.game import Game
from engine.words import Join, Message, count, lines, listed, msg

MOST_BUTTONS = 8
"""Tables with a button of their own, beside Next."""


class Waiting:
    """The part of the desk that looks over all tables of a person."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def games(self, caller: Caller) -> Letter:
        """The caller's open tables on all servers, those that wait for them first."""
        tables, resting = await self._service.listing.of_with_resting(caller.person.user)
        waiting = urgent_first(caller.person, tables)
        others = [table for table in tables if table not in waiting]
        words = self._texts.words(caller.locale, ())
        if not tables and not resting:
            return Letter(words.text(msg("You sit at no table. `/new` opens one.")))
        rows = [self._row(caller, table, waits=table in waiting) for table in (*waiting, *others)]
        rows += [self._resting_row(caller, table) for table in resting]
        buttons = [
            Button(words.text(self._title(table)), ControlId(Purpose.HAND, table.id))
            for table in waiting[:MOST_BUTTONS]
        ]
        text = words.text(lines(_summary(waiting), *rows))
        more = next_buttons(bool(waiting), words)
        return Letter(clipped(text, TEXT_LENGTH), rows=in_rows([*more, *buttons]))

    async def next(self, caller: Caller, after: int = 0) -> int | None:
        """The table whose hand comes next: the most urgent one but that which is being looked at, if there is one."""
        waiting = await self.waiting(caller)
        others = [table for table in waiting if table.id != after] or waiting
        return others[0].id if others else None

    async def waiting(self, caller: Caller) -> Sequence[Table]:
        """The tables where it is the caller's turn, the most urgent first."""
        return urgent_first(caller.person, await self._service.listing.turns(caller.person.user))

    def _row(self, caller: Caller, table: Table, *, waits: bool) -> Message:
        """One table; of other servers a channel has no name here, but an address."""
        place = _place(caller, table)
        if (check := table.standing.check) and table.seat_of(caller.person.user) in table.asked:
            asks = msg("**{title}** asks whether you are here", title=self._title(table))
            return listed([asks, msg("until {at}", at=clocks.moment(table.timing, check.until)), place], Join.DOT)
        if not waits:
            return msg("{title} · {place}", title=self._title(table), place=place)
        return listed([msg("**{title}** waits for you", title=self._title(table)), when(table), place], Join.DOT)

    def _resting_row(self, caller: Caller, table: Resting) -> Message:
        """A table that cannot be read, with the reason."""
        title = numbered(self._games[table.game], table.number)
        return msg("{title} · {place}: {why}", title=title, place=_place(caller, table), why=table.why)

    def _title(self, table: Table) -> Message:
        return titled(self._games[table.game], table)


def _place(caller: Caller, table: Table | Resting) -> str:
    here = table.guild in (None, caller.guild)
    return f"<#{table.place}>" if here else f"https://discord.com/channels/{table.guild}/{table.place}"


def urgent_first(person: Person, tables: Sequence[Table]) -> list[Table]:
    """Those of some tables where it is somebody's turn: by their due time, then those without one by their age."""
    waiting = [table for table in tables if waits_for(table, person)]
    return sorted(waiting, key=_urgency)


def _urgency(table: Table) -> tuple[bool, int, int]:
    due = table.timing.due
    return due is None, table.standing.moved_at if due is None else due, table.id


def _summary(waiting: Sequence[Table]) -> Message:
    if not waiting:
        return msg("Nothing waits for you now.")
    return count("{n} game waits for you.", "{n} games wait for you.", len(waiting))
