"""What somebody is told who has no seat at a table: how it stands, how to watch, and which seat is free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.finding import has_seat
from bot.table.model import Status, Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style, in_rows
from bot.talk.seat import seat_buttons
from bot.talk.title import titled
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message, Who, Words, msg, sentences


class Visitors:
    """The part of the desk for those who only look on."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._games = games
        self._texts = texts

    def letter(self, caller: Caller, table: Table) -> Letter:
        """The answer to what only people of the table can do."""
        words = self._texts.message_words(caller.locale, mentions(table.seats))
        return Letter(words.text(self.told(table)), rows=in_rows(self.buttons(table, words)))

    def told(self, table: Table) -> Message:
        """How the table stands for somebody who has no seat there."""
        title = titled(self._games[table.game], table)
        match table.status:
            case Status.LOBBY if has_seat(self._games[table.game], table):
                return msg("{title} waits for players: press Join, and you are in.", title=title)
            case Status.LOBBY:
                return msg("{title} is full. `/new` opens another table.", title=title)
            case Status.RUNNING:
                return sentences(msg("You have no seat in {title}.", title=title), _turn(table), _seats(table), _WATCH)
            case Status.OVER:
                return msg("You did not play in {title}, and it is over. `/new` opens another table.", title=title)
            case Status.CLOSED:
                return msg("{title} is closed. `/new` opens another table.", title=title)

    def buttons(self, table: Table, words: Words) -> list[Button]:
        """What they can press."""
        if table.status is Status.LOBBY:
            free = has_seat(self._games[table.game], table)
            return [_button(words, msg("Join"), Purpose.JOIN, table, Style.GOOD)] if free else []
        if table.status is Status.CLOSED:
            return []
        return [
            *(seat_buttons(table, words) if table.running else ()),
            _button(words, msg("Board"), Purpose.BOARD, table),
            _button(words, msg("Board as text"), Purpose.TEXT, table),
        ]


def _turn(table: Table) -> Message | None:
    if table.standing.paused:
        return msg("It is paused.")
    if table.mover is None:
        return None
    who = Who(table.to_act or 0)
    return msg("{who} is thinking.", who=who) if table.mover.player else msg("It is {who}'s turn.", who=who)


def _seats(table: Table) -> Message:
    if table.standing.vacant:
        return msg("A seat is open: take it with the button below or by `/join`.")
    return msg("All its seats are taken; `/new` opens a table of your own.")


_WATCH = msg("`/board` and the buttons below show how it stands.")


def _button(words: Words, label: Message, purpose: Purpose, table: Table, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), ControlId(purpose, table.id), style)
