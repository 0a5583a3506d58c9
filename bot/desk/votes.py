"""Votes and taking moves back: everybody answers privately."""

from __future__ import annotations

from bot.desk import find_table, play
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Command, at_table
from bot.table.log.steps import Subject
from bot.table.refusals import Stale
from bot.table.rules import votes as rules
from bot.table.surrender import side_that_can_give_up
from bot.talk.letter import Letter, Purpose
from bot.talk.vote import (
    ALONE,
    GO_ON,
    PLAYED_ON,
    TAKEN_BACK,
    YES,
    answered_notice,
    asked_notice,
    confirmation_letter,
    resume_notice,
    too_late_notice,
)
from engine.words import msg


async def propose(ask: Ask) -> Letter:
    """Call a vote, or go on after a pause; a caller who decides alone is asked to confirm."""
    if ask.data == GO_ON:
        return await resume(ask)
    if ask.data in ALONE and ask.table.is_running and _decides_alone(ask):
        return confirmation_letter(ask.table, ask.data, ask.words())
    return await _call_vote(ask)


def _decides_alone(ask: Ask) -> bool:
    """Return whether the caller is the only voter."""
    if ask.data == Subject.GIVE_UP and ask.seat is not None:
        side = side_that_can_give_up(ask.table, ask.seat)
        return [seat for seat in side if ask.table.seats[seat].user] == [ask.seat]  # the only person of their side
    return ask.table.present_seats == (ask.seat,) and len(ask.table.people) == 1


async def _call_vote(ask: Ask) -> Letter:
    table = await ask.do(rules.call_vote, ask.user, ask.data)
    return ask.reply(asked_notice(table), table)


async def answer(ask: Ask) -> Letter:
    """Vote yes or no; if no vote was called, take a lone player's answer to the confirmation."""
    if not ask.seq:  # buttons of a confirmation name no step
        return await _call_vote(ask) if ask.data in ALONE else ask.reply(PLAYED_ON, ask.table)
    yes = ask.data == YES
    changed_table = await ask.do(rules.cast_vote, ask.user, ask.seq, yes=yes)
    return ask.reply(answered_notice(yes=yes), changed_table)


async def resume(ask: Ask) -> Letter:
    """Go on after a pause."""
    changed_table = await ask.do(rules.resume, ask.user)
    return ask.reply(resume_notice(ask.title(changed_table)), changed_table)


async def undo(ask: Ask) -> Letter:
    """Take the caller's newest move back.

    Answer with the hand as it was before the move, or that the other players are asked.
    """
    try:
        changed_table = await ask.do(rules.undo, ask.user, ask.seq)
    except Stale:
        return await play.hand(
            ask, too_late_notice(await ask.service.tables.history(ask.table_id, ask.seq, None), ask.seat)
        )
    vote = changed_table.standing.vote
    if vote is not None and vote.subject == Subject.UNDO and vote.outcome is None:
        return ask.reply(asked_notice(changed_table), changed_table)
    return await play.hand(ask, TAKEN_BACK)


VOTE = Command(
    "vote",
    msg("Ask all to pause, finish or cancel the game"),
    AtTable(find_table.VOTE, lambda typed: (Purpose.PROPOSE, typed["subject"])),
    (
        Arg(
            "subject",
            msg("What all players must agree to"),
            is_required=True,
            choices=[
                (msg("cancel: end without a result"), "cancel"),
                (msg("pause: take a break"), "pause"),
                (msg("finish: end now, keep the scores"), "finish"),
                (msg("give up: with your partner, so that the others win"), "giveup"),
                (msg("resume: continue"), GO_ON),
            ],
        ),
        TABLE,
    ),
)
UNDO = at_table("undo", msg("Take your last move back"), find_table.UNDO, Purpose.UNDO)
