"""The check that all players are here when the game begins.

Most functions change a draft or raise a Refusal. A player who recently joined or did anything at the table counts as
here. The others are asked once, and have some time to answer. After that, players who did not answer lose their seats,
but can join again.
"""

from __future__ import annotations

import msgspec

from bot.table.clock.pace import DAY, answer_time
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.model import Person, Status, User
from bot.table.log.settled.gathering import MOVED, Checked
from bot.table.log.steps import Kind
from bot.table.refusals import NotSeated, Over, Refusal
from bot.table.rules import lobby, quotas
from engine.game import Seat
from engine.words import msg


@needs(Fact.LIMITS, Fact.AWAY, Fact.TABLES_OF_CALLER, Fact.DEPARTURES, Fact.JOINS, Fact.BLOCKS, Fact.ADMISSION)
def join(draft: Draft, person: Person, place: Seat | None = None) -> None:
    """Take a seat. If it is the last one, ask the players who have not been here recently."""
    if draft.table.seat_of(person.user) is None:
        quotas.require_caller_quota(draft, person.user)
    lobby.join(draft, person, place)
    _check_presence_when_full(draft)


@needs(Fact.RATED)
def start(draft: Draft, user: User, *, threaded: bool = False) -> None:
    """Begin the game, or first ask the players who have not been here recently; only the host may."""
    lobby.require_host_in_lobby(draft, user)
    if reason := lobby.hindrance(draft):
        raise Refusal(reason)
    seat = draft.table.seat_of(user)
    if draft.table.standing.check is not None:
        answer(draft, user, threaded=threaded)
    elif _is_anyone_unseen(draft, seat):
        _ask_who_is_here(draft, seat)
    else:
        lobby.start(draft, threaded=threaded)


def _check_presence_when_full(draft: Draft) -> None:
    """If all seats are taken, ask the players who have not been here recently, and the host in any case."""
    table = draft.table
    newest_seat = len(table.seats) - 1
    is_full = len(table.people) == draft.game.seats_for(table.options)[-1]
    can_begin = is_full and lobby.hindrance(draft) is None
    if can_begin and table.standing.check is None and _is_anyone_unseen(draft, newest_seat):
        _ask_who_is_here(draft, newest_seat, host=table.seat_of(table.host))


@needs(Fact.RATED)
def answer(draft: Draft, user: User, *, threaded: bool = False) -> None:
    """Note that a user is here. The last answer begins the game."""
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if table.status is Status.CLOSED:
        raise Over
    if table.standing.check is None:
        raise Refusal(msg("This question is over. The card shows what comes next."))
    if seat in table.unconfirmed_seats:
        draft.step(Kind.CHECK, seat)
    if not draft.table.unconfirmed_seats and lobby.hindrance(draft) is None:
        lobby.start(draft, threaded=threaded)


def tick(draft: Draft) -> None:
    """Free the seats of players who did not answer in time."""
    table, check = draft.table, draft.table.standing.check
    if check is None or draft.now < check.until:
        return
    if table.shown_seq < check.seq:
        _extend_question(draft, _answer_deadline(draft))  # Discord has not shown it, so nobody could answer
        return
    for user in [table.seats[seat].user for seat in table.unconfirmed_seats]:
        lobby.leave(draft, user)
    if draft.table.standing.check is not None:
        draft.step(Kind.CHECK)  # ends the check: all are here, but the game cannot begin


def compensate(draft: Draft, seconds: int) -> None:
    """Extend the open question by the seconds in which nobody could answer."""
    if draft.table.standing.check is not None:
        _extend_question(draft, draft.table.standing.check.until + seconds)


def _is_anyone_unseen(draft: Draft, seat: Seat | None) -> bool:
    """Return whether any person, except the one in `seat`, has not been here recently."""
    seen_since, here = _seen_since(draft), draft.table.standing.gathering.here
    return any(person.user and n != seat and here[n] < seen_since for n, person in enumerate(draft.table.seats))


def _ask_who_is_here(draft: Draft, seat: Seat | None, host: Seat | None = None) -> None:
    draft.step(Kind.CHECK, seat, _encode_check(Checked(_seen_since(draft), _answer_deadline(draft), host)))


def _seen_since(draft: Draft) -> int:
    """Return the time since which a player must have acted to count as here.

    Without a clock, everybody counts as here except players whom the host has moved.
    """
    seconds = answer_time(draft.table.timing.preset)
    return MOVED + 1 if seconds is None else draft.now - seconds


def _answer_deadline(draft: Draft) -> int:
    """Return the time until which players who are asked now can answer."""
    timing = draft.table.timing
    return timing.playing_hours.instant_after(draft.now, answer_time(timing.preset) or DAY)


def _extend_question(draft: Draft, until: int) -> None:
    """Extend the time to answer the same question."""
    check = draft.table.standing.check
    assert check
    draft.step(Kind.CHECK, None, _encode_check(Checked(check.since, until)))


def _encode_check(checked: Checked) -> str:
    return msgspec.json.encode(checked).decode()
