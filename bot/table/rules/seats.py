"""Giving up a seat of a running game for good, and taking over a seat.

Each function changes a draft or raises a Refusal. If a player leaves, a computer player goes on at once, so that the
others need not wait. The seat is open until a new player takes it. The log shows when it changed hands, so it also
shows who played which move.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.log import seat_draw
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.fold import between_rounds
from bot.table.log.host import next_host
from bot.table.log.model import Cause, Person, User
from bot.table.log.settled.votes import Voted
from bot.table.log.steps import Kind, Subject, encode_notation, encode_seating
from bot.table.marks import find_departure_marks, mark_departure
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import admission, ask_again, computers, placing, quotas, votes
from bot.table.rules.ending import close
from engine.game import Seat
from engine.words import msg

STRENGTH = "medium"
"""The strength of the computer player that goes on for a player who left."""
LEFT = "left"
"""The reason for closing a game that everybody has left."""


@needs(Fact.DEPARTURES)
def leave(draft: Draft, user: User, *, by: Seat | None = None) -> None:
    """Give up a user's seat, or withdraw their request for one.

    A computer player goes on in the seat. If another player claims the seat of a late player for a computer player,
    `by` is that other player's seat. If the last person leaves, the game is closed.
    """
    draft.require_running()
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None and table.requested_seat(user) is not None:
        withdraw_request(draft, user)
        return
    if seat is None:
        raise NotSeated
    computer = Person(0, computers.free_name(table), STRENGTH)
    host = table.host
    if host == user:
        host = next_host(table) or host
    draft.table = replace(table, seats=(*table.seats[:seat], computer, *table.seats[seat + 1 :]), host=host)
    draft.step(Kind.LEAVE, seat, encode_seating(computer.player, by, computer.name))
    is_marked = find_departure_marks(user, draft.facts.departures)  # they may have left before, and come back
    if not is_marked and not seat_draw.is_pending(draft.table):
        draft.departures.append(mark_departure(table.id, user, seat))
    _close_if_empty(draft)
    votes.apply_result(draft)


def withdraw_request(draft: Draft, user: User) -> None:
    """Withdraw a user's request for a seat, if there is one. If nobody else is there, the game is closed."""
    draft.require_running()
    if (seat := draft.table.requested_seat(user)) is not None:
        draft.step(Kind.VOTE, seat, encode_notation(Voted(yes=False, subject=Subject.SEAT)))
        _close_if_empty(draft)


def _close_if_empty(draft: Draft) -> None:
    """Close the game if no person has a seat or asks for a seat."""
    if not any(person.user for person in (*draft.table.seats, *draft.table.newcomers.values())):
        close(draft, None, LEFT)


@needs(
    Fact.LIMITS, Fact.AWAY, Fact.TABLES_OF_CALLER, Fact.DEPARTURES, Fact.JOINS, Fact.BLOCKS, Fact.ADMISSION, Fact.VOTES
)
def take(draft: Draft, person: Person, seat: Seat | None = None) -> None:
    """Take an open seat, or ask the others for the seat of a computer player.

    If `seat` is None, choose the first open seat, or else the first computer player's seat that can be asked for. A
    player who left a seat of this game has seen its tiles, so they can have only that seat.
    """
    draft.require_running()
    table, vacant = draft.table, draft.table.standing.vacant
    offered = (*vacant, *table.offered_seats)
    if table.seat_of(person.user) is not None:
        raise Refusal(msg("You're already in. Press *My hand* to play."))
    if table.requested_seat(person.user) is not None:
        raise Refusal(msg("You've asked for a seat already. The card says once you play."))
    quotas.require_caller_quota(draft, person.user)
    marks = find_departure_marks(person.user, draft.facts.departures)
    former_seat = marks[0].seat if marks else None
    if seat is None:
        seat = former_seat if former_seat in vacant else next(iter(offered), None)
    if seat is not None:
        placing.require_seat(draft, seat)
    if seat is not None and table.seats[seat].computer and seat not in (*offered, *table.newcomers):
        raise Refusal(msg("Nobody replaces a computer player in the last round, or before the seats are drawn."))
    if seat is None or seat not in offered:
        raise Refusal(msg("This seat is taken now. `/games` and the channel show other tables."))
    if former_seat not in (None, seat):
        raise Refusal(msg("You've seen the tiles of another seat of this game, so you can't take this one."))
    admission.require_admission(draft, person.user, returns=former_seat == seat)
    if seat in vacant:
        _give_seat(draft, person, seat)
        return
    draft.table = replace(table, newcomers={**table.newcomers, seat: person})
    votes.call_seat_vote(draft, seat)


def let_in(draft: Draft) -> None:
    """Between rounds, give computer players' seats to the newcomers whom all have accepted."""
    if not draft.table.is_running or not between_rounds(draft.position.state):
        return
    for seat in [request.seat for request in draft.table.standing.seat_requests if request.agreed]:
        person = draft.table.newcomers[seat]
        draft.cause = Cause(person.user)
        _give_seat(draft, person, seat)


def _give_seat(draft: Draft, person: Person, seat: Seat) -> None:
    """Give a seat to a new player. If that ends an open vote, repeat it."""
    table = draft.table
    draft.table = replace(table, seats=(*table.seats[:seat], person, *table.seats[seat + 1 :]))
    draft.step(Kind.JOIN, seat)
    ask_again.repeat_vote(draft, table.standing.vote)
