"""Partners at a table, on its card and in the questions before its game."""

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
    """Return the sides of a table; before its game begins, those with the highest number of players."""
    is_lobby = table.status is Status.LOBBY
    return table.options.sides(game.seats_for(table.options)[-1] if is_lobby else len(table.seats))


def can_choose_partners(game: AnyGame, table: Table) -> bool:
    """Return whether partners are decided by seats, and the seats are not drawn later."""
    return has_partners(sides_of(game, table)) and not seat_draw.is_pending(table)


def partners_line(game: AnyGame, table: Table) -> Message | None:
    """Name the players by their pairs; None if there are no partners, or if the seats are drawn later."""
    if not can_choose_partners(game, table):
        return None
    sides = sides_of(game, table)
    order = seats_by_place(table)
    if max(places(table)) >= len(list_seats(sides)):  # a place from before the table had fewer seats
        numbers = {seat: place for place, seat in enumerate(order)}
    else:
        numbers = dict(enumerate(places(table)))
    seats_of_side = [[seat for seat in order if numbers[seat] in side] for side in sides]
    pair, other = (
        _name_pair(table, sign, seats, len(side) - len(seats))
        for sign, seats, side in zip(SIGNS, seats_of_side, sides, strict=True)
    )
    return msg("{pair} against {other}", pair=pair, other=other)


def joined_notice(game: AnyGame, table: Table, seat: Seat) -> Message | None:
    """Name the pair and the partner of a player who has joined; None without partners."""
    if not can_choose_partners(game, table):
        return None
    sides = sides_of(game, table)
    place_of = places(table)
    if max(place_of) >= len(list_seats(sides)):
        return None
    sign, partners = find_sign(sides, place_of[seat]), find_partners(sides, place_of[seat])
    names = [Who(other) for other, place in enumerate(place_of) if place in partners]
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
    """Say how partners are determined, and that they share no information; None without partners."""
    if not has_partners(sides_of(game, table)):
        return None
    if seat_draw.is_pending(table):
        return msg("-# The first deal draws the pairs. Partners tell each other nothing about their tiles.")
    return msg("-# Partners sit opposite. They tell each other nothing about their tiles.")


def free_places(game: AnyGame, table: Table) -> Sequence[tuple[str, Seat]]:
    """Return each pair with a free seat, as its sign and first free seat, if players can choose a pair."""
    if not can_choose_partners(game, table):
        return ()
    taken_places = places(table)
    free = [[seat for seat in side if seat not in taken_places] for side in sides_of(game, table)]
    return [(sign, seats[0]) for sign, seats in zip(SIGNS, free, strict=True) if seats]


def find_partner_preset(game: AnyGame) -> str | None:
    """Return the first preset of a game with which players have partners; None if there is none."""
    presets = game.presets.items()
    return next((key for key, options in presets if has_partners(options.sides(game.seats_for(options)[-1]))), None)
