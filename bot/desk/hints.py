"""Hints during a game and the analysis after it, each for the caller alone."""

from __future__ import annotations

from bot.computer.worker import Failed
from bot.desk import finding, play
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.model import Hint, Question
from bot.table.refusals import Refusal, Stale
from bot.table.rules import hints
from bot.talk.hint import ONLY, analysed, better, hinted
from bot.talk.letter import Letter, Purpose
from bot.talk.menu import several
from bot.work import Line, Outdated
from engine.players import best
from engine.words import Message, msg

STRONGEST, QUICK = "hard", "medium"
"""The computer player that is asked, and the one that looks through a whole game first."""


@play.or_hand
async def hint(ask: Ask) -> Letter:
    """Show the caller's hand, and what the strongest computer player would do with it."""
    question, hint = await ask.service.tables.see(ask.at, hints.asked, ask.user)
    note = ONLY
    if several(question.observation.choices):
        if hint is None:
            hint = await _thought(ask, question)
            await ask.do(hints.give, ask.user, hint)
        note = _said(ask, question, hint)
    return await ask.tools.hands.letter(await ask.service.tables.observe(ask.at, ask.user), ask.caller.locale, note)


def _said(ask: Ask, question: Question, hint: Hint) -> Message:
    seen = question.observation
    label = next(choice.label for choice in seen.choices if choice.notation == hint.notation)
    return hinted(label, ask.game(question.table).voice.why(seen, hint.notation))


async def _thought(ask: Ask, question: Question) -> Hint:
    """Return what the strongest computer player would do. Raises Stale where the table moves on before it is asked."""
    table = question.table
    try:
        worth = await ask.tools.pool.judge(
            question, STRONGEST, Line.HINT, ask.user, lambda: not ask.service.repository.moved_on(table)
        )
    except Outdated:
        raise Stale from None
    except Failed:
        raise Refusal(msg("I have no hint right now. Try again in a moment.")) from None
    return Hint(table.position_seq, best(worth))


async def analysis(ask: Ask) -> Letter:
    """Tell the moments of a game that is over where another action of the caller would have been better."""
    table, game = ask.table, ask.game(ask.table)
    moments = await ask.tools.analyst.moments(table.id, ask.user, QUICK, STRONGEST)
    told = [better(game, moment.decision, moment.chosen, moment.better) for moment in moments]
    return ask.says(analysed(ask.title(table), told), table)


HINT = at_table("hint", "What a strong player would do", finding.HAND, Purpose.HINT)
ANALYSIS = at_table("analysis", "Your turning points in a finished game", finding.RESULT, Purpose.ANALYSIS)
