"""The answers to users without a seat: the state of the game, how to watch it, and free seats."""

from __future__ import annotations

from bot.table.log.model import Status, Table, User
from bot.table.log.settled.admission import Door
from bot.talk import time as clocks
from bot.talk.away import absentees_line
from bot.talk.invitations import line_on_card
from bot.talk.letter import Button, ControlId, Purpose, Style
from bot.talk.seat import newcomer_notice, seat_buttons
from engine.words import Message, Who, Words, msg, sentences

_WATCH = msg("Watch with `/board` or the buttons below.")


def status_text(table: Table, title: Message, user: User, *, free: bool) -> Message:
    """Describe the state of a table; `free` is whether its lobby has a free seat."""
    match table.status:
        case Status.LOBBY if table.standing.admission.door is not Door.ALL:
            return sentences(msg("You're not in {title}.", title=title), line_on_card(table))
        case Status.LOBBY if free:
            return sentences(msg("You're not in {title}.", title=title), msg("Press *Join*, and you're in."))
        case Status.LOBBY:
            return msg("{title} is full. `/new` opens another table.", title=title)
        case Status.RUNNING:
            seats, opening = _seats(table), msg("You're not in {title}.", title=title)
            if (notice := newcomer_notice(table, user)) is not None:
                seats, opening = msg("`/leave` gives the seat back."), notice
            return sentences(opening, _turn(table), absentees_line(table), seats, _WATCH)
        case Status.OVER:
            return msg("You didn't play in {title}, and it's over. `/new` opens another table.", title=title)
        case Status.CLOSED:
            return msg("{title} is closed. `/new` opens another table.", title=title)


def buttons(table: Table, words: Words, *, free: bool) -> list[Button]:
    """Build the controls for a user without a seat."""
    if table.status is Status.LOBBY:
        join = Button(words.text(msg("Join")), ControlId(Purpose.JOIN, table.id), Style.GOOD)
        return [join] if free else []
    if table.status is Status.CLOSED:
        return []
    return [
        *(seat_buttons(table, words) if table.is_running else ()),
        Button(words.text(msg("Board")), ControlId(Purpose.BOARD, table.id)),
        Button(words.text(msg("Board as text")), ControlId(Purpose.TEXT, table.id)),
    ]


def _turn(table: Table) -> Message | None:
    if table.standing.halt.paused:
        return msg("It's paused.")
    if table.mover is None:
        return None
    who = Who(table.to_act or 0)
    if table.mover.player:
        return msg("{who} is thinking.", who=who)
    due = clocks.deadline_text(table.timing)
    return msg("{who} is next.", who=who) if due is None else msg("{who} is next, {due}.", who=who, due=due)


def _seats(table: Table) -> Message | None:
    if table.standing.admission.door is Door.CLOSED:
        return line_on_card(table)
    if table.standing.vacant:
        return msg("A seat is open: take it below.")
    if table.offered_seats:
        return msg("You can replace a computer player from the next round on, if all agree.")
    return msg("All its seats are taken. `/new` opens your own table.")
