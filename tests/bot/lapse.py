"""An event loop on which minutes take no time."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from unittest.mock import patch

from bot.runtime import scheduler

T = TypeVar("T")


class Lapse(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer as soon as there is nothing else to do."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def time(self) -> float:
        return self.now

    def rests(self) -> bool:
        """Return whether nothing goes on meanwhile that takes real time."""
        return True

    def _run_once(self) -> None:
        """Go straight to the next timer. asyncio has no public hook for this, and no types for what it keeps here."""
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined]
        if not self._ready and scheduled and self.rests():  # type: ignore[attr-defined]
            self.now = max(self.now, scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


class Patient(Lapse):
    """The same for a bot with a database and a painter: its clock stands still while any task of it is under way."""

    def rests(self) -> bool:
        return len(asyncio.all_tasks(self)) <= 1


def lapse(test: Callable[[Lapse], Coroutine[Any, Any, T]], kind: type[Lapse] = Lapse) -> T:
    """Run something whose minutes take no time."""
    with patch.object(scheduler, "random", float), asyncio.Runner(loop_factory=kind) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Lapse)
        return runner.run(test(loop))
