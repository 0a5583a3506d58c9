"""Posting a replay, the best moment or a quiz of a finished game in its channel.

Each is posted only once: a replay without a preview, the others after one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from bot.desk import moment, quiz, replay
from bot.desk.ask import Ask
from bot.desk.post_once import post_once
from bot.table.log.model import Seen
from bot.table.log.rows import QuizRow
from bot.table.posts import PostKind
from bot.table.record import film
from bot.table.refusals import NotSeated, Refusal
from bot.talk import quiz as quiz_talk
from bot.talk import replay as talk
from bot.talk.letter import Letter, Picture
from engine.game import Seat
from engine.words import Message, msg


class Shareable(NamedTuple):
    """Something to post, with functions that build its letter and its picture.

    `number` is the round of a replay, else 0. The letter depends on the seat that shares it. If there is a
    `question`, a preview asks it first.
    """

    kind: PostKind
    number: int
    letter: Callable[[Seat], Letter]
    picture: Callable[[], Awaitable[Picture]]
    question: Message | None = None
    quiz: QuizRow | None = None


def progress_text(data: str) -> Message:
    """Return what a user reads while the bot prepares what a control shares."""
    item = data.removeprefix(talk.POST)
    if item.startswith(quiz_talk.ASK):
        return quiz_talk.PREPARING
    return talk.FINDING if item == talk.MOMENT else talk.MAKING


async def share(ask: Ask) -> Letter:
    """Post something from a game, or first show a preview of it."""
    # `local_table`, because a player who was removed from the server must not post there from a private message
    film.require_game_over(ask.local_table)
    if ask.seat is None or ask.table.private:
        raise NotSeated
    if ask.data == talk.NOT_NOW:
        return talk.not_posted(ask.table, ask.words())
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    item = ask.data.removeprefix(talk.POST)
    shareable = await _find_shareable(ask.in_public(), seen, item)
    await _require_unshared(ask, shareable)
    if shareable.question is not None and item == ask.data:  # data that begins with POST confirms a preview
        letter = talk.preview(shareable.letter(ask.seat), shareable.question, seen.table, item, ask.words())
        return replace(letter, pictures=(await shareable.picture(),))
    return ask.reply(talk.share_notice(await _post(ask, shareable, ask.seat)), ask.table)


async def _find_shareable(ask: Ask, seen: Seen, item: str) -> Shareable:
    """Return what a control shares: the moment, a quiz, or the replay of a round or of the game."""
    if item == talk.MOMENT:
        return await _moment(ask, seen)
    if item.startswith(quiz_talk.ASK):
        return await _quiz(ask, item.removeprefix(quiz_talk.ASK))
    number = talk.parse_round(item, seen.observation.round)
    game, words = ask.game(seen.table), ask.words(seen.table)
    return Shareable(
        PostKind.FILM,
        number,
        lambda seat: talk.public_letter(game, seen.table, number, seat, words),
        lambda: replay.picture(ask, seen, number),
    )


async def _moment(ask: Ask, seen: Seen) -> Shareable:
    best = await moment.find_best(ask, seen)
    return Shareable(
        PostKind.MOMENT,
        number=0,
        letter=lambda seat: moment.letter(ask, seen, best, seat),
        picture=lambda: moment.picture(ask, seen, best),
        question=talk.CONFIRM,
    )


async def _quiz(ask: Ask, step: str) -> Shareable:
    prepared = await quiz.prepare(ask, step)
    return Shareable(
        PostKind.QUIZ,
        number=0,  # one for each game, whoever asks
        letter=lambda _: prepared.letter,
        picture=lambda: quiz.picture(ask, prepared),
        question=quiz_talk.CONFIRM,
        quiz=prepared.row,
    )


async def _require_unshared(ask: Ask, shareable: Shareable) -> None:
    """Raise Refusal if this was posted already (with a link to it), or if the game may have no more posts."""
    message = await ask.service.shares.find_message(ask.table_id, shareable.kind, shareable.number)
    if message is not None:
        raise Refusal(msg("It's shared already: {link}", link=f"{talk.link(ask.table)}/{message}"))


async def _post(ask: Ask, shareable: Shareable, seat: Seat) -> str:
    """Post something, and return its link. Raises Refusal if it cannot be posted."""
    letter = replace(shareable.letter(seat), pictures=(await shareable.picture(),))
    texts = {shareable.letter(other).text for other in range(len(ask.table.seats))}  # any player may have shared it
    message = await post_once(ask, shareable.kind, shareable.number, letter, texts, shareable.quiz)
    return f"{talk.link(ask.table)}/{message}"
