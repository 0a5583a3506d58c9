"""Pre-moves: what a player wants done when their turn comes. Each function changes a draft, or reads one.

They are no steps: the log, and with it everybody else, learns nothing of them. When and how they are made is in
rules/forced.py. Each is tried in one turn that leaves its player a choice; those after one that was made wait for the
next turn.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock import own
from bot.table.clock.timing import Timing
from bot.table.draft import Draft
from bot.table.habits import Acted
from bot.table.model import User
from bot.table.refusals import NotSeated, Refusal
from bot.table.steps import Kind
from engine.game import DEALER, Seat
from engine.words import msg

MOST = 3


def add(draft: Draft, user: User, seq: int, text: str) -> None:
    """Plan one more, after the others; `seq` is the position in which it was offered. Twice the same changes nothing.

    A player who plans is awake: their moves may come in that hour of the day.
    """
    seat = _seat_of(draft, user)
    if draft.table.to_act == seat:
        raise Refusal(msg("It's your turn already, so make your move."))
    if draft.table.to_act in (None, DEALER):
        raise Refusal(msg("That round is over. You can plan again once the next one is dealt."))
    if seq < draft.folded.dealt_seq:
        raise Refusal(msg("Tiles were dealt since then. Open *Plan ahead* again to see what you can plan."))
    if len(draft.table.people) < 2:
        raise Refusal(msg("Computer players don't keep you waiting, so there's nothing to plan here."))
    seen, read = draft.state.observe(seat), draft.game.premoves.read
    planned = tuple(each for each in own.premoves(draft.table.timing, seat) if read(seen, each))
    planning = read(seen, text)
    if planning is None:
        raise Refusal(msg("That can't happen any more in this round. Open *Plan ahead* again to see what can."))
    if planning.text in planned:
        return
    if len(planned) >= MOST:
        raise Refusal(msg("You've planned {n} moves already. Remove one first.", n=MOST))
    _keep(draft, seat, (*planned, planning.text))
    timing = own.noticed(draft.table.timing, seat, draft.now)
    draft.acted[user] = Acted(hour=True, begins=True)
    draft.table = replace(draft.table, timing=own.counted(timing, seat, draft.now) or timing)


def remove(draft: Draft, user: User, text: str) -> None:
    """Give up one of them; one that is not planned any more changes nothing. In the player's turn they move by hand
    then."""
    seat = _seat_of(draft, user)
    planned, turn = own.premoves(draft.table.timing, seat), draft.table.timing.turn
    if text not in planned:
        return
    _keep(draft, seat, tuple(other for other in planned if other != text))
    if turn is not None and turn.seat == seat:
        timing = own.planned(draft.table.timing, draft.table.position_seq, None)
        draft.table = replace(draft.table, timing=timing)


def due(draft: Draft) -> tuple[str, str] | None:
    """Return the pre-move that is possible now, and its notation; None where there is none, or it is nobody's turn."""
    seat, table = draft.table.to_act, draft.table
    if seat is None or seat == DEALER or not table.goes_on or table.seats[seat].player is not None:
        return None
    texts = own.premoves(table.timing, seat)
    return draft.game.premoves.first(draft.state.observe(seat), texts) if texts else None


def made(draft: Draft, seat: Seat, text: str) -> None:
    """Drop one that is made now, and those before it: they were tried."""
    planned = own.premoves(draft.table.timing, seat)
    _keep(draft, seat, planned[planned.index(text) + 1 :])


def standing(draft: Draft, timing: Timing, ended: Seat | None) -> Timing:
    """Return the clock with the pre-moves that still stand after the steps that were added; `ended` is the seat whose
    turn is over. Those of a player for whom the bot did what they had planned, or what was without a choice, wait for
    their next turn."""
    seats = [seat for seat, known in enumerate(timing.seats) if known.premoves]
    if not seats:
        return timing
    all_void = any(row.kind == Kind.UNDO.value for row in draft.steps) or draft.state.observe(None).scored
    for seat in seats:
        tried = seat == ended and not draft.for_player
        if all_void or tried or draft.table.seats[seat].player is not None:
            timing = own.with_premoves(timing, seat, ())
    return timing


def _seat_of(draft: Draft, user: User) -> Seat:
    """Return the seat of a player who plays it themselves. Raises a Refusal for all others."""
    draft.running()
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if draft.table.seats[seat].player is not None:
        raise Refusal(msg("A computer player plays for you. Take your seat back first."))
    return seat


def _keep(draft: Draft, seat: Seat, texts: tuple[str, ...]) -> None:
    draft.table = replace(draft.table, timing=own.with_premoves(draft.table.timing, seat, texts))
