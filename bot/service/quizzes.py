"""Quizzes: questions to everyone about a finished game, and the answers.

A quiz closes after a day, or when enough people have answered. Then its message is edited, and the answers are deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.runtime.clock import Clock
from bot.store import Store, Transaction
from bot.table.log.model import User
from bot.table.log.rows import QuizAnswerRow, QuizRow
from bot.table.posts import Post, PostKind
from bot.table.refusals import Refusal
from engine.words import msg

ENOUGH = 10
"""How many answers close a quiz."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A quiz and its answers at one moment; `post` is the record of its message, if there is one."""

    row: QuizRow
    answers: Sequence[QuizAnswerRow]
    is_open: bool
    post: Post | None
    game: str
    number: int
    """The number of the table, as in its title."""
    language: str
    """The language of the table and of the quiz's message."""

    @property
    def counts(self) -> tuple[int, int]:
        """How many people chose each of the two choices."""
        choices = [answer.choice for answer in self.answers]
        return choices.count(0), choices.count(1)

    def answer_of(self, user: User) -> int | None:
        """Return what a user chose: 0, 1, or None."""
        return next((answer.choice for answer in self.answers if answer.user == user), None)


class Quizzes:
    """Keeps answers to quizzes, and closes them. `SharedPosts` begins a quiz."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._alarms: list[Callable[[int], None]] = []

    def add_alarm(self, alarm: Callable[[int], None]) -> None:
        """Register a callback for the time at which a quiz closes early, in UTC seconds."""
        self._alarms.append(alarm)

    async def answer(self, table: int, answer: QuizAnswerRow, message: int | None) -> Quiz:
        """Save a user's answer while the quiz is open, and return the quiz.

        A press that is older than the saved answer changes nothing. Neither does a press of the user who asks the
        question. `message` is the quiz's message. Raises Refusal if there is no such quiz any more.
        """

        async def work(tx: Transaction) -> Quiz:
            row = await tx.quizzes.quiz(table, lock=True)
            if row is None or row.user is None:
                raise Refusal(msg("This question is gone."))
            if self._is_open(row) and answer.user != row.user:
                await self._save_newer_answer(tx, answer)
            quiz = await self._read_quiz(tx, row)
            # the press proves that the message was sent, even if the bot stopped before it recorded that
            if quiz.post is not None and quiz.post.message is None and message is not None:
                await tx.posts.change_post(quiz.post.id, quiz.post.generation, {"message": message})
            if quiz.is_open and len(quiz.answers) >= ENOUGH:
                now = self._clock.now()
                await tx.quizzes.change(table, {"until": now, "wake_at": now})
                return await self._read_quiz(tx, row._replace(until=now, wake_at=now))
            return quiz

        quiz = await self._store.run(work)
        if not quiz.is_open and quiz.row.wake_at is not None:
            for alarm in self._alarms:
                alarm(quiz.row.wake_at)
        return quiz

    async def _save_newer_answer(self, tx: Transaction, answer: QuizAnswerRow) -> None:
        saved_answers = await tx.quizzes.answers(answer.table)
        if all(
            saved_answer.interaction < answer.interaction
            for saved_answer in saved_answers
            if saved_answer.user == answer.user
        ):
            await tx.quizzes.save_answer(answer)

    async def due_tables(self) -> Sequence[int]:
        """Return the tables whose quiz is due to be edited, longest waiting first; at most 50."""
        return await self._store.run(lambda tx: tx.quizzes.due_quizzes(self._clock.now()))

    async def next_due(self) -> int | None:
        """Return when the next quiz is due to be edited, in UTC seconds; None if there is none."""
        return await self._store.run(lambda tx: tx.quizzes.next_quiz())

    async def read_if_due(self, table: int) -> Quiz | None:
        """Return the quiz of a table if it is due to be edited."""

        async def work(tx: Transaction) -> Quiz | None:
            row = await tx.quizzes.quiz(table)
            is_due = row is not None and row.wake_at is not None and row.wake_at <= self._clock.now()
            return await self._read_quiz(tx, row) if row is not None and is_due else None

        return await self._store.run(work)

    async def finish(self, quiz: Quiz) -> None:
        """Record that the message of a closed quiz was edited, and delete the answers.

        Nothing stays of a quiz if its asker was deleted, or if it was never sent. If the quiz has changed since it was
        read, do nothing, since its message will be edited again.
        """
        table = quiz.row.table

        async def work(tx: Transaction) -> None:
            if await tx.quizzes.quiz(table, lock=True) != quiz.row:
                return
            if quiz.row.user is not None and quiz.post is not None and quiz.post.message is not None:
                await tx.quizzes.drop_answers(table)
                await tx.quizzes.change(table, {"wake_at": None})
                return
            await tx.quizzes.drop(table)
            await tx.posts.forget_posts(table, kinds=(PostKind.QUIZ,))
            if quiz.post is not None:
                await tx.posts.drop_post(quiz.post.id)

        await self._store.run(work)

    async def put_off(self, table: int, seconds: int) -> None:
        """Try to edit the message of a quiz again in `seconds`, since it could not be edited now."""
        await self._store.run(lambda tx: tx.quizzes.change(table, {"wake_at": self._clock.now() + seconds}))

    def _is_open(self, row: QuizRow) -> bool:
        return self._clock.now() < row.until

    async def _read_quiz(self, tx: Transaction, row: QuizRow) -> Quiz:
        post_row = await tx.posts.post(row.table, PostKind.QUIZ, 0)
        table = await tx.tables.table(row.table)
        assert table is not None  # tables are never deleted
        answers = await tx.quizzes.answers(row.table)
        post = None if post_row is None else Post.of(post_row)
        return Quiz(row, answers, self._is_open(row), post, table.game, table.number, table.language)
