"""Plans: the moves that a player wants to make when their turn comes.

Most functions change a draft. Plans aren't in the log, so nobody else can learn of them before they are played.

In the player's next turn with a choice, the first plan that is possible is played. The plans before it are dropped, and
the plans after it are kept for later turns. If no plan is possible, all are dropped and the player decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.table.clock.timing import Timing, private_of, with_plans
from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Status, User
from bot.table.log.steps import Kind
from bot.table.private import NO_PLANS, Plans
from bot.table.refusals import NotSeated, Refusal
from engine.game import DEALER, Seat
from engine.words import count, msg

MAX_PLANS = 3
"""How many moves a player can plan."""


def add(draft: Draft, user: User, seq: int, text: str) -> None:
    """Plan one more move, after the moves that are planned already.

    `seq` is the step of the position that the player saw. Planning the same move twice changes nothing.
    """
    seat = _seat_of(draft, user)
    if draft.table.to_act == seat:
        raise Refusal(msg("It's your turn already, so make your move."))
    if draft.table.to_act in (None, DEALER):
        raise Refusal(msg("That round is over. You can plan again once the next one is dealt."))
    if seq < draft.position.dealt_seq:
        raise Refusal(msg("Tiles were dealt since then. Open *Plan ahead* again to see what you can plan."))
    if len(draft.table.people) < 2:
        raise Refusal(msg("Computer players don't keep you waiting, so there's nothing to plan here."))
    seen = draft.state.observe(seat)
    read = draft.game.premoves.read
    planned = tuple(plan for plan in _plans_of(draft, seat).planned if read(seen, plan))  # only possible ones
    premove = read(seen, text)
    if premove is None:
        raise Refusal(msg("That can't happen any more in this round. Open *Plan ahead* again to see what can."))
    if premove.text in planned:
        return
    if len(planned) >= MAX_PLANS:
        raise Refusal(
            count(
                "You've planned {n} move already. Remove one first.",
                "You've planned {n} moves already. Remove one first.",
                MAX_PLANS,
            )
        )
    _set_plans(draft, seat, Plans((*planned, premove.text)))


def remove(draft: Draft, user: User, text: str) -> None:
    """Remove the plan `text`; do nothing if it is no longer planned."""
    seat = _seat_of(draft, user)
    plans = _plans_of(draft, seat)
    planned = tuple(other for other in plans.planned if other != text)
    _set_plans(draft, seat, msgspec.structs.replace(plans, planned=planned))


def play(draft: Draft) -> None:
    """Play the plans of the players to move, and drop plans that are not possible.

    If a move was taken back, drop all plans of all players, since they may have been answers to that move.
    """
    if any(row.kind == Kind.UNDO.value for row in draft.steps):
        for other_seat in range(len(draft.table.timing.seats)):
            plans = _plans_of(draft, other_seat)
            _set_plans(draft, other_seat, _drop_plans(plans, dropped=plans.planned, planned=()))
    while (seat := _seat_with_plans_to_act(draft)) is not None:
        plans = _plans_of(draft, seat)
        first_possible = draft.game.premoves.find_first_possible(draft.state.observe(seat), plans.planned)
        if first_possible is None:
            _set_plans(draft, seat, _drop_plans(plans, dropped=plans.planned, planned=()))
            return
        text, notation = first_possible
        cause = draft.cause
        draft.cause = Cause(draft.table.seats[seat].user)
        draft.step(Kind.ACT, seat, notation)
        draft.cause = cause
        index = plans.planned.index(text)
        seen = draft.state.observe(seat)
        later_plans = [plan for plan in plans.planned[index + 1 :] if draft.game.premoves.read(seen, plan)]
        _set_plans(draft, seat, _drop_plans(plans, dropped=plans.planned[:index], planned=later_plans))
        draft.add_automatic_steps()


def drop_ended_plans(draft: Draft, timing: Timing, ended: Seat | None) -> Timing:
    """Return the clock without the plans that the steps of this change have ended.

    The plans are stored in the clock. When a round ends, all plans are forgotten. If a computer player plays a seat,
    that seat's plans are forgotten. `ended` is the seat whose turn has ended, if any. Its player has seen which plans
    were dropped, so the list of dropped plans is emptied.
    """
    seats = [seat for seat, time in enumerate(timing.seats) if time.private != NO_PLANS]
    is_round_over = draft.table.status is not Status.RUNNING or draft.state.observe(None).is_scored
    for seat in seats:
        if is_round_over or draft.table.seats[seat].player is not None:
            timing = with_plans(timing, seat, NO_PLANS)
        elif seat == ended:
            timing = with_plans(timing, seat, Plans(private_of(timing, seat).planned))
    return timing


def _seat_with_plans_to_act(draft: Draft) -> Seat | None:
    """Return the seat to act if its person plays it and has any plans, else None."""
    seat, table = draft.table.to_act, draft.table
    if seat is None or seat == DEALER or not table.can_move or table.seats[seat].player is not None:
        return None
    return seat if _plans_of(draft, seat).planned else None


def _drop_plans(plans: Plans, dropped: Sequence[str], planned: Sequence[str]) -> Plans:
    """Return a player's plans once some were `dropped` and only `planned` are left."""
    return Plans(tuple(planned), (*plans.dropped, *dropped)[-MAX_PLANS:])


def _plans_of(draft: Draft, seat: Seat) -> Plans:
    return private_of(draft.table.timing, seat)


def _set_plans(draft: Draft, seat: Seat, plans: Plans) -> None:
    draft.table = replace(draft.table, timing=with_plans(draft.table.timing, seat, plans))


def _seat_of(draft: Draft, user: User) -> Seat:
    """Return the seat that a user plays themselves. Raises a Refusal if there is none."""
    draft.require_running()
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if draft.table.seats[seat].player is not None:
        raise Refusal(msg("A computer player plays for you. Take your seat back first."))
    return seat
