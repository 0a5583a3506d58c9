"""What callers without a seat at a table are told: how it stands, how to watch, and which seat is free."""

from __future__ import annotations

from bot.desk.ask import Ask, control
from bot.desk.finding import has_seat
from bot.table.model import Status, Table
from bot.talk.letter import Button, Letter, Purpose, Style, in_rows
from bot.talk.seat import seat_buttons
from engine.words import Message, Who, msg, sentences


def letter(ask: Ask, table: Table) -> Letter:
    """Answer what only people of the table can do."""
    return ask.says(told(ask, table), table, *in_rows(buttons(ask, table)))


def told(ask: Ask, table: Table) -> Message:
    """Say how the table stands for a caller who has no seat there."""
    title = ask.title(table)
    match table.status:
        case Status.LOBBY if has_seat(ask.game(table), table):
            return msg("{title} waits for players: press Join, and you are in.", title=title)
        case Status.LOBBY:
            return msg("{title} is full. `/new` opens another table.", title=title)
        case Status.RUNNING:
            return sentences(msg("You have no seat in {title}.", title=title), _turn(table), _seats(table), _WATCH)
        case Status.OVER:
            return msg("You did not play in {title}, and it is over. `/new` opens another table.", title=title)
        case Status.CLOSED:
            return msg("{title} is closed. `/new` opens another table.", title=title)


def buttons(ask: Ask, table: Table) -> list[Button]:
    """Return what a caller without a seat can press."""
    words = ask.words(table)
    if table.status is Status.LOBBY:
        join = Button(words.text(msg("Join")), control(Purpose.JOIN, table), Style.GOOD)
        return [join] if has_seat(ask.game(table), table) else []
    if table.status is Status.CLOSED:
        return []
    return [
        *(seat_buttons(table, words) if table.running else ()),
        Button(words.text(msg("Board")), control(Purpose.BOARD, table)),
        Button(words.text(msg("Board as text")), control(Purpose.TEXT, table)),
    ]


def _turn(table: Table) -> Message | None:
    if table.standing.paused:
        return msg("It is paused.")
    if table.mover is None:
        return None
    who = Who(table.to_act or 0)
    return msg("{who} is thinking.", who=who) if table.mover.player else msg("It is {who}'s turn.", who=who)


def _seats(table: Table) -> Message:
    if table.standing.vacant:
        return msg("A seat is open: take it with the button below or by `/join`.")
    return msg("All its seats are taken; `/new` opens a table of your own.")


_WATCH = msg("`/board` and the buttons below show how it stands.")
