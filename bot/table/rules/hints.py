"""Hints during a game, and the decisions that are analysed after it. Both can name hidden tiles of the user's seat."""

from __future__ import annotations

from dataclasses import replace

from bot.table.log.draft import Draft
from bot.table.log.fold import ReplayedStep
from bot.table.log.model import Decision, Hint, Question, Status, Table, User
from bot.table.log.steps import HINTS_OFF, HINTS_ON, SEAT_HANDOVERS, Kind
from bot.table.refusals import NotSeated, NotStarted, Refusal, Stale
from bot.table.rules import lobby, play
from engine.game import Seat
from engine.words import msg


def allow(draft: Draft, user: User, *, allowed: bool) -> None:
    """Set whether hints are given in this game; only the host may."""
    lobby.require_host_in_lobby(draft, user)
    draft.step(Kind.OPTION, draft.table.seat_of(user), HINTS_ON if allowed else HINTS_OFF)


def require_hint_question(draft: Draft, user: User) -> tuple[Question, Hint | None]:
    """Return the decision that a user wants a hint for, and its earlier hint, if any.

    Raises a Refusal if the user can't have a hint.
    """
    draft.require_running()
    seat, question = draft.table.seat_of(user), play.find_question(draft)
    if seat is None:
        raise NotSeated
    if not draft.table.hints_allowed:
        raise Refusal(msg("Hints are off in this game. The host decides that before the start."))
    if question is None or question.seat != seat:
        raise play.out_of_turn(draft.table.to_act)
    hint = draft.position.hint
    return question, hint if hint and hint.position_seq == draft.table.position_seq else None


def give(draft: Draft, user: User, hint: Hint) -> None:
    """Record a hint before it is shown, once for each position.

    Raises Stale if the position has changed.
    """
    question, earlier_hint = require_hint_question(draft, user)
    if hint.position_seq != draft.table.position_seq:
        raise Stale
    if earlier_hint is None:
        draft.step(Kind.HINT, question.seat, hint.notation)


def require_analysis_seat(table: Table, user: User) -> Seat:
    """Return the seat whose decisions a user wants analysed. Raises a Refusal unless the game is over."""
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    if table.status is Status.LOBBY:
        raise NotStarted
    if table.status is not Status.OVER:
        raise Refusal(msg("The analysis shows what others held. Ask again when the game is over."))
    return seat


def collect_decision(draft: Draft, step: ReplayedStep, seat: Seat, decisions: list[Decision]) -> None:
    """If a seat's person decided something in a step, add that to `decisions`, with what they saw then."""
    row, before = step.row, step.before
    if row.seat != seat:
        return
    if row.kind in SEAT_HANDOVERS:
        decisions.clear()  # the earlier decisions were another player's
    elif row.kind == Kind.ACT and before.standing.players[seat] is None:
        table = replace(draft.table, standing=before.standing)
        question = play.find_question(replace(draft, position=before, table=table))
        assert question is not None
        decisions.append(Decision(question, row.seq, row.notation))
