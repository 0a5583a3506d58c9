"""Seats that change hands: what is asked, said and offered."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Purpose, Style
from engine.words import Words, msg


def seat_buttons(table: Table, words: Words) -> list[Button]:
    """A button for each open seat of a running game."""
    vacant = table.company.vacant
    if len(vacant) == 1:
        label = words.text(msg("Take this seat"))
        return [Button(label, ControlId(Purpose.TAKE, table.id, 0, str(vacant[0])), Style.GOOD)]
    return [
        Button(words.text(msg("Take seat {n}", n=seat + 1)), ControlId(Purpose.TAKE, table.id, 0, str(seat)))
        for seat in sorted(vacant)
    ]


def claim_buttons(table: Table, words: Words) -> list[Button]:
    """The button for those who need not wait any longer."""
    if not table.timing.claimable:
        return []
    return [Button(words.text(msg("Let a computer go on")), ControlId(Purpose.CLAIM, table.id))]
