"""Thinking in other processes, for many tables at once.

Moves come before hints, and hints before analyses (`bot/runtime/work.py`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from random import Random
from threading import Event
from time import monotonic

import structlog

from bot.computer.thinker import JudgeTask, Thinker, Worth
from bot.runtime.work import Line, Work
from bot.runtime.workers import WorkerFailed, Workers, cores
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import Question
from engine.players import candidate_notations

log = structlog.get_logger()

PATIENCE = 10.0
"""Seconds until a process that does not answer is stopped; its own budget is one."""
LATELY = 32
"""How many of a player's newest answers are remembered by how long they took."""
USUAL = 0.25
"""Seconds that an answer is held to take before there was any."""


class Pool:
    """Some processes. Every question has its turn, even one that has a single answer."""

    def __init__(
        self,
        source: str = "engine.games",
        workers: int = 0,
        patience: float = PATIENCE,
        limits: Limits = LIMITS,
    ) -> None:
        """Start the pool; `source` is the module whose GAMES are played.

        `workers` 0 leaves one core for the bot.
        """
        workers = workers or max(1, cores() - 1)
        self._thinkers = Workers([Thinker(source) for _ in range(workers)], patience)
        self._work = Work("computer", workers, limits)  # each thread waits for one process
        self._took: dict[tuple[str, str], deque[float]] = {}
        self._chance = Random()
        self._closing = Event()

    async def judge(
        self,
        question: Question,
        player: str,
        line: Line,
        asker: Hashable,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Worth:
        """Return the worth of each action, as a computer player judges it.

        If there is nothing to choose the processes are not used, but the answer takes as long as any other: the time
        must not reveal that to those who wait for it, or behind it. The same question is asked only once.

        Raises WorkerFailed, TooMuch, and Outdated if not `wanted`.
        """
        table = question.table
        task = JudgeTask(table.game, player, question.observation, question.seed)
        single = len(candidate_notations(question.observation)) == 1
        work = self._pretend_to_think if single else self._ask_process
        key = (table.id, table.position_seq, question.seat, player, question.seed)
        return await self._work.do(line, asker, lambda: work(task), key=key, wanted=wanted)

    @property
    def waiting(self) -> int:
        """How many answers are waited for."""
        return self._work.waiting

    async def close(self) -> None:
        """Stop thinking."""
        self._closing.set()
        self._thinkers.close()
        await self._work.close()
        self._thinkers.stop()

    def _ask_process(self, task: JudgeTask) -> Worth:
        """Return the answer of a process."""
        began = monotonic()
        try:
            worth: Worth = self._thinkers.ask(task)
        except WorkerFailed as failed:
            log.warning("computer player failed", game=task.game, reason=str(failed))
            raise
        self._took.setdefault((task.game, task.player), deque(maxlen=LATELY)).append(monotonic() - began)
        return worth

    def _pretend_to_think(self, task: JudgeTask) -> Worth:
        """Return the only answer, after as long as one of this player's newest took."""
        every = list(self._took.values())
        known = self._took.get((task.game, task.player)) or [took for times in every for took in list(times)]
        self._closing.wait(self._chance.choice(list(known) or [USUAL]))
        return {candidate_notations(task.observation)[0]: 0.0}
