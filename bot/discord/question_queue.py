"""Each person's questions, one after the other.

So a flood of them slows only their own answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.table.log.model import User
from bot.table.refusals import TooMuch

PATIENCE = 3.0
"""Seconds that a question waits for the one before it, which may wait for Discord itself."""
PAUSE = 2.0
"""The pause as a multiple of the last turn.

So a person who asks without end gets a third of the bot's time at most.
"""


@dataclass
class _Asking:
    """The questions of one person at the moment."""

    questions: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Turns:
    """All people who ask at the moment; each may wait for `most` answers."""

    def __init__(self, most: int, patience: float = PATIENCE) -> None:
        self._most = most
        self._patience = patience
        self._asking: dict[User, _Asking] = {}

    @property
    def people(self) -> int:
        """How many people wait for an answer."""
        return len(self._asking)

    @asynccontextmanager
    async def turn(self, user: User, patience: float | None = None) -> AsyncIterator[None]:
        """Wait until an earlier question of a user is answered, or for `patience` seconds.

        What can only be answered at once has little patience. Raises TooMuch if too many of their questions are not
        answered yet.
        """
        mine = self._asking.setdefault(user, _Asking())
        if mine.questions >= self._most:
            raise TooMuch(mine.questions)
        mine.questions += 1
        try:
            async with _hold_turn(mine, self._patience if patience is None else patience):
                yield
        finally:
            mine.questions -= 1
            if not mine.questions:
                del self._asking[user]


@asynccontextmanager
async def _hold_turn(mine: _Asking, patience: float) -> AsyncIterator[None]:
    """Hold a person's turn, if it is free in time; otherwise go on without it.

    If more of their questions wait, the next begins after a pause that is `PAUSE` times as long as this one took.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(patience):
            await mine.turn.acquire()
    except TimeoutError:
        yield
        return
    began = loop.time()
    try:
        yield
    finally:
        if mine.questions > 1:
            loop.call_later(PAUSE * (loop.time() - began), mine.turn.release)
        else:
            mine.turn.release()
