"""Hints during a game and the analysis after it, each for the caller alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.desk import play
from bot.desk.ask import Ask
from bot.pictures.drawings import draw_turning_point
from bot.runtime.work import Outdated, Queue
from bot.runtime.workers import WorkerFailed
from bot.table.log.model import Hint, Moment, Question, Seen
from bot.table.refusals import Refusal, Stale
from bot.table.rules import hints
from bot.talk.hint import ONLY, analysis_letter, no_weakness_text
from bot.talk.letter import Letter, Picture
from bot.talk.menu import has_alternatives
from engine.game import Choice
from engine.players import find_best_action
from engine.words import Message, msg, sentences

STRONGEST = "hard"
"""The computer player that judges moves."""
QUICK = "medium"
"""The computer player that first looks through a whole game."""


@play.fall_back_to_hand
async def hint(ask: Ask) -> Letter:
    """Show the caller's hand, and what the strongest computer player would do with it."""
    question, hint = await ask.service.tables.read(ask.table_id, hints.require_hint_question, ask.user)
    note = ONLY  # unless there are several choices
    parts: tuple[str, ...] = ()
    if has_alternatives(question.observation.choices):
        if hint is None:
            hint = await _ask_computer(ask, question)
            await ask.do(hints.give, ask.user, hint)
        advised_choice = next(choice for choice in question.observation.choices if choice.notation == hint.notation)
        note, parts = _hint_message(ask, question, advised_choice), advised_choice.parts
    seen = await ask.service.tables.observe(ask.table_id, ask.user)
    return await ask.tools.hands.build_letter(seen, ask.caller.locale, note, hinted=parts)


def _hint_message(ask: Ask, question: Question, advised_choice: Choice) -> Message:
    """Return what a strong computer player would do, and why."""
    seen, voice = question.observation, ask.game(question.table).voice
    return sentences(voice.hint(seen, advised_choice), voice.why(seen, advised_choice.notation))


async def _ask_computer(ask: Ask, question: Question) -> Hint:
    """Return what the strongest computer player would do.

    Raises Stale if the table moves on before the computer player is asked, and Refusal if it fails.
    """
    table = question.table
    try:
        worth = await ask.tools.pool.judge(
            question, STRONGEST, Queue.HINT, ask.user, lambda: not ask.service.repository.has_moved_on(table)
        )
    except Outdated:
        raise Stale from None
    except WorkerFailed:
        raise Refusal(msg("I have no hint right now. Try again in a moment.")) from None
    return Hint(table.position_seq, find_best_action(worth))


async def analysis(ask: Ask) -> Letter:
    """Show moments in which another action of the caller would have been better.

    The game is over; the moments are shown one at a time.
    """
    table = ask.table
    moments = await find_moments(ask)
    seen = await ask.service.tables.observe(ask.table_id, ask.user)
    if not moments:
        return ask.reply(no_weakness_text(ask.title(table), seen), table)
    wanted_index = int(ask.data) if ask.data.isdecimal() and len(ask.data) < 4 else 0
    index = min(wanted_index, len(moments) - 1)
    letter = analysis_letter(ask.game(table), seen, moments, index, ask.words(table))
    return replace(letter, pictures=(await _picture(ask, moments[index]),))


async def find_moments(ask: Ask) -> Sequence[Moment]:
    """Return the caller's own turning points in a game that is over, the worst first."""
    return await ask.tools.analyst.moments(ask.table_id, ask.user, QUICK, STRONGEST)


async def _picture(ask: Ask, moment: Moment) -> Picture:
    """Draw the caller's view at a moment, with their choice and the better choice."""
    question, painter = moment.decision.question, ask.tools.painter
    seen = Seen(question.table, question.seat, question.observation, reader=ask.user)
    layout = await ask.service.outbox.layout(ask.table_id, seen.observation.round)
    return await painter.draw(draw_turning_point, seen, layout, ask.caller.locale, moment.chosen, moment.better)
