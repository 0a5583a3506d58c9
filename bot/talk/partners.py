"""Partners at a table: who plays with whom, on its card and in the questions before its game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log import seat_draw
from bot.table.log.model import Status, Table
from bot.table.log.seat_order import places, seats_by_place
from bot.talk.seat import player_line
from bot.talk.title import AnyGame
from engine.game import Seat
from engine.sides import SIGNS, Sides, find_partners, find_sign, has_partners, list_seats
from engine.words import Message, Value, Who, count, join_items, msg


def sides_of(game: AnyGame, table: Table) -> Sides:
    """Return the sides of a table; before its game begins, those of the most players that it can have."""
    waits = table.status is Status.LOBBY
    return table.options.sides(game.seats_for(table.options)[-1] if waits else len(table.seats))


def can_choose_partners(game: AnyGame, table: Table) -> bool:
    """Return whether players have partners by their seats, and the seats aren't still to be drawn."""
    return has_partners(sides_of(game, table)) and not seat_draw.is_pending(table)


def partners_line(game: AnyGame, table: Table) -> Message | None:
    """Name the players by their pairs; None if there are no partners, or if the seats are still to be drawn."""
    if not can_choose_partners(game, table):
        return None
    sides, order = sides_of(game, table), seats_by_place(table)
    beyond = max(places(table)) >= len(list_seats(sides))  # a seat number from before the table had fewer seats
    numbers = {seat: place for place, seat in enumerate(order)} if beyond else dict(enumerate(places(table)))
    seats_of_side = [[seat for seat in order if numbers[seat] in side] for side in sides]
    pair, other = (
        _name_pair(table, sign, seats, len(side) - len(seats))
        for sign, seats, side in zip(SIGNS, seats_of_side, sides, strict=True)
    )
    return msg("{pair} against {other}", pair=pair, other=other)


def joined_notice(game: AnyGame, table: Table, seat: Seat) -> Message | None:
    """Answer a player who has joined with the sign of their pair and their partner's name; None without partners."""
    if not can_choose_partners(game, table):
        return None
    sides, taken = sides_of(game, table), places(table)
    if max(taken) >= len(list_seats(sides)):
        return None
    sign, partners = find_sign(sides, taken[seat]), find_partners(sides, taken[seat])
    names = [Who(other) for other, place in enumerate(taken) if place in partners]
    if not names:
        return msg("You're in, as {sign}. I'll ping you here on your turn.", sign=sign)
    return msg(
        "You're in, as {sign} with {names}. I'll ping you here on your turn.", sign=sign, names=join_items(names)
    )


def _name_pair(table: Table, sign: str, seats: Sequence[Seat], free: int) -> Message:
    names: list[Value] = [player_line(table, seat) if table.status is Status.LOBBY else Who(seat) for seat in seats]
    if free > 0:
        names.append(count("{n} free seat", "{n} free seats", free))
    return msg("{sign} {names}", sign=sign, names=join_items(names))


def secrecy_line(game: AnyGame, table: Table) -> Message | None:
    """Say how partners are found, and that they tell each other nothing; None if there are no partners."""
    if not has_partners(sides_of(game, table)):
        return None
    if seat_draw.is_pending(table):
        return msg("-# The first deal draws the pairs. Partners tell each other nothing about their tiles.")
    return msg("-# Partners sit opposite. They tell each other nothing about their tiles.")


def free_places(game: AnyGame, table: Table) -> Sequence[tuple[str, Seat]]:
    """Return the sign of each pair with a free seat and the first such seat, if a player can choose a pair."""
    if not can_choose_partners(game, table):
        return ()
    sides, taken = sides_of(game, table), places(table)
    free = [[seat for seat in side if seat not in taken] for side in sides]
    return [(sign, seats[0]) for sign, seats in zip(SIGNS, free, strict=True) if seats]


def find_partner_preset(game: AnyGame) -> str | None:
    """Return the first preset of a game with which players have partners; None if there is none."""
    presets = game.presets.items()
    return next((key for key, options in presets if has_partners(options.sides(game.seats_for(options)[-1]))), None)
