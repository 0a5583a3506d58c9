"""Thinking away from the event loop, on other cores, for many tables at once."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog

from bot.computer.worker import Asked, Failed, Worker, Worth

log = structlog.get_logger()

PATIENCE = 10.0
"""Seconds until a process that does not answer is stopped; its own budget is one."""
MOST_WAITING = 64
"""Questions that wait at most; whoever asks then has to do without."""


class Pool:
    """Some processes, and a queue: who asked first is answered first.

    Fair as long as nobody asks a second question before the first is answered.
    """

    def __init__(self, source: str = "engine.games", workers: int = 0, patience: float = PATIENCE) -> None:
        """`source` is the module whose GAMES are played; `workers` 0 leaves one core for the bot."""
        workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._all: Sequence[Worker] = [Worker(source) for _ in range(workers)]
        self._free = list(self._all)
        self._turn = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="computer")  # each waits for one process
        self._patience = patience
        self._asking: set[asyncio.Task[Worth]] = set()

    async def judge(self, asked: Asked) -> Worth:
        """What a computer player holds its actions to be worth. Raises Failed.

        Where a process dies or hangs, another one is asked once more.
        """
        if len(self._asking) >= MOST_WAITING:
            raise Failed("too many wait already", again=True)
        task = asyncio.get_running_loop().create_task(self._judged(asked))
        self._asking.add(task)
        task.add_done_callback(self._answered)
        return await asyncio.shield(task)  # a worker is free again when it has answered, not when nobody listens

    async def close(self) -> None:
        """Stop thinking."""
        for worker in self._all:
            worker.close()
        await asyncio.gather(*self._asking, return_exceptions=True)
        self._threads.shutdown()
        for worker in self._all:
            worker.stop()

    def _answered(self, task: asyncio.Task[Worth]) -> None:
        self._asking.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not report it where nobody listens any more

    async def _judged(self, asked: Asked) -> Worth:
        async with self._turn:
            worker = self._free.pop()
            try:
                return await self._ask(worker, asked)
            except Failed as failed:
                log.warning("computer player failed", game=asked.game, reason=str(failed))
                if not failed.again:
                    raise
                return await self._ask(worker, asked)
            finally:
                self._free.append(worker)

    async def _ask(self, worker: Worker, asked: Asked) -> Worth:
        loop: Any = asyncio.get_running_loop()
        worth: Worth = await loop.run_in_executor(self._threads, worker.ask, asked, self._patience)
        return worth
