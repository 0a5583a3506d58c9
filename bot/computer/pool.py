"""Lets computer players think in other processes, for many tables at once.

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
from bot.runtime.work import Queue, Work
from bot.runtime.workers import WorkerFailed, Workers, cores
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import Question
from engine.players import candidate_notations

log = structlog.get_logger()

ANSWER_TIMEOUT = 10.0
"""The seconds after which a process that does not answer is stopped. Thinking takes at most about one."""
REMEMBERED_ANSWERS = 32
"""The number of a player's newest answers whose durations are remembered."""
USUAL_SECONDS = 0.25
"""The assumed duration of an answer, as long as none is remembered."""


class Pool:
    """Some processes that think, and the queue in front of them."""

    def __init__(
        self,
        source: str = "engine.games",
        workers: int = 0,
        patience: float = ANSWER_TIMEOUT,
        limits: Limits = LIMITS,
    ) -> None:
        """Start the pool; `source` is the module whose GAMES are played.

        With `workers` 0, one core is left for the bot, and each other core gets one process.
        """
        workers = workers or max(1, cores() - 1)
        self._thinkers = Workers([Thinker(source) for _ in range(workers)], patience)
        self._work = Work("computer", workers, limits)  # each thread waits for one process
        self._seconds_taken: dict[tuple[str, str], deque[float]] = {}
        """By game and player, how long its newest answers took, in seconds."""
        self._random = Random()
        self._closing = Event()

    async def judge(
        self,
        question: Question,
        player: str,
        queue: Queue,
        asker: Hashable,
        wanted: Callable[[], bool] = lambda: True,
        *,
        points_only: bool = False,
    ) -> Worth:
        """Return the worth of each action, as a computer player judges it.

        With `points_only`, only the points of the round count, not who wins the game.

        A question with a single possible answer is not given to a process. Yet it waits in the queue, and answering it
        takes as long as a real answer. Otherwise, the time would reveal that there is nothing to choose.
        If the same question is being answered already, that answer is shared.

        Raises WorkerFailed, TooMuch, and Outdated if not `wanted`.
        """
        table = question.table
        task = JudgeTask(table.game, player, question.observation, question.seed, points_only)
        has_single_answer = len(candidate_notations(question.observation)) == 1
        answer = self._pretend_to_think if has_single_answer else self._ask_process
        key = (table.id, table.position_seq, question.seat, player, question.seed, points_only)
        return await self._work.do(queue, asker, lambda: answer(task), key=key, wanted=wanted)

    @property
    def question_count(self) -> int:
        """How many questions are not answered yet."""
        return self._work.job_count

    async def close(self) -> None:
        """Stop thinking."""
        self._closing.set()
        self._thinkers.close()
        await self._work.close()
        self._thinkers.stop()

    def _ask_process(self, task: JudgeTask) -> Worth:
        """Return the answer of a process."""
        started_at = monotonic()
        try:
            worth: Worth = self._thinkers.ask(task)
        except WorkerFailed as failed:
            log.warning("computer player failed", game=task.game, reason=str(failed))
            raise
        durations = self._seconds_taken.setdefault((task.game, task.player), deque(maxlen=REMEMBERED_ANSWERS))
        durations.append(monotonic() - started_at)
        return worth

    def _pretend_to_think(self, task: JudgeTask) -> Worth:
        """Wait as long as a real answer took, then return the only answer.

        If this player has given real answers, wait as long as one of these took.
        """
        all_durations = [seconds for times in list(self._seconds_taken.values()) for seconds in list(times)]
        durations = self._seconds_taken.get((task.game, task.player)) or all_durations
        self._closing.wait(self._random.choice(list(durations) or [USUAL_SECONDS]))
        return {candidate_notations(task.observation)[0]: 0.0}
