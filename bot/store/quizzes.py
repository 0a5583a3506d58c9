"""The SQL of quizzes: questions to everyone about a finished game, and the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import quiz_answers, quizzes, tables
from bot.store.shard_share import ALL, Share
from bot.table.log.rows import QuizAnswerRow, QuizRow

MAX_DUE = 50
"""How many due quizzes are returned at a time."""
_OF_TABLE = bindparam("table", type_=BigInteger)
_USER, _AT = bindparam("user", type_=BigInteger), bindparam("at", type_=BigInteger)
_QUIZ = select(quizzes).where(quizzes.c.table_id == _OF_TABLE)
_QUIZ_LOCKED = _QUIZ.with_for_update()
_ADD = insert(quizzes)
_CHANGE = update(quizzes).where(quizzes.c.table_id == _OF_TABLE)
_DROP = delete(quizzes).where(quizzes.c.table_id == _OF_TABLE)
_QUIZZES_OF = select(quizzes).where(quizzes.c.user_id == _USER).order_by(quizzes.c.table_id)
_ANSWERS = select(quiz_answers).where(quiz_answers.c.table_id == _OF_TABLE).order_by(quiz_answers.c.interaction)
_DROP_ANSWERS = delete(quiz_answers).where(quiz_answers.c.table_id == _OF_TABLE)
_ADD_ANSWER = insert(quiz_answers)
_CHANGE_ANSWER = (
    update(quiz_answers)
    .where(quiz_answers.c.table_id == _OF_TABLE, quiz_answers.c.user_id == _USER)
    .values(choice=bindparam("chosen"), interaction=bindparam("press", type_=BigInteger))
)
_ANSWERS_BY = select(quiz_answers).where(quiz_answers.c.user_id == _USER).order_by(quiz_answers.c.table_id)
_FORGET_USER = (
    delete(quiz_answers).where(quiz_answers.c.user_id == _USER),
    update(quizzes).where(quizzes.c.user_id == _USER).values(user_id=None, wake_at=0),  # to be edited at once
)
_LONGEST_DUE_FIRST = (quizzes.c.wake_at, quizzes.c.table_id)


class QuizStatements:
    """Reads and writes quizzes about finished games."""

    def __init__(self, connection: AsyncConnection, share: Share = ALL) -> None:
        """Return due quizzes only if their servers belong to this share."""
        self._connection = connection
        self._ours = share.among(tables.c.guild)

    async def quiz(self, table: int, *, lock: bool = False) -> QuizRow | None:
        """Return the quiz about a game.

        With `lock`, the row stays locked until this transaction ends.
        """
        row = (await self._connection.execute(_QUIZ_LOCKED if lock else _QUIZ, {"table": table})).one_or_none()
        return None if row is None else QuizRow(*row)

    async def add(self, row: QuizRow) -> None:
        """Record that a user asks everyone about a game."""
        values = {"table_id": row.table, "user_id": row.user, **row._asdict()}
        del values["table"], values["user"]
        await self._connection.execute(_ADD, values)

    async def change(self, table: int, values: Mapping[str, int | None]) -> None:
        """Write some columns of a quiz."""
        await self._connection.execute(_CHANGE.values(**values), {"table": table})

    async def drop(self, table: int) -> None:
        """Delete a quiz and its answers."""
        await self.drop_answers(table)
        await self._connection.execute(_DROP, {"table": table})

    async def answers(self, table: int) -> Sequence[QuizAnswerRow]:
        """Return the answers to a quiz."""
        return [QuizAnswerRow(*row) for row in await self._connection.execute(_ANSWERS, {"table": table})]

    async def save_answer(self, row: QuizAnswerRow) -> None:
        """Store a user's answer, replacing an earlier answer."""
        change = {"table": row.table, "user": row.user, "chosen": row.choice, "press": row.interaction}
        if not (await self._connection.execute(_CHANGE_ANSWER, change)).rowcount:
            new_row = {"table_id": row.table, "user_id": row.user, "choice": row.choice, "interaction": row.interaction}
            await self._connection.execute(_ADD_ANSWER, new_row)

    async def drop_answers(self, table: int) -> None:
        """Delete the answers to a quiz."""
        await self._connection.execute(_DROP_ANSWERS, {"table": table})

    # quizzes whose message is to be edited

    async def due_quizzes(self, now: int) -> Sequence[int]:
        """Return the tables whose quiz is to be edited, longest waiting first; at most `MAX_DUE`."""
        due = self._waiting(quizzes.c.table_id).where(quizzes.c.wake_at <= _AT).limit(MAX_DUE)
        return (await self._connection.scalars(due, {"at": now})).all()

    async def next_quiz(self) -> int | None:
        """Return when the next quiz is to be edited."""
        earliest: int | None = await self._connection.scalar(self._waiting(quizzes.c.wake_at).limit(1))
        return earliest

    def _waiting(self, column: ColumnElement[int]) -> Select[int]:
        """Select a column of the quizzes whose message waits for an edit, longest due first."""
        statement = select(column).join(tables, tables.c.id == quizzes.c.table_id)
        return statement.where(quizzes.c.wake_at.is_not(None), *self._ours).order_by(*_LONGEST_DUE_FIRST)

    # what is stored about a user

    async def quizzes_of(self, user: int) -> Sequence[QuizRow]:
        """Return the quizzes that a user has begun."""
        return [QuizRow(*row) for row in await self._connection.execute(_QUIZZES_OF, {"user": user})]

    async def answers_of(self, user: int) -> Sequence[QuizAnswerRow]:
        """Return a user's answers to quizzes."""
        return [QuizAnswerRow(*row) for row in await self._connection.execute(_ANSWERS_BY, {"user": user})]

    async def forget_quizzes(self, user: int) -> None:
        """Delete a user's answers, and remove their name from their own quizzes, which are then due to be removed."""
        for statement in _FORGET_USER:
            await self._connection.execute(statement, {"user": user})
