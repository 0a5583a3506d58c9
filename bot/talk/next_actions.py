"""Sentences about what a user can do now, for the first pages of the help and the rules."""

from __future__ import annotations

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Purpose
from bot.talk.rules import CHOOSE
from bot.talk.title import AnyGame
from engine.game import Seat
from engine.words import Message, Who, Words, msg, sentences, term

OPEN = msg("Play alone now: `/practice`. With others: `/new`.")
JOIN = msg("You can join every table that others open.")
PRACTICE = msg("`/practice` works everywhere.")
YOURS = msg("`/games` lists your tables.")


def your_turn_elsewhere(table: Table, title: Message) -> Message:
    """Name the table of another channel where it is the user's turn."""
    return msg("It's your turn in {title}: go to <#{place}>.", title=title, place=table.place)


def your_turn(title: Message, prompt: Message) -> Message:
    """Say that it is the user's turn, and what they can do."""
    return sentences(
        msg("It's your turn in {title}.", title=title),
        prompt,
        msg("Press *My hand*."),
    )


def not_your_turn(table: Table, seat: Seat, title: Message) -> Message:
    """Say what a player can do while it is not their turn."""
    if table.seats[seat].player is not None:
        return msg("A computer player plays for you in {title}. Press *My hand* to play again.", title=title)
    if table.mover is None:
        return msg("{title} deals its tiles in a moment.", title=title)
    return msg(
        "{who} is next in {title}. I'll ping you on your turn.",
        title=title,
        who=Who(table.to_act or 0),
    )


def in_lobby(game: AnyGame, table: Table, title: Message, *, is_host: bool) -> Message:
    """Say what a player's table is waiting for before its game begins."""
    if len(table.seats) < game.seats_for(table.options)[0]:
        return msg(
            "{title} needs more players. Others press *Join* on its card, or you add a computer player there.",
            title=title,
        )
    if is_host:
        return msg("{title} can begin. Press *Start* on its card when all are there.", title=title)
    host = Who(table.seat_of(table.host) or 0)
    return msg("You're in. {title} begins when {who} presses *Start*.", title=title, who=host)


def hand_button(table: Table, words: Words) -> Button:
    """Build the button for a player's hand."""
    return Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id))


def rules_button(table: Table | None, words: Words) -> Button:
    """Build the button for the rules of a table's game.

    Without a table, the button leads to a choice of games.
    """
    id = ControlId(Purpose.RULES, table.id) if table else ControlId(Purpose.RULES, 0, data=CHOOSE)
    return Button(words.text(term("Rules", "button")), id)
