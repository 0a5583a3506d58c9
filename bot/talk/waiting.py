"""All that waits for one player, and the way from one hand to the next."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk import time as clocks
from bot.talk.letter import Button, ControlId, Purpose, Style
from engine.words import Message, Words, msg


def next_buttons(waits: bool, words: Words, after: int = 0) -> list[Button]:
    """The button that opens the next hand, where one waits."""
    if not waits:
        return []
    return [Button(words.text(msg("Next")), ControlId(Purpose.NEXT, after), Style.MAIN)]


def when(table: Table) -> Message:
    """Until when a table waits, or since when where no clock runs."""
    return clocks.due(table.timing) or msg("since {since}", since=f"<t:{table.moved_at}:R>")
