"""Edits the message of a quiz once: when it closes, or when its player was deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.channel.port import MessageGone, Postman, Refused, TooOften, TryLater
from bot.runtime.clock import Clock
from bot.service import Service
from bot.service.quizzes import Quiz
from bot.table.clock.pace import DAY, HOUR, MINUTE
from bot.talk import quiz as talk
from bot.talk.hint import worth_sentence
from bot.talk.letter import Letter
from bot.talk.title import title_with_number
from bot.talk.words import Texts
from engine.game import Game

TOO_LATE = 7 * DAY
"""Seconds after the end of a quiz until the bot gives up editing its message, if Discord keeps refusing."""
RETRY_DELAY = 5 * MINUTE
"""Seconds until the next attempt if Discord did not answer."""


class QuizCloser:
    """Edits quizzes when the scheduler calls it (`bot.runtime.scheduler.Sleepers`)."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        postman: Postman,
        clock: Clock,
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._clock = clock

    async def find_due(self) -> Sequence[int]:
        """Return the tables whose quiz is due to be edited."""
        return await self._service.quizzes.due_tables()

    async def next_wake(self) -> int | None:
        """Return when the next quiz is due to be edited, or None."""
        return await self._service.quizzes.next_due()

    async def put_off(self, table: int, seconds: int, /) -> None:
        """Postpone the edit of a quiz by `seconds`."""
        await self._service.quizzes.put_off(table, seconds)

    async def tick(self, table: int, /) -> None:
        """Edit the message of a quiz if it is due."""
        quiz = await self._service.quizzes.read_if_due(table)
        if quiz is None:
            return
        try:
            await self._edit_message(quiz)
        except (TryLater, TooOften):
            await self.put_off(table, RETRY_DELAY)
        except Refused:
            if self._clock.now() < quiz.row.until + TOO_LATE:
                await self.put_off(table, HOUR)
            else:
                await self._service.quizzes.finish(quiz)
        else:
            await self._service.quizzes.finish(quiz)

    async def _edit_message(self, quiz: Quiz) -> None:
        post = quiz.post
        if post is None or post.message is None:
            return
        try:
            await self._postman.edit(post.channel, post.message, self._build_letter(quiz))
        except MessageGone:
            return

    def _build_letter(self, quiz: Quiz) -> Letter:
        row, words = quiz.row, self._texts.message_words(quiz.language, ())
        if row.user is None:
            return Letter(words.text(talk.WITHDRAWN))
        verdict = worth_sentence(row.points, row.choices[row.better])
        title = title_with_number(self._games[quiz.game], quiz.number)
        return talk.closed_letter(title, row.choices, quiz.counts, verdict, words)
