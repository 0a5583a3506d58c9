"""The question which table is meant, where a command can mean several."""

from __future__ import annotations

from collections.abc import Sequence

from bot.talk.letter import ControlId, Option, Purpose, Row
from bot.talk.menu import choice_rows
from engine.words import Message, Words, msg

QUESTION = msg("There are several tables here. Which one do you mean?")


def rows(tables: Sequence[tuple[Message, ControlId]], words: Words) -> tuple[Row, ...]:
    """Build a control for each table, which does what was typed."""
    options = [Option(words.text(title), id) for title, id in tables]
    return choice_rows(options, ControlId(Purpose.CHOOSE, 0, data="table"), words.text(msg("Choose a table")))
