"""Quizzes: a player asks everyone what they would have played, at a turning point of a finished game."""

from __future__ import annotations

from typing import NamedTuple

from bot.desk import hints
from bot.desk.ask import Ask
from bot.pictures.drawings import draw_decision
from bot.service.quizzes import ENOUGH
from bot.table.log.model import Moment, Seen
from bot.table.log.rows import QuizAnswerRow, QuizRow
from bot.table.refusals import Refusal, Unknown
from bot.talk import quiz as talk
from bot.talk.hint import points_of, worth_sentence
from bot.talk.letter import Letter, Picture
from bot.talk.title import title_with_number

CHOICES = ("0", "1")
"""The data of the two buttons."""


class PreparedQuiz(NamedTuple):
    """The question about a turning point, ready to be posted."""

    moment: Moment
    row: QuizRow
    letter: Letter
    names: tuple[str, ...]
    """The names of the seats in the picture."""


async def prepare(ask: Ask, step: str) -> PreparedQuiz:
    """Prepare the quiz about the caller's own turning point at a step. Raises Refusal if there is none."""
    moments = await hints.find_moments(ask)
    moment = next((moment for moment in moments if str(moment.decision.seq) == step), None)
    if moment is None:
        raise Refusal(talk.GONE)
    names = talk.seat_names(len(ask.table.seats), ask.plain_words())
    words = ask.tools.texts.words(ask.caller.locale, names)
    # sorted by notation, so that the order doesn't show which of the two was played
    first, second = sorted((moment.chosen, moment.better), key=lambda choice: choice.notation)
    labels = words.text(first.label), words.text(second.label)
    better_index = int(second is moment.better)
    row = QuizRow(ask.table_id, ask.user, *labels, better_index, points_of(moment))
    title = title_with_number(ask.game(ask.table), ask.table.number)
    return PreparedQuiz(moment, row, talk.letter(title, ask.table_id, labels, ENOUGH, words), names)


async def picture(ask: Ask, quiz: PreparedQuiz) -> Picture:
    """Draw the table and the hand as the caller saw them at that moment, without names."""
    question = quiz.moment.decision.question
    seen = Seen(question.table, question.seat, question.observation, reader=ask.user)
    layout = await ask.service.outbox.layout(ask.table_id, seen.observation.round)
    return await ask.tools.painter.draw(draw_decision, seen, layout, ask.caller.locale, quiz.names)


async def answer(ask: Ask) -> Letter:
    """Store the move that the caller chooses, and answer with the choices of others."""
    if ask.data not in CHOICES:
        raise Unknown
    own_row = QuizAnswerRow(ask.table_id, ask.user, int(ask.data), ask.interaction)
    quiz = await ask.service.quizzes.answer(ask.table_id, own_row, ask.caller.message)
    row = quiz.row
    verdict = None if quiz.is_open else worth_sentence(row.points, row.choices[row.better])
    own_choice = quiz.answer_of(ask.user)
    return ask.reply(talk.answer(row.choices, quiz.counts, own_choice, verdict, asks=ask.user == row.user))
