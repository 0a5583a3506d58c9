"""All that waits for one player, and the way from one hand to the next."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Person, Table
from bot.talk import time as clocks
from engine.words import Message, msg


def when(table: Table) -> Message:
    """Until when a table waits, or since when where no clock runs."""
    return clocks.due(table.timing) or msg("since {since}", since=f"<t:{table.standing.moved_at}:R>")


def waits_for(table: Table, person: Person) -> bool:
    """Whether it is this person's turn."""
    mover = table.mover
    return mover is not None and mover.player is None and mover.user == person.user


def urgent_first(person: Person, tables: Sequence[Table]) -> list[Table]:
    """Return the tables where it is this person's turn: by their due time, then those without one by their age."""
    return sorted((table for table in tables if waits_for(table, person)), key=_urgency)


def _urgency(table: Table) -> tuple[bool, int, int]:
    due = table.timing.due
    return due is None, table.standing.moved_at if due is None else due, table.id
