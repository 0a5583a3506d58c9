"""Rules about who plays a seat: its person or a computer player.

Most functions change a draft or raise a Refusal. Every change is a step of the log, so the record of a game shows who
played which move.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.log.draft import Draft
from bot.table.log.model import Person, Status, Table, User
from bot.table.log.steps import Kind, encode_seating
from bot.table.refusals import NotSeated, NotStarted, Over, Refusal
from bot.table.rules import lobby
from engine.game import Seat
from engine.players import LEVELS
from engine.words import Join, Message, join_items, msg

NAMES = ("Bolt", "Chip", "Dot", "Echo", "Fizz", "Gizmo", "Jolt", "Kilo", "Moxie", "Nova")
"""Names of computer players.

There are more names than a table has seats, and the names are short enough for pictures to show them in full.
"""


def add(draft: Draft, user: User, player: str) -> None:
    """Add a computer player of the strength `player` before the game; only the host may."""
    lobby.require_host_in_lobby(draft, user)
    if player not in LEVELS:
        raise Refusal(_UNKNOWN_STRENGTH)
    if lobby.count_free_seats(draft) <= 0:
        if (kept_seat := draft.table.kept_seat) is not None:
            raise Refusal(lobby.kept_notice(kept_seat.user))
        raise Refusal(msg("All seats of this table are taken. Remove a computer player first."))
    seat_computer(draft, Person(0, free_name(draft.table), player), by=draft.table.seat_of(user))


def free_name(table: Table) -> str:
    """Return a name for another computer player at a table."""
    used_names = {person.name.casefold() for person in table.seats}
    return next(name for name in NAMES if name.casefold() not in used_names)


def seat_computer(draft: Draft, computer: Person, by: Seat | None = None) -> None:
    """Give the next seat to a computer player before the game begins.

    `by` is the seat of the host who added the computer player, if a host did.
    """
    seats = draft.table.seats
    draft.table = replace(draft.table, seats=(*seats, computer))
    draft.step(Kind.SEAT, len(seats), encode_seating(computer.player, by))


def remove(draft: Draft, user: User, name: str = "") -> None:
    """Remove the computer player with this name; without a name, the last one. Only the host may."""
    lobby.require_host_in_lobby(draft, user)
    matches = [seat for seat, person in enumerate(draft.table.seats) if person.computer and name in ("", person.name)]
    if not matches:
        raise Refusal(msg("That computer player isn't here any more. The card shows who is."))
    lobby.vacate(draft, matches[-1])


def sit_in(draft: Draft, seat: Seat, player: str) -> None:
    """Let a computer player sit in for an absent player. The seat still belongs to that player."""
    _require_running(draft)
    person = draft.table.seats[seat]
    if player not in LEVELS:
        raise ValueError(f"there is no strength {player}")
    if person.player != player:
        _set_player(draft, seat, player)


def take_back(draft: Draft, user: User) -> None:
    """Let a user who was away play again; do nothing if they were not away."""
    _require_running(draft)
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if draft.table.seats[seat].player is not None:
        _set_player(draft, seat, None)


def _set_player(draft: Draft, seat: Seat, player: str | None) -> None:
    seats = draft.table.seats
    draft.table = replace(draft.table, seats=(*seats[:seat], replace(seats[seat], player=player), *seats[seat + 1 :]))
    draft.step(Kind.SEAT, seat, encode_seating(player))


def _require_running(draft: Draft) -> None:
    if draft.table.status is Status.LOBBY:
        raise NotStarted
    if draft.table.status is not Status.RUNNING:
        raise Over


_UNKNOWN_STRENGTH: Message = msg("Choose one of these strengths: {known}.", known=join_items(tuple(LEVELS), Join.COMMA))
