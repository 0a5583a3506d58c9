"""A player lets a user who does not play look at their hand, until one of the two ends it.

The step carries the user it is about where others carry the user who took it: deleting that user ends the peek, and the
chain of hashes does not cover the id. The user gets the mark of a player who left the seat: they have seen its tiles.
"""

from __future__ import annotations

from bot.table import late, lot
from bot.table.draft import Draft
from bot.table.facts import Fact, needs
from bot.table.marks import departure, left_by
from bot.table.model import By, User
from bot.table.refusals import NotSeated, Refusal
from bot.table.settled.peek import OFF, ON, Peek
from bot.table.steps import Kind
from engine.words import msg

MOST = 5
"""How often one seat can open its hand in a game: each user who may look can take no seat there any more, and every
player hears of it."""


@needs(Fact.DEPARTURES)
def allow(draft: Draft, user: User, viewer: User) -> None:
    """Let a user look at the caller's hand. Raises a Refusal for users who play here, or may still take a seat."""
    draft.running()
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if lot.to_come(table):
        raise Refusal(msg("Seats are drawn by lot with the first deal. Show your hand after it."))
    if table.seat_of(viewer) is not None or late.place_of(table, viewer) is not None:
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
    seen = {row.seat for row in left_by(viewer, draft.facts.departures)}
    if seen - {seat}:
        raise Refusal(
            msg("<@{viewer}> has seen another hand of this game. Choose another spectator.", viewer=str(viewer))
        )
    if Peek(seat, viewer) in table.standing.peeks.now:
        return
    if table.standing.peeks.ever.count(seat) >= MOST:
        raise Refusal(msg("You've opened your hand {n} times in this game, and that's the limit.", n=MOST))
    if not seen:
        draft.departures.append(departure(table.id, viewer, seat))
    _step(draft, Peek(seat, viewer), ON)


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


def _step(draft: Draft, peek: Peek, notation: str) -> None:
    draft.by = By(peek.viewer, draft.by.interaction)
    draft.step(Kind.PEEK, peek.seat, notation)
