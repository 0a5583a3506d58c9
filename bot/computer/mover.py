"""Makes the moves of computer players.

The player thinks about a move at once, but makes it a moment after its turn began. This way a table looks as if people
played, and the wait doesn't reveal how hard the choice was, or whether there was one.
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
"""The largest share by which a wait is shorter or longer than usual.

It does not depend on the hand.
"""
TABLES_A_CALL = 25
"""How many tables one call of `resume` continues at most.

After the bot was away, thousands may wait, and presses of players go first.
"""
RETRY_AFTER = 5.0
"""Seconds to wait before a question is asked again after the queue was full."""


class Mover:
    """Runs one task for each table at which a computer player is to act."""

    def __init__(self, service: Service, pool: Pool, pace: float) -> None:
        """Move about `pace` seconds after a turn began, or at once if it is 0."""
        self._service = service
        self._pool = pool
        self._pace = pace
        self._chance = Random()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._due: dict[int, asyncio.TimerHandle] = {}
        self._refused: dict[int, asyncio.TimerHandle] = {}
        self._changed_meanwhile: set[int] = set()
        """Tables that have changed since their task looked at them."""
        self._backlog: deque[int] = deque()
        """Tables that `resume` has still to continue."""
        self._closed = False

    async def resume(self) -> bool:
        """Continue at some tables at which a computer player is to act.

        Return whether others are left. To be called at a start and after a failure.
        """
        if not self._backlog:
            self._backlog = deque(await self._service.listing.waiting_for_computers())
        for _ in range(min(TABLES_A_CALL, len(self._backlog))):
            self._ensure_task(self._backlog.popleft())
        return bool(self._backlog)

    def touch(self, table: int) -> None:
        """React to a change of a table, if a computer player is to act there as far as the cache knows."""
        if self._service.repository.is_computer_to_act(table):
            self._ensure_task(table)

    def recheck(self, table: int) -> None:
        """React to another process's change of a table, about which the cache may be outdated."""
        self._ensure_task(table)

    async def wait_idle(self) -> None:
        """Wait until no move is under way; some may be due later."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop; moves that are not made yet are made after the next start."""
        self._closed = True
        for waiting in (*self._due.values(), *self._refused.values()):
            waiting.cancel()
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ensure_task(self, table: int) -> None:
        """Start a task for a table, or have the running one followed by another."""
        if refused := self._refused.pop(table, None):
            refused.cancel()
        if table in self._thinking:
            self._changed_meanwhile.add(table)
        elif table not in self._due and not self._closed:
            self._start(table, self._play(table))

    def _start(self, table: int, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"computer-{table}")
        self._thinking[table] = task
        task.add_done_callback(lambda _: self._on_done(table))

    def _on_done(self, table: int) -> None:
        del self._thinking[table]
        if table in self._changed_meanwhile:
            self._changed_meanwhile.discard(table)
            self.touch(table)

    async def _play(self, table: int) -> None:
        """Think about the turn, and move a whole number of waits after it began.

        That is one wait, or more if the thinking took longer: the time must not show how hard the choice was.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        wait = self._pace * self._chance.uniform(1 - JITTER, 1 + JITTER)
        try:
            question = await self._service.tables.see(table, play.question_now)
            if question is None or question.player is None:
                return
            notation = await choose_notation(self._pool, question, question.player, f"table {table}")
        except TooMuch:
            self._refused[table] = loop.call_later(RETRY_AFTER, self._ensure_task, table)
            return
        except Exception:
            log.exception("computer player cannot move", table=table)  # a later `resume` tries again
            return
        waits = max(1, math.ceil((loop.time() - began) / wait)) if wait else 0
        due = began + waits * wait
        if due > loop.time():
            self._due[table] = loop.call_at(due, self._release, question, notation)
        else:
            await self._move(question, notation)

    def _release(self, question: Question, notation: str) -> None:
        table = question.table.id
        del self._due[table]
        self._start(table, self._move(question, notation))

    async def _move(self, question: Question, notation: str) -> None:
        table = question.table
        assert table.mover is not None
        try:
            await self._service.tables.act(table.id, table.mover.by(), table.mover, table.position_seq, notation)
        except (Stale, Over):
            self._changed_meanwhile.add(
                table.id
            )  # its player is back in the seat, or the position has changed: look again
        except Refusal as refused:
            log.warning("computer player was refused", table=table.id, error=type(refused).__name__)
        except Exception:
            log.exception("computer player cannot move", table=table.id)
