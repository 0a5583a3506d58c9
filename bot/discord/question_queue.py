"""Answers each person's questions one after the other.

So a flood of questions delays only that person's answers. A question is anything that needs an answer: a command, a
press, a filled-in form, or a request for suggestions.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.table.log.model import User
from bot.table.refusals import TooMuch

PATIENCE = 3.0
"""Seconds that a question waits for the same person's previous question, whose answer may wait for Discord."""
PAUSE_FACTOR = 2.0
"""The length of the pause after a turn, as a multiple of the turn's length.

So a person who asks endlessly gets at most a third of the bot's time.
"""


@dataclass
class _Questions:
    """The unanswered questions of one person."""

    count: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class QuestionQueue:
    """The unanswered questions of all people, at most `max_count` for each."""

    def __init__(self, max_count: int, patience: float = PATIENCE) -> None:
        self._max_count = max_count
        self._patience = patience
        self._questions_of: dict[User, _Questions] = {}

    @property
    def people_count(self) -> int:
        """How many people have unanswered questions."""
        return len(self._questions_of)

    @asynccontextmanager
    async def turn(self, user: User, patience: float | None = None) -> AsyncIterator[None]:
        """Wait until a user's earlier question is answered, or for `patience` seconds.

        Pass a short `patience` for a question that must be answered at once. Raises TooMuch if too many of the user's
        questions are unanswered.
        """
        questions = self._questions_of.setdefault(user, _Questions())
        if questions.count >= self._max_count:
            raise TooMuch(questions.count)
        questions.count += 1
        try:
            async with _hold_turn(questions, self._patience if patience is None else patience):
                yield
        finally:
            questions.count -= 1
            if not questions.count:
                del self._questions_of[user]


@asynccontextmanager
async def _hold_turn(questions: _Questions, patience: float) -> AsyncIterator[None]:
    """Hold a person's turn, if it is free in time; otherwise go on without the turn.

    If more of their questions wait, the next one begins after a pause of `PAUSE_FACTOR` times this turn's length.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(patience):
            await questions.turn.acquire()
    except TimeoutError:
        yield
        return
    began = loop.time()
    try:
        yield
    finally:
        if questions.count > 1:  # others wait besides this one
            loop.call_later(PAUSE_FACTOR * (loop.time() - began), questions.turn.release)
        else:
            questions.turn.release()
