"""Takes each person's questions one after the other.

So a flood of questions delays only the answers to that person.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.table.log.model import User
from bot.table.refusals import TooMuch

PATIENCE = 3.0
"""Seconds that a question waits for the one before, which may wait for Discord."""
PAUSE = 2.0
"""The length of the pause after a turn, as a multiple of the turn's own.

So a person who asks endlessly gets at most a third of the bot's time.
"""


@dataclass
class _Asking:
    """The unanswered questions of one person."""

    questions: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Turns:
    """All people with unanswered questions; each may have at most `most` of them."""

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
        """Wait until a user's earlier question is answered, or for `patience` seconds.

        Pass a short `patience` for a question that must be answered at once. Raises TooMuch if too many of the user's
        questions are unanswered.
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

    If more of their questions wait, the next one begins after a pause of `PAUSE` times this turn's length.
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
