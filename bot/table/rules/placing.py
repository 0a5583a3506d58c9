"""Gives players the seats that they asked for.

Most functions change a draft or raise a Refusal. Before a game begins, the log has the players in the order of joining
(docs/DEALS.md). The seat that a player asked for is only recorded in the step of joining. When the game begins, all
players in the first wrong seat and in later seats leave, and join again in the right order.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.log.draft import Draft
from bot.table.log.model import Person
from bot.table.log.seat_order import places, seats_by_place
from bot.table.log.steps import Kind, encode_seating
from bot.table.refusals import Refusal
from engine.game import Seat
from engine.words import Who, msg


def require_seat(draft: Draft, place: Seat) -> None:
    """Raise a Refusal for a seat that the table does not have."""
    table = draft.table
    seat_count = len(table.seats) if table.is_running else draft.game.seats_for(table.options)[-1]
    if not 0 <= place < seat_count:
        raise Refusal(msg("There is no such seat. This table has seats 1–{most}.", most=seat_count))


def require_free_seat(draft: Draft, place: Seat) -> None:
    """Raise a Refusal for a seat that another player has."""
    require_seat(draft, place)
    taken_places = places(draft.table)
    if place in taken_places:
        raise _seat_taken_refusal(place, taken_places.index(place))


def find_replaceable_computer(draft: Draft, place: Seat) -> Seat:
    """Return the seat of the computer player at `place` of a full table.

    Raises a Refusal if a person sits at `place`.
    """
    require_seat(draft, place)
    seat = places(draft.table).index(place)
    if not draft.table.seats[seat].computer:
        raise _seat_taken_refusal(place, seat)
    return seat


def _seat_taken_refusal(place: Seat, seat: Seat) -> Refusal:
    return Refusal(msg("Seat {n} is taken by {who}. Choose another one.", n=place + 1, who=Who(seat)))


def arrange(draft: Draft) -> None:
    """Move all players to the seats that they asked for, just before the game begins."""
    order, seats = seats_by_place(draft.table), draft.table.seats
    ends_of_absences = {absence.seat: absence.until for absence in draft.table.standing.away}
    first_wrong_seat = next((place for place, seat in enumerate(order) if place != seat), None)
    if first_wrong_seat is None:
        return
    for seat in reversed(range(first_wrong_seat, len(seats))):
        draft.table = replace(draft.table, seats=seats[:seat])
        draft.step(Kind.LEAVE, seat, caused=False)
    for seat in order[first_wrong_seat:]:
        _add_player(draft, seats[seat])
        if seat in ends_of_absences:
            draft.step(Kind.AWAY, len(draft.table.seats) - 1, str(ends_of_absences[seat]), caused=False)


def _add_player(draft: Draft, person: Person) -> None:
    """Add a player who had another seat before."""
    seat = len(draft.table.seats)
    draft.table = replace(draft.table, seats=(*draft.table.seats, person))
    if person.computer:
        draft.step(Kind.SEAT, seat, encode_seating(person.player), caused=False)
        return
    draft.step(Kind.JOIN, seat, caused=False)
