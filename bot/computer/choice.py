"""Chooses the action of a computer player that is to act."""

from __future__ import annotations

from collections.abc import Hashable

from bot.computer.pool import Pool
from bot.runtime.work import Queue
from bot.runtime.workers import WorkerFailed
from bot.table.log.model import Question
from engine.players import candidate_notations, find_best_action


async def choose_notation(pool: Pool, question: Question, player: str, asker: Hashable) -> str:
    """Return the action that a computer player considers best.

    If the player gives no answer, return the action that the rules take for an absent player. Raises TooMuch if the
    queue is full. Then the caller has to ask again later.
    """
    possible_notations = candidate_notations(question.observation)
    try:
        worth = await pool.judge(question, player, Queue.MOVE, asker)
    except WorkerFailed:
        return question.at_deadline
    judged = {notation: value for notation, value in worth.items() if notation in possible_notations}
    return find_best_action(judged) if judged else question.at_deadline
