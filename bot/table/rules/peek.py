"""A player lets a user who does not play look at their hand, until one of the two ends it.

The step carries the user it is about where others carry the user who took it, and no press, which may be the other's:
deleting that user ends the peek, and the chain of hashes does not cover the id. With the first look, which nobody else
can bring about, the user gets the mark of a player who left the seat: they have seen its tiles.
"""

from __future__ import annotations

from bot.table import late, lot
from bot.table.draft import Draft
from bot.table.facts import Fact, needs
from bot.table.marks import departure, left_by
from bot.table.model import By, Table, User
from bot.table.refusals import NotSeated, Refusal
from bot.table.settled.peek import OFF, ON, Peek
from bot.table.steps import Kind
from engine.game import Seat
from engine.words import msg

NOTHING = msg("Nobody here lets you look at their hand. A player can, with `/allowpeek`.")
MOST = 5
"""How often one seat can open its hand in a game: every player hears of each time."""


@needs(Fact.DEPARTURES)
def allow(draft: Draft, user: User, viewer: User) -> None:
    """Let a user look at the caller's hand. Raises a Refusal for users who play here, or may still take a seat."""
    draft.running()
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if lot.to_come(table):
        raise Refusal(msg("Seats are drawn by lot with the first deal. Show your hand after it."))
    if _plays(table, viewer):
        raise Refusal(
            msg(
                "<@{viewer}> plays at this table, so they can't look at your hand. Choose a spectator.",
                viewer=str(viewer),
            )
        )
    if table.standing.vacant:
        raise Refusal(
            msg("A seat of this game is open, and a user who has seen your hand can't take it. Try again later.")
        )
    if _seen_by(draft, viewer) - {seat}:
        raise Refusal(
            msg("<@{viewer}> has seen another hand of this game. Choose another spectator.", viewer=str(viewer))
        )
    if Peek(seat, viewer) in table.standing.peeks.now:
        return
    if table.standing.peeks.ever.count(seat) >= MOST:
        raise Refusal(msg("You've opened your hand {n} times in this game, and that's the limit.", n=MOST))
    _step(draft, Peek(seat, viewer), ON)


@needs(Fact.DEPARTURES)
def look(draft: Draft, user: User) -> None:
    """Note that a user is about to look at the hand that was opened to them first; all others are closed to them.
    Raises a Refusal where there is none, and for users who play here by now or have seen another hand."""
    draft.running()
    peeks, seen = seen_by(draft, user), _seen_by(draft, user)
    if not peeks or _plays(draft.table, user):
        raise Refusal(NOTHING)
    seat = peeks[0].seat
    if seen - {seat}:
        raise Refusal(msg("You've seen another hand of this game, so you can't look at this one."))
    if not seen:
        draft.departures.append(departure(draft.table.id, user, seat))
    for other in peeks[1:]:
        _step(draft, other, OFF)


def end(draft: Draft, user: User) -> None:
    """End all peeks at the caller's hand, and those of the caller at others' hands."""
    draft.running()
    seat = draft.table.seat_of(user)
    for peek in draft.table.standing.peeks.now:
        if seat == peek.seat or user == peek.viewer:
            _step(draft, peek, OFF)


def seen_by(draft: Draft, user: User) -> tuple[Peek, ...]:
    """Return the peeks that a user was given at this table."""
    return tuple(peek for peek in draft.table.standing.peeks.now if peek.viewer == user)


def _plays(table: Table, user: User) -> bool:
    """Return whether a user has a seat at a table, or gets one with a deal to come."""
    return table.seat_of(user) is not None or late.place_of(table, user) is not None


def _seen_by(draft: Draft, user: User) -> set[Seat]:
    """Return the seats whose tiles a user has seen without playing there now."""
    return {row.seat for row in left_by(user, draft.facts.departures)}


def _step(draft: Draft, peek: Peek, notation: str) -> None:
    draft.by = By(peek.viewer)
    draft.step(Kind.PEEK, peek.seat, notation)
