"""Processes that draw, so that the bot need not wait.

They get what one viewer may see, and return the bytes of a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from bot.pictures import drawings
from bot.pictures.drawings import Kit
from bot.runtime.work import Work
from bot.runtime.workers import Worker, Workers
from bot.table.limits import Limits

T = TypeVar("T")

PATIENCE = 10.0
"""The seconds after which a process that does not answer is stopped. Its start is included."""


class Studio:
    """Some processes that draw, and the queue in front of them."""

    def __init__(self, number: int, limits: Limits, fonts: Path | None = None) -> None:
        """Start `number` processes. They draw with our fonts and those of a folder."""
        prepare = partial(drawings.prepare_drawing, fonts)
        self._workers = Workers([Worker("painter", prepare) for _ in range(number)], PATIENCE)
        self.work = Work("studio", number, limits, ahead=number)  # each thread waits for one process
        self._workers.begin()

    def draw(self, drawing: Callable[[Kit], T]) -> T:
        """Have a free process draw. Call this in a thread. Raises WorkerFailed."""
        result: T = self._workers.ask(drawing)
        return result

    async def close(self) -> None:
        """Draw nothing more."""
        self._workers.close()
        await self.work.close()
        self._workers.stop()
