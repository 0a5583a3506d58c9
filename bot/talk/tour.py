"""The tour for a player's first turns of a game: one tip at a time, below what the player can do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Happened, Table
from bot.talk import story
from bot.talk.letter import Button, ControlId, Purpose
from engine.game import Seat, Tip
from engine.words import Message, Words, msg

BY_ITSELF = Tip("forced", msg("I made a move for you: it was your only one, and everyone could see that."))
"""The tip of every game for a player whose move was made automatically."""
SKIPPED = msg("The tour is over. `/rules` has it all.")


def find_forced_move_tip(happened: Sequence[Happened], seat: Seat | None) -> Tip | None:
    """Return the tip about automatic moves, if a seat has just had one."""
    return BY_ITSELF if story.has_automatic_move(happened, seat) else None


def tip_line(tip: Tip) -> Message:
    """Write a tip."""
    return msg("💡 {tip}", tip=tip.text)


def skip_button(table: Table, words: Words) -> Button:
    """Build the button that ends the tour."""
    return Button(words.text(msg("Skip the tour")), ControlId(Purpose.TOUR, table.id))
