"""The players of a table before its game begins, with the host's controls to change them."""

from __future__ import annotations

from itertools import combinations

from bot.table.log.model import Status, Table
from bot.table.log.seat_order import places, seats_by_place
from bot.talk.letter import ADD, EXCHANGE, REMOVE, Button, ControlId, Option, Purpose, Row, Select, Style, in_rows
from bot.talk.options import back_row
from bot.talk.partners import can_choose_partners, partners_line
from bot.talk.seat import player_line
from bot.talk.title import AnyGame
from bot.talk.words import clean_name, mentions
from engine.players import LEVEL_TITLES, LEVELS
from engine.words import Message, Who, Words, join_items, lines, msg

_QUESTION = msg("How strong should the next computer player be?")
_FULL = msg("Every seat is taken. Press *Start*.")


def text(game: AnyGame, table: Table, *, can_change: bool) -> Message:
    """List the players of a table, or name the host to a reader who can't change them."""
    if not table.seats:
        return msg("Everyone has left this table.")
    if not can_change and table.status is Status.LOBBY:
        return msg("Only {host}, the host, can add or take out players.", host=Who(table.seat_of(table.host) or 0))
    numbers = places(table)
    seats = [msg("{n}. {who}", n=numbers[seat] + 1, who=player_line(table, seat)) for seat in seats_by_place(table)]
    question = _FULL if _is_full(game, table) else _QUESTION
    return lines(partners_line(game, table) or lines(*seats), question if can_change else None)


def rows(game: AnyGame, table: Table, words: Words) -> tuple[Row, ...]:
    """Build the host's controls."""
    return (
        *in_rows(_strength_buttons(game, table, words)),
        *in_rows(_remove_buttons(table, words)),
        *_removal_menu(table, words),
        *_exchange_menu(game, table, words),
        (*_start_button(game, table, words), *back_row(table, words)),
    )


def _strength_buttons(game: AnyGame, table: Table, words: Words) -> list[Button]:
    if _is_full(game, table):
        return []
    return [
        Button(words.text(title), ControlId(Purpose.BOTS, table.id, data=ADD + level))
        for level, title in LEVEL_TITLES.items()
    ]


def _is_full(game: AnyGame, table: Table) -> bool:
    return len(table.seats) >= game.seats_for(table.options)[-1]


def _remove_buttons(table: Table, words: Words) -> list[Button]:
    return [
        Button(
            words.text(msg("Remove {name}", name=clean_name(person.name))),
            ControlId(Purpose.BOTS, table.id, data=REMOVE + person.name),
        )
        for person in table.seats
        if person.computer
    ]


def _removal_menu(table: Table, words: Words) -> tuple[Row, ...]:
    """Build the menu of the people whom the host can take out.

    Buttons would be too easy to press by mistake, and a removal can't be undone.
    """
    options = tuple(
        Option(words.text(clean_name(person.name)), ControlId(Purpose.BOTS, table.id, data=f"{REMOVE}{person.user}"))
        for person in table.people
        if person.user != table.host
    )
    if not options:
        return ()
    return (Select(words.text(msg("Take a player out")), ControlId(Purpose.CHOOSE, table.id, data="out"), options),)


def _exchange_menu(game: AnyGame, table: Table, words: Words) -> tuple[Row, ...]:
    """Build the menu with which the host exchanges two players, to change the partners."""
    if len(table.seats) < 2 or not can_choose_partners(game, table):
        return ()
    options = tuple(
        Option(
            words.text(msg("{name} and {other}", name=clean_name(person.name), other=clean_name(other.name))),
            ControlId(Purpose.BOTS, table.id, data=f"{EXCHANGE}{person.key}{EXCHANGE}{other.key}"),
        )
        for person, other in combinations([table.seats[seat] for seat in seats_by_place(table)], 2)
    )
    return (Select(words.text(msg("Exchange two players")), ControlId(Purpose.CHOOSE, table.id, data="move"), options),)


def _start_button(game: AnyGame, table: Table, words: Words) -> list[Button]:
    if len(table.seats) < game.seats_for(table.options)[0]:
        return []
    return [Button(words.text(msg("Start")), ControlId(Purpose.START, table.id), Style.GOOD)]


def joined_notice(table: Table) -> Message:
    """Say that a computer player has joined a table."""
    seat = len(table.seats) - 1  # a new player gets the last seat
    return msg("{who} ({strength}) joins.", who=Who(seat), strength=LEVELS[table.seats[seat].player or ""])


def removal_notice(before: Table, after: Table) -> Message | None:
    """Name the player whom the host has taken out of a table."""
    removed = next((person for person in before.seats if person not in after.seats), None)
    if removed is None:
        return None
    name = mentions([removed])[0]
    return msg("{name} leaves.", name=name) if removed.computer else msg("{name} is out, as the card says.", name=name)


def exchange_notice(before: Table, after: Table) -> Message | None:
    """Name the players whom the host has exchanged; the new partners are listed below."""
    pairs = zip(places(before), places(after), strict=True)
    moved = [Who(seat) for seat, (old_place, new_place) in enumerate(pairs) if old_place != new_place]
    if not moved:
        return None
    return msg("{names} change places. Both confirm it at the start.", names=join_items(moved))
