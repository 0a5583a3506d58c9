"""Taking a player out of a table before its game begins. Only the host may do it.

The `user` of the step is the person who was taken out. A step has room for one user, so the host's press isn't in it.

If that person is deleted, their id disappears from the step and their name from the card. The hash of the step doesn't
cover the id. A mark that names nobody still keeps them out.
"""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Table, User
from bot.table.log.steps import encode_seating
from bot.table.marks import NO_SEAT, mark_departure
from bot.table.refusals import Refusal
from bot.table.rules import computers, lobby
from engine.game import Seat
from engine.words import msg

RUNNING = msg("The game has already started, so nobody can be taken out. `/vote` asks all players to end it.")


def take_out(draft: Draft, user: User, who: str) -> None:
    """Take out a person by their id, or a computer player by its name. The person can't join again."""
    lobby.require_host_in_lobby(draft, user, RUNNING)
    seat = find_player(draft.table, who)
    person = draft.table.seats[seat]
    if person.computer:
        computers.remove(draft, user, person.name)
        return
    if person.user == user:
        raise Refusal(msg("You can't take yourself out. Press *Leave* on the card."))
    draft.cause = Cause(person.user)
    lobby.vacate(draft, seat, encode_seating(None, draft.table.seat_of(user)))
    draft.departures.append(mark_departure(draft.table.id, person.user, NO_SEAT))


def find_player(table: Table, who: str) -> Seat:
    """Return the seat of the player with a key (`Person.key`). Raises a Refusal if there is none."""
    seat = next((seat for seat, person in enumerate(table.seats) if person.key == who), None)
    if seat is None:
        raise Refusal(msg("That player isn't at this table. The card shows who is."))
    return seat
