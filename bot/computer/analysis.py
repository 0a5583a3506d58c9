"""Analyses finished games: computer players look for the moves that cost a user most."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from bot.computer.pool import Pool
from bot.computer.thinker import Worth
from bot.computer.verdict import find_loss, measure_loss
from bot.runtime.work import Queue, Work
from bot.runtime.workers import WorkerFailed
from bot.service import Service
from bot.table.log.model import ANY, Decision, Moment, Question, User
from bot.table.refusals import Refusal
from bot.table.rules.hints import require_analysis_seat
from engine.words import msg

MOST_MOMENTS = 2
"""The most decisions that are shown."""
MOST_SUSPECTS = 8
"""How many decisions the careful player judges: those that look worst to the quick player."""
FIRST_SEEDS, FINAL_SEEDS = range(1), range(1, 6)
"""What is added to a question's seed for the first and the final judgements.

The final judgements use other seeds. With the same seed, a decision that looked bad by chance would look bad again.
"""
MAIN_SHARE = 0.5
"""A loss is shown in points if points make up at least this share of the loss.

The other share is a lower chance to win the game.
"""
CACHE_SIZE = 64
"""How many analyses are kept in memory."""


class Analyst:
    """Analyses finished games in the background, one at a time for each person. Recent results are cached."""

    def __init__(self, service: Service, pool: Pool, work: Work) -> None:
        self._service = service
        self._pool = pool
        self._work = work
        self._running: dict[User, tuple[int, asyncio.Task[Sequence[Moment]]]] = {}
        self._cache: OrderedDict[tuple[int, User], Sequence[Moment]] = OrderedDict()

    async def moments(self, table: int, user: User, quick: str, careful: str) -> Sequence[Moment]:
        """Return the decisions that cost a user most, the worst first.

        The computer player `quick` judges every decision of the game, then `careful` judges those that seem worst. A
        user who asks again meanwhile waits for the same answer.

        Raises a Refusal if the game can't be analysed, or while another game of the user is being analysed.
        """
        require_analysis_seat(await self._service.tables.table(table, ANY), user)
        if (table, user) in self._cache:
            return self._cache[table, user]
        if user not in self._running:
            task = asyncio.get_running_loop().create_task(self._analyse_game(table, user, quick, careful))
            self._running[user] = table, task
            task.add_done_callback(lambda _: self._running.pop(user))
        running_table, task = self._running[user]
        if running_table != table:
            raise Refusal(msg("I'm still looking at another game of yours. Ask again when I've answered."))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stop all analyses."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _analyse_game(self, table: int, user: User, quick: str, careful: str) -> Sequence[Moment]:
        log = await self._service.tables.log(table)
        decisions = await self._work.do_long(Queue.ANALYSIS, user, lambda: log.collect_decisions(user))
        suspects = (await self._rank(decisions, user, quick, FIRST_SEEDS))[:MOST_SUSPECTS]
        likely_moments = await self._rank([moment.decision for moment in suspects], user, careful, FIRST_SEEDS)
        ranked = await self._rank([moment.decision for moment in likely_moments], user, careful, FINAL_SEEDS)
        worst = [await self._count_points(moment, user, careful) for moment in ranked[:MOST_MOMENTS]]
        self._cache[table, user] = worst
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return worst

    async def _rank(self, decisions: Sequence[Decision], user: User, player: str, seeds: range) -> Sequence[Moment]:
        """Return the decisions that clearly cost points, the worst first."""
        moments = [await self._find_better_move(decision, user, player, seeds) for decision in decisions]
        return sorted((moment for moment in moments if moment is not None), key=lambda moment: -moment.loss)

    async def _find_better_move(self, decision: Decision, user: User, player: str, seeds: range) -> Moment | None:
        """Judge a decision once with each seed; return it if another action was clearly better, else None."""
        choices = decision.question.observation.choices
        enabled = {choice.notation: choice for choice in choices if choice.enabled}
        chosen = enabled.get(decision.notation)
        distinct_count = sum(choice.same_as is None for choice in enabled.values())
        if chosen is None or distinct_count < 2:
            return None
        judgements = [await self._judge(decision.question, player, user, seed) for seed in seeds]
        judged_as = chosen.same_as or chosen.notation  # of choices with the same effect, only one is judged
        if judged_as not in judgements[0] or (loss := find_loss(judgements, judged_as)) is None:
            return None
        return Moment(decision, chosen, enabled[loss.better], loss.points)

    async def _count_points(self, moment: Moment, user: User, player: str) -> Moment:
        """Return the moment with its loss in points of its round.

        The loss may also count the chance to win the game. For the points, the actions are judged again, by the points
        of the round alone. So the points can't be more than the round could still bring. They are None if they are a
        small part of the loss, if they may be noise, and in a game for marks.
        """
        question = moment.decision.question
        if not question.table.options.has_points():
            return moment
        judged_as = moment.chosen.same_as or moment.chosen.notation
        judgements = [await self._judge(question, player, user, seed, points_only=True) for seed in FINAL_SEEDS]
        points = measure_loss(judgements, judged_as, moment.better.notation)
        is_main_part = points is not None and points >= MAIN_SHARE * moment.loss
        return replace(moment, points=points if is_main_part else None)

    async def _judge(
        self, question: Question, player: str, user: User, seed: int, *, points_only: bool = False
    ) -> Worth:
        """Return a player's judgement, with `seed` added to the question's seed."""
        try:
            reseeded = replace(question, seed=question.seed + seed)
            return await self._pool.judge(reseeded, player, Queue.ANALYSIS, user, points_only=points_only)
        except WorkerFailed:
            raise Refusal(msg("I couldn't look at all of this game. Try again in a moment.")) from None
