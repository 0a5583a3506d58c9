"""Answers for callers without a seat at a table."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.desk.find_table import has_free_seat
from bot.desk.moderation import is_moderator
from bot.table.log.model import Table
from bot.talk import visitor
from bot.talk.letter import Button, Letter, in_rows
from bot.talk.moderation import moderate_button
from engine.words import Message


async def letter(ask: Ask, table: Table) -> Letter:
    """Answer a caller who asks for something that needs a seat at the table."""
    shown_buttons = buttons(ask, table)
    if table.guild == ask.caller.guild and not table.private and await is_moderator(ask):
        shown_buttons = [*shown_buttons, moderate_button(table, ask.words(table))]
    return ask.reply(describe_table(ask, table), table, *in_rows(shown_buttons))


def describe_table(ask: Ask, table: Table) -> Message:
    """Describe the state of the table for a caller who has no seat there."""
    return visitor.status_text(table, ask.title(table), ask.user, free=has_free_seat(ask.game(table), table))


def buttons(ask: Ask, table: Table) -> list[Button]:
    """Return what a caller without a seat can press."""
    return visitor.buttons(table, ask.words(table), free=has_free_seat(ask.game(table), table))
