"""Answers for callers without a seat at a table."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.desk.find_table import has_free_seat
from bot.table.log.model import Table
from bot.talk import visitor
from bot.talk.letter import Button, Letter, in_rows
from engine.words import Message


def letter(ask: Ask, table: Table) -> Letter:
    """Answer a caller who asks for something that needs a seat at the table."""
    return ask.reply(describe_table(ask, table), table, *in_rows(buttons(ask, table)))


def describe_table(ask: Ask, table: Table) -> Message:
    """Describe how the table stands to a caller who has no seat there."""
    return visitor.status_text(table, ask.title(table), ask.user, free=has_free_seat(ask.game(table), table))


def buttons(ask: Ask, table: Table) -> list[Button]:
    """Return what a caller without a seat can press."""
    return visitor.buttons(table, ask.words(table), free=has_free_seat(ask.game(table), table))
