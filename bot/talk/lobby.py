"""What players are told who open a table or take a seat there before its game begins."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Purpose, Row, Style, in_rows
from engine.words import Words, msg

OPENED = msg("Your table is open: its card is in the channel.")
JOINED = msg("You are in. I call you here when it is your turn.")


def rows(table: Table, words: Words, *, begins: bool) -> tuple[Row, ...]:
    """Build what a player can press; `begins` tells whether they can begin the game."""
    buttons = [Button(words.text(msg("Options")), ControlId(Purpose.OPTIONS, table.id))]
    if begins:
        buttons.append(Button(words.text(msg("Start")), ControlId(Purpose.START, table.id), Style.GOOD))
    return in_rows(buttons)
