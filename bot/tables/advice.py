"""Hints during a game and the decisions that are looked at after it. What is told here names tiles of its seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.refusals import NotSeated, NotStarted, NotYourTurn, Refusal, Stale
from bot.tables import lobby, play
from bot.tables.draft import Draft
from bot.tables.fold import Entry, replay
from bot.tables.model import Decision, Hint, Question, Status, User
from bot.tables.steps import Kind
from engine.words import Who, msg

ON, OFF = "on", "off"


def allow(draft: Draft, user: User, *, allowed: bool) -> None:
    """Say whether hints are given in this game; the host's right."""
    lobby.host_in_lobby(draft.table, user)
    draft.step(Kind.HINTS, draft.table.seat_of(user), ON if allowed else OFF)


def asked(draft: Draft, user: User) -> tuple[Question, Hint | None]:
    """What somebody wants a hint about, and the hint where they have it already. Raises a Refusal."""
    draft.running()
    seat, question = draft.table.seat_of(user), play.question(draft)
    if seat is None:
        raise NotSeated
    if not draft.table.hints_allowed:
        raise Refusal(msg("There are no hints in this game: the host decides that before the start."))
    if question is None or question.seat != seat:
        raise NotYourTurn(msg("It is {who}'s turn.", who=Who(draft.table.to_act or 0)))
    hint = draft.folded.hint
    return question, hint if hint and hint.position_seq == draft.table.position_seq else None


def give(draft: Draft, user: User, hint: Hint) -> None:
    """Write down a hint before it is told; once for each position. Raises Stale where that is another by now."""
    question, before = asked(draft, user)
    if hint.position_seq != draft.table.position_seq:
        raise Stale
    if before is None:
        draft.step(Kind.HINT, question.seat, hint.notation)


def decisions(draft: Draft, entries: Sequence[Entry], user: User) -> Sequence[Decision]:
    """Everything that somebody decided in a game that is over, as it looked to them then. Raises a Refusal."""
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if draft.table.status is Status.LOBBY:
        raise NotStarted
    if draft.table.status is not Status.OVER:
        raise Refusal(msg("The analysis tells what others held, so it waits for the end of the game."))
    found = list[Decision]()
    for step in replay(draft.table.id, (entry.row for entry in entries), draft.game, draft.seeds):
        before = step.before
        if step.row.kind in (Kind.JOIN.value, Kind.LEAVE.value) and step.row.seat == seat:
            found.clear()  # what was decided before was another's
        if step.row.kind == Kind.ACT.value and step.row.seat == seat and before.players[seat] is None:
            table = replace(draft.table, position_seq=before.position_seq, round=before.round, to_act=seat)
            question = play.question(replace(draft, folded=before, table=table))
            assert question is not None
            found.append(Decision(question, step.row.seq, step.row.notation))
    if not found:
        raise Refusal(msg("You made no move of your own in this game, so there is nothing to look at."))
    return found
