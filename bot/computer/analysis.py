"""A game that is over, seen again by the strongest computer player."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.computer.pool import Pool
from bot.computer.worker import Asked, Failed
from bot.tables import Decision, Tables, User
from engine.game import Choice
from engine.players import best

MOMENTS = 2
"""How many are told at most."""
CLEARLY = 0.1
"""How much of what was at stake a choice must lose before it is told: judgements are sampled, so they scatter."""
CLOSER = 8
"""So many decisions are looked at a second time: those that lost most at first sight."""
KEPT = 64
"""How many analyses are kept in memory."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision where another action would have been better."""

    decision: Decision
    chosen: Choice = field(repr=False)
    better: Choice = field(repr=False)
    loss: float = field(repr=False)


class Analyst:
    """Looks at games in the background; what was found is kept for a while."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self._tables = tables
        self._pool = pool
        self._found: OrderedDict[tuple[int, User], asyncio.Task[Sequence[Moment]]] = OrderedDict()

    async def moments(self, table: int, user: User, quick: str, careful: str) -> Sequence[Moment]:
        """Where somebody lost most by their choice: the worst first. Raises a Refusal.

        A quick player looks at every decision of the game; a careful one judges those that seem worst. Who asks again
        while that is under way waits for the same answer.
        """
        decisions = await self._tables.decisions(table, user)
        task = self._found.get((table, user))
        if task is None:
            task = self._found[table, user] = asyncio.get_running_loop().create_task(
                self._look(decisions, quick, careful)
            )
            if len(self._found) > KEPT:
                self._found.popitem(last=False)[1].cancel()
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stop looking."""
        for task in self._found.values():
            task.cancel()
        await asyncio.gather(*self._found.values(), return_exceptions=True)

    async def _look(self, decisions: Sequence[Decision], quick: str, careful: str) -> Sequence[Moment]:
        seeming = await self._worst(decisions, quick)
        return (await self._worst([moment.decision for moment in seeming[:CLOSER]], careful))[:MOMENTS]

    async def _worst(self, decisions: Sequence[Decision], player: str) -> Sequence[Moment]:
        found = [await self._judged(decision, player) for decision in decisions]
        return sorted((moment for moment in found if moment is not None), key=lambda moment: -moment.loss)

    async def _judged(self, decision: Decision, player: str) -> Moment | None:
        """The decision where something clearly better was possible, else None."""
        question, choices = decision.question, decision.question.observation.choices
        known = {choice.notation: choice for choice in choices if choice.enabled}
        chosen = known.get(decision.notation)
        if chosen is None or sum(choice.same_as is None for choice in known.values()) < 2:
            return None
        asked = Asked(question.table.game, player, question.observation, question.seed)
        try:
            worth = await self._pool.judge(asked)
        except Failed:
            return None
        was, better = worth.get(chosen.same_as or chosen.notation), best(worth)
        if was is None or (loss := worth[better] - was) <= CLEARLY * (worth[better] - min(worth.values())):
            return None
        return Moment(decision, chosen, known[better], loss)
