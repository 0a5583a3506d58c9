"""The tour for a player's first turns of a game, one tip at a time."""

from __future__ import annotations

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Purpose
from engine.game import Tip
from engine.words import Message, Words, msg

SKIPPED = msg("The tour is over. `/rules` has it all.")


def tip_line(tip: Tip) -> Message:
    """Write a tip."""
    return msg("💡 {tip}", tip=tip.text)


def skip_button(table: Table, words: Words) -> Button:
    """Build the button that ends the tour."""
    return Button(words.text(msg("Skip the tour")), ControlId(Purpose.TOUR, table.id))
