"""What callers without a seat at a table are told."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.desk.finding import has_seat
from bot.table import late
from bot.table.model import Table
from bot.talk import late as talk
from bot.talk import visitor
from bot.talk.letter import Button, Letter, in_rows
from engine.words import Message


def letter(ask: Ask, table: Table) -> Letter:
    """Answer what only people of the table can do."""
    return ask.says(told(ask, table), table, *in_rows(buttons(ask, table)))


def told(ask: Ask, table: Table) -> Message:
    """Say how the table stands for a caller who has no seat there."""
    game, place = ask.game(table), late.place_of(table, ask.user)
    joins = talk.free(game, table) if place is None else talk.comes(table, place)
    return visitor.told(table, ask.title(table), free=has_seat(game, table), joins=joins)


def buttons(ask: Ask, table: Table) -> list[Button]:
    """Return what a caller without a seat can press."""
    game, words = ask.game(table), ask.words(table)
    comes = late.place_of(table, ask.user) is not None
    joins = [talk.leave_button(table, words)] if comes else talk.join_button(game, table, words)
    return visitor.buttons(table, words, free=has_seat(game, table), joins=joins)
