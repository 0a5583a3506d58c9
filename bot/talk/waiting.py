"""The tables that wait for a player, and the buttons from one hand to the next."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Person, Table, UnreadableTable, User
from bot.talk import time as clocks
from bot.talk.letter import Button, ControlId, Purpose, Style
from bot.talk.seat import newcomer_notice
from bot.talk.turn import next_buttons
from engine.words import Message, Words, count, join_with_dots, msg

MOST_BUTTONS = 8
"""The most tables with a button of their own."""
NO_TABLE = msg("You're at no table. `/new` opens one.")
NO_TABLE_ELSEWHERE = msg("You're at no table. `/practice` begins a game for you alone.")
NOTHING = msg("Nothing waits for you now.")


def summary(waiting: Sequence[Table]) -> Message:
    """Say how many games wait for a player."""
    return count("{n} game waits for you.", "{n} games wait for you.", len(waiting)) if waiting else NOTHING


def row(table: Table, title: Message, user: User, guild: int | None, *, waits: bool = False) -> Message:
    """Write the line about one table of a user.

    The user asks on the server `guild` (None: in private). `waits` is whether the table waits for their move.
    """
    place = _place(table, guild)
    if (check := table.standing.check) and table.seat_of(user) in table.unconfirmed_seats:
        asks = msg("**{title}** asks if you're here", title=title)
        return join_with_dots(asks, msg("until {at}", at=clocks.format_instant(table.timing, check.until)), place)
    if not waits:
        away = msg("a computer player plays for you") if is_away(table, user) else None
        return join_with_dots(title, away or newcomer_notice(table, user), place)
    return join_with_dots(msg("**{title}**", title=title), due_text(table), place)


def is_away(table: Table, user: User) -> bool:
    """Return whether a computer player sits in for a user."""
    seat = table.seat_of(user)
    return seat is not None and table.is_running and table.seats[seat].player is not None


def unreadable_row(table: UnreadableTable, title: Message, guild: int | None) -> Message:
    """Write the line about a table that cannot be read, with the reason."""
    return msg("{title} · {place}: {why}", title=title, place=_place(table, guild), why=table.why)


def buttons(waiting: Sequence[tuple[int, Message]], words: Words) -> list[Button]:
    """Build a button to each table, given its id and title, the most urgent first.

    *Next game* leads to tables without a button.
    """
    shown = waiting[:MOST_BUTTONS]
    hands = [
        Button(words.text(title), ControlId(Purpose.HAND, id), Style.MAIN if n == 0 else Style.PLAIN)
        for n, (id, title) in enumerate(shown)
    ]
    return [*hands, *next_buttons(len(waiting) > len(shown), words)]


def _place(table: Table | UnreadableTable, guild: int | None) -> str:
    """Mention a table's channel, or link to it if it is on another server."""
    is_here = table.guild in (None, guild)
    return f"<#{table.place}>" if is_here else f"https://discord.com/channels/{table.guild}/{table.place}"


def due_text(table: Table) -> Message:
    """Say until when a table waits, or since when if there is no deadline."""
    return clocks.deadline_text(table.timing) or msg("since {since}", since=f"<t:{table.standing.moved_at}:R>")


def is_turn_of(table: Table, person: Person) -> bool:
    """Return whether it is this person's turn."""
    mover = table.mover
    return mover is not None and mover.player is None and mover.user == person.user


def urgent_first(person: Person, tables: Sequence[Table]) -> list[Table]:
    """Return the tables at which it is this person's turn, the most urgent first.

    Tables with a deadline come first, ordered by it. The others are ordered by the time of the last move.
    """
    return sorted((table for table in tables if is_turn_of(table, person)), key=_urgency)


def _urgency(table: Table) -> tuple[bool, int, int]:
    """Return a key that sorts by the deadline if there is one, else by the last move."""
    due = table.timing.due
    has_no_deadline = due is None  # False sorts first
    at = table.standing.moved_at if due is None else due
    return has_no_deadline, at, table.id
