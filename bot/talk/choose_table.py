"""The choice of the table that a command means, and the answers if no table fits."""

from __future__ import annotations

from collections.abc import Sequence

from bot.talk.letter import ControlId, Option, Purpose, Row
from bot.talk.menu import choice_rows
from engine.words import Message, Words, msg, sentences

QUESTION = msg("Which table do you mean?")
NO_GAME = msg("Nobody plays in this channel yet. `/new` opens a table.")
NO_LOBBY = msg("No table in this channel waits for players. `/new` opens one.")
NO_TABLE = msg("I don't know that table here. `/new` opens one.")
NO_RESULT = msg("No game has ended in this channel yet. `/games` lists yours.")


def rows(tables: Sequence[tuple[Message, ControlId]], words: Words) -> tuple[Row, ...]:
    """Build a control for each table; a press repeats the command for that table."""
    options = [Option(words.text(title), id) for title, id in tables]
    return choice_rows(options, ControlId(Purpose.CHOOSE, 0, data="table"), words.text(msg("Choose a table")))


def refusal_text(title: Message, why: Message) -> Message:
    """Write a refusal with the title of its table."""
    return msg("**{title}**: {why}", title=title, why=why)


def no_seat_for_this(*, played: bool, free: bool, sitting: bool) -> Message:
    """Say what a user can do if none of their seats fits a command.

    `played` is whether a game is played here, `free` whether a seat is free, and `sitting` whether the user has a seat.
    """
    if not played and not free:
        return NO_TABLE
    return sentences(
        None if sitting else msg("You don't play at a table here."),
        msg("`/board` shows one.") if played else None,
        msg("`/join` takes a free seat.") if free else msg("No seat is free."),
        msg("`/new` opens your own table."),
    )
