"""All that waits for one player, and the way from one hand to the next."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk import time as clocks
from engine.words import Message, msg


def when(table: Table) -> Message:
    """Until when a table waits, or since when where no clock runs."""
    return clocks.due(table.timing) or msg("since {since}", since=f"<t:{table.standing.moved_at}:R>")
