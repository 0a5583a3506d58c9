"""Playing again with the same people: one press each."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Purpose, Style
from engine.words import Words, msg


def rematch_buttons(table: Table, words: Words) -> list[Button]:
    """The button under a finished game, while it can be pressed."""
    people = sum(1 for person in table.seats if person.user)
    if not people or table.company.next is not None:
        return []
    label = words.text(
        msg("Rematch {n}/{people}", n=len(table.company.again), people=people) if people > 1 else msg("Rematch")
    )
    return [Button(label, ControlId(Purpose.REMATCH, table.id), Style.GOOD)]
