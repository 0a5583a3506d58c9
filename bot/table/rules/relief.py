"""What whoever is to move may ask for instead of moving. Each function changes a draft or raises a Refusal."""

from __future__ import annotations

from dataclasses import replace

from bot.table.draft import Draft
from bot.table.model import User
from bot.table.refusals import NotSeated, NotYourTurn, Refusal, Stale
from bot.table.rules import play, time
from bot.table.steps import Kind
from engine.game import Seat, find
from engine.words import Who, msg


def play_for(draft: Draft, user: User, seq: int, notation: str) -> None:
    """Let the bot play the rest of this turn, beginning with an action that a computer player chose. It goes on as for
    somebody who is late; that they are not late is seen in the log."""
    seat = _mine(draft, user, seq)
    action = find(draft.state.legal_actions(), notation)
    time.play_for(draft, seat, Kind.STAND_IN, "" if action is None else str(action))


def lend(draft: Draft, user: User, seq: int) -> None:
    """Give this turn an hour more, once."""
    seat, timing = _mine(draft, user, seq), draft.table.timing
    if timing.turn is None or timing.pace is None:
        raise Refusal(msg("This game has no clock, so there is no hurry."))
    if timing.turn.lent:
        raise Refusal(msg("You have had your hour more in this turn."))
    lent = timing.lending(draft.now)
    draft.table = replace(draft.table, timing=timing.lent(lent).present(None, draft.now))
    draft.step(Kind.EXTENSION, seat, str(lent))


def _mine(draft: Draft, user: User, seq: int) -> Seat:
    """The seat of somebody whose turn it is, as it was when they saw it."""
    draft.running()
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if seq != table.position_seq:
        raise Stale
    play.need_no_pause(draft)
    if table.to_act != seat:
        raise NotYourTurn(msg("It is {who}'s turn.", who=Who(table.to_act or 0)))
    if table.seats[seat].player is not None:
        raise Refusal(msg("A computer player sits in for you: take your seat back first."))
    return seat
