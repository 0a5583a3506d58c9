"""Makes the moves of computer players.

The player thinks about a move at once, but makes it only some time after its turn began. So a table looks as if people
played, and the time doesn't reveal how hard the choice was, or whether there was one.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Coroutine
from random import Random
from typing import Any

import structlog

from bot.computer.choice import choose_notation
from bot.computer.pool import Pool
from bot.service import Service
from bot.table.log.model import Question
from bot.table.refusals import Over, Refusal, Stale, TooMuch
from bot.table.rules import play

log = structlog.get_logger()

JITTER = 0.3
"""How much shorter or longer than usual a random wait can be, as a share."""
TABLES_PER_CALL = 25
"""The most tables at which one call of `resume` continues.

After an outage there may be thousands of tables, and they must not delay presses.
"""
RETRY_AFTER = 5.0
"""Seconds until a question is asked again if the queue was full."""


class Mover:
    """Runs one task for each table at which a computer player is to act."""

    def __init__(self, service: Service, pool: Pool, pace: float) -> None:
        """Make a mover that moves about `pace` seconds after a turn began; 0 means as soon as possible."""
        self._service = service
        self._pool = pool
        self._pace = pace
        self._random = Random()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """The tasks that think or move, by table."""
        self._move_timers: dict[int, asyncio.TimerHandle] = {}
        """For each table, the timer that makes a move already chosen."""
        self._retry_timers: dict[int, asyncio.TimerHandle] = {}
        """For each table, the timer that asks again after the queue refused the question."""
        self._changed_meanwhile: set[int] = set()
        """Tables that have changed since their task read them."""
        self._backlog: deque[int] = deque()
        """Tables where `resume` still has to continue."""
        self._closed = False

    async def resume(self) -> bool:
        """Continue at some tables where a computer player is to act.

        Return whether others are left. Call this after a start and after a failure.
        """
        if not self._backlog:
            self._backlog = deque(await self._service.listing.waiting_for_computers())
        for _ in range(min(TABLES_PER_CALL, len(self._backlog))):
            self._ensure_task(self._backlog.popleft())
        return bool(self._backlog)

    def on_change(self, table: int) -> None:
        """React to a change of a table, if the cache says that a computer player is to act there."""
        if self._service.repository.is_computer_to_act(table):
            self._ensure_task(table)

    def on_change_elsewhere(self, table: int) -> None:
        """React to a change of a table by another process. The cache may be outdated, so it isn't used."""
        self._ensure_task(table)

    async def wait_idle(self) -> None:
        """Wait until no move is under way; some may be due later."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop. Moves that are not made yet are made after the next start."""
        self._closed = True
        for timer in (*self._move_timers.values(), *self._retry_timers.values()):
            timer.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ensure_task(self, table: int) -> None:
        """Start a task for a table. If a task is running there, start another task after it."""
        if retry_timer := self._retry_timers.pop(table, None):
            retry_timer.cancel()
        if table in self._tasks:
            self._changed_meanwhile.add(table)
        elif table not in self._move_timers and not self._closed:
            self._start_task(table, self._think_and_move(table))

    def _start_task(self, table: int, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"computer-{table}")
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._on_done(table))

    def _on_done(self, table: int) -> None:
        del self._tasks[table]
        if table in self._changed_meanwhile:
            self._changed_meanwhile.discard(table)
            self.on_change(table)

    async def _think_and_move(self, table: int) -> None:
        """Think about the turn, and move when the usual wait since the turn began is over.

        If thinking took longer, move after two of these waits, or three, and so on. So the time reveals only roughly
        how hard the choice was.
        """
        loop = asyncio.get_running_loop()
        started_at = loop.time()
        wait = self._pace * self._random.uniform(1 - JITTER, 1 + JITTER)
        try:
            question = await self._service.tables.read(table, play.question_now)
            if question is None or question.player is None:
                return
            notation = await choose_notation(self._pool, question, question.player, f"table {table}")
        except TooMuch:
            self._retry_timers[table] = loop.call_later(RETRY_AFTER, self._ensure_task, table)
            return
        except Exception:
            log.exception("computer player cannot move", table=table)  # a later `resume` tries again
            return
        wait_count = max(1, math.ceil((loop.time() - started_at) / wait)) if wait else 0
        due = started_at + wait_count * wait
        if due > loop.time():
            self._move_timers[table] = loop.call_at(due, self._start_move, question, notation)
        else:
            await self._make_move(question, notation)

    def _start_move(self, question: Question, notation: str) -> None:
        table = question.table.id
        del self._move_timers[table]
        self._start_task(table, self._make_move(question, notation))

    async def _make_move(self, question: Question, notation: str) -> None:
        table = question.table
        assert table.mover is not None
        try:
            await self._service.tables.act(table.id, table.mover.cause(), table.mover, table.position_seq, notation)
        except (Stale, Over):
            # the person is back in the seat, or the position has changed, so check the table again
            self._changed_meanwhile.add(table.id)
        except Refusal as refused:
            log.warning("computer player was refused", table=table.id, error=type(refused).__name__)
        except Exception:
            log.exception("computer player cannot move", table=table.id)
