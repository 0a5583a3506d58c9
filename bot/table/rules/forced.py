"""Moves without a choice, made for a player who wishes that, and those that a player has planned. Each function changes
a draft.

What everybody knows to have been the only way, once it is taken, is taken at once. What would tell a hand waits for a
moment like those in which its player acts; until then, and after it, nothing differs from a move of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.table.clock import own, replies
from bot.table.clock.own import QUICKLY, moment
from bot.table.clock.reminders import Wishes
from bot.table.draft import Draft
from bot.table.model import By
from bot.table.rules import premoves
from bot.table.steps import Kind
from engine.game import DEALER, Observation, Seat


def only(chooses: Callable[[str], bool], seen: Observation, at_deadline: str, *, confirming: bool) -> str | None:
    """Return the one thing that a seat can do as it sees the table; None where it has a choice.

    `chooses` tells of a notation whether it names one thing of several. Ends that differ only in the picture are no
    choice, and what would be a foul is none.
    """
    able = [choice.notation for choice in seen.choices if choice.enabled and choice.same_as is None]
    if len(able) == 1:
        return able[0]
    return at_deadline if confirming and not any(map(chooses, able)) else None


def only_now(draft: Draft) -> str | None:
    """Return the one thing that the seat to act can do; None where it has a choice, and where it is no person's."""
    seat, table = draft.table.to_act, draft.table
    if seat is None or seat == DEALER or not table.goes_on or table.seats[seat].player is not None:
        return None
    state = draft.state
    return only(draft.game.chooses, state.observe(seat), str(state.at_deadline()), confirming=state.confirming)


def openly(draft: Draft, wishes: Wishes) -> bool:
    """Take the step of the player to move at once, where everybody knows that there is no other; return whether."""
    if not wishes.forced or only_now(draft) is None:
        return False
    actions, seat = draft.state.legal_actions(), draft.table.to_act
    if len(actions) != 1 or not draft.game.forced(draft.state.observe(None), str(actions[0])):
        return False
    draft.step(Kind.AUTO, seat, str(actions[0]))
    draft.automatic()
    return True


def plan(draft: Draft, wishes: Wishes) -> None:
    """Settle once in each position when the bot acts for the player to move: where they have planned what is possible
    now, or have no choice and wish that.

    A player who is late already, or on holiday, is away: nothing is to tell such turns from the others.
    """
    table, timing = draft.table, draft.table.timing
    turn = timing.turn
    if turn is None or turn.planned == table.position_seq:
        return
    timing = own.with_elsewhere(timing, turn.seat, wishes.acts)
    draft.table = table = replace(table, timing=timing)
    if not wishes.forced and not turn.own_after and not own.premoves(timing, turn.seat):
        return
    away = _away(draft, turn.seat)
    hidden = len(table.people) > 1  # computer players guess nothing from a pause
    wanted = premoves.due(draft) is not None or (wishes.forced and only_now(draft) is not None)
    at = _moment(draft, turn.seat, wishes) if wanted and hidden and not away else None
    draft.table = replace(table, timing=own.planned(timing, table.position_seq, at))


def play(draft: Draft) -> None:
    """Act for the player to move as they would: the step is theirs, and nothing marks it."""
    seat, planned = draft.table.to_act, premoves.due(draft)
    notation = planned[1] if planned else only_now(draft)
    if seat is None or notation is None or _away(draft, seat):
        timing = own.planned(draft.table.timing, draft.table.position_seq, None)
        draft.table = replace(draft.table, timing=timing)
        return
    if planned:
        premoves.made(draft, seat, planned[0])
    draft.for_player, draft.by = True, By(draft.table.seats[seat].user)
    draft.step(Kind.ACT, seat, notation)
    draft.automatic()


def _away(draft: Draft, seat: Seat) -> bool:
    """Return whether all know that a player is not there: then no move of theirs comes."""
    return draft.table.timing.seats[seat].late > 0 or draft.table.on_holiday(seat) is not None


def _moment(draft: Draft, seat: Seat, wishes: Wishes) -> int | None:
    timing, now = draft.table.timing, draft.now
    turn = timing.turn
    assert turn
    if turn.acted:
        return now + draft.chance.choice(QUICKLY)
    known = replies.filled(timing.seats[seat].replies, replies.of(wishes.replies, timing.preset))
    since, after = max(turn.since, turn.rests_until), max(now, turn.rests_until)
    return moment(own.rhythm(timing, seat), known, timing.preset, since, after, timing.due, draft.chance)
