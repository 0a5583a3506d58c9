"""The answers to players who open a table, or take a seat before its game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Option, Purpose, Row, Style, in_rows
from bot.talk.menu import choice_rows
from bot.talk.title import AnyGame
from engine.game import Seat
from engine.words import Message, Words, msg

WHICH_GAME = msg("Which game do you want to play?")
OPENED = msg("Your table is open. Its card is in this channel: others press *Join* there.")
NOT_SHOWN = msg("Your table is open, but its card isn't in the channel yet.")
JOINED = msg("You're in. I'll ping you here on your turn.")


def seat_notice(place: Seat) -> Message:
    """Answer a player who asked for a seat."""
    return msg("You're in, on seat {n}. I'll ping you here on your turn.", n=place + 1)


def games(known: Mapping[str, AnyGame], words: Words) -> tuple[Row, ...]:
    """Build a button for each game that opens a table."""
    return in_rows([Button(words.text(game.name), ControlId(Purpose.NEW, 0, data=key)) for key, game in known.items()])


def leave_rows(tables: Sequence[tuple[Message, Table]], words: Words) -> tuple[Row, ...]:
    """Build a control for each table that a user can leave.

    A table closes when the last person leaves.
    """
    options = [
        Option(words.text(msg("Leave {title}", title=title)), ControlId(Purpose.LEAVE, table.id))
        for title, table in tables
    ]
    return choice_rows(options, ControlId(Purpose.CHOOSE, 0, data="table"), words.text(msg("Leave a table")))


def host_rows(table: Table, words: Words, *, enough: bool) -> tuple[Row, ...]:
    """Build the button that begins the game if `enough` players are there, else the one for a computer player."""
    start = Button(words.text(msg("Start")), ControlId(Purpose.START, table.id), Style.GOOD)
    add = Button(words.text(msg("Add computer")), ControlId(Purpose.BOTS, table.id))
    return ((start if enough else add,),)
