"""The message that asks people whether they are here, before a game begins."""

from __future__ import annotations

from bot.table.log.model import Table
from bot.talk import time as clocks
from bot.talk.letter import Button, ControlId, Letter, Purpose, Row, Style
from bot.talk.partners import partners_line
from bot.talk.title import AnyGame, table_title
from engine.words import Message, Who, Words, join_items, lines, msg

ASK_HOST = "ask"
"""The data of the button that asks the host to begin."""
ASKED = msg("The host is asked.")
_FOLLOWS = msg("The game begins as soon as all have answered. After that time, seats without an answer are free again.")
_ALL_HERE = msg("Everyone is here. The host can press *Start*.")


def letter(game: AnyGame, table: Table, words: Words) -> Letter:
    """Build the message that pings all players who have not been here lately."""
    users = tuple(table.seats[seat].user for seat in table.unconfirmed_seats)
    return Letter(words.text(presence_question(game, table)), rows=ready_rows(table, words), pings=users)


def presence_question(game: AnyGame, table: Table) -> Message:
    """Ask all players who have not been here lately whether they are here."""
    check = table.standing.check
    assert check
    people = join_items([Who(seat) for seat in table.unconfirmed_seats])
    return lines(
        msg("{people} {title} is about to begin. Are you here?", people=people, title=table_title(game, table)),
        partners_line(game, table),
        msg(
            "Answer by {at} (<t:{until}:R>), or your seat is free again. Nothing is held against you.",
            at=clocks.format_instant(table.timing, check.until),
            until=check.until,
        ),
    )


def ready_rows(table: Table, words: Words) -> tuple[Row, ...]:
    """Build the buttons for the players who are asked."""
    here = Button(words.text(msg("I'm here")), ControlId(Purpose.READY, table.id), Style.GOOD)
    leave = Button(words.text(msg("Leave")), ControlId(Purpose.LEAVE, table.id))
    return ((here, leave),)


def closed_question_text(game: AnyGame, table: Table) -> Message:
    """Write the text that replaces the question when no answer is missing any more."""
    if table.is_running:
        return msg("Everyone is here: {title} begins.", title=table_title(game, table))
    return msg("{title} waits for players again.", title=table_title(game, table))


def asked_players_line(table: Table) -> Message | None:
    """Name the players who are asked whether they are here, with the time limit."""
    if table.standing.check is None or not table.unconfirmed_seats:
        return None
    people = join_items([Who(seat) for seat in table.unconfirmed_seats])
    return msg(
        "I'm waiting for {people} until {at}.",
        people=people,
        at=clocks.format_instant(table.timing, table.standing.check.until),
    )


def waiting_reply(table: Table) -> Message:
    """Answer a player who is here while the game waits for others or for its host."""
    waits = asked_players_line(table)
    return lines(waits, _FOLLOWS) if waits else _ALL_HERE


def start_notice() -> Message:
    """Answer the player whose press begins a game.

    The answer is never edited, so it must be true later too.
    """
    return msg("The game has begun. Press *My hand* to see your hand.")


def offer_to_ask_host(table: Table, words: Words) -> Row:
    """Build the button for a player who can't begin the game, but can ask the host to."""
    return (Button(words.text(msg("Ask the host")), ControlId(Purpose.START, table.id, data=ASK_HOST), Style.MAIN),)


def host_request(game: AnyGame, table: Table, words: Words) -> Letter:
    """Build the message that asks the host to begin."""
    host = Who(table.seat_of(table.host) or 0)
    asked = msg("{host}, can {title} begin? Press *Start* on its card.", host=host, title=table_title(game, table))
    return Letter(words.text(asked), pings=(table.host,))
