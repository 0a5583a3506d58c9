"""Chooses a computer player's action when its seat is asked."""

from __future__ import annotations

from collections.abc import Hashable

from bot.computer.pool import Pool
from bot.runtime.work import Line
from bot.runtime.workers import WorkerFailed
from bot.table.log.model import Question
from engine.players import best, candidate_notations


async def choice(pool: Pool, question: Question, player: str, asker: Hashable) -> str:
    """Return the action that a computer player thinks best.

    If the player gives no answer, return what the rules do for an absent seat. Raises TooMuch if the question was not
    taken at all: then it is to be asked again.
    """
    possible = candidate_notations(question.observation)
    try:
        worth = await pool.judge(question, player, Line.MOVE, asker)
    except WorkerFailed:
        return question.at_deadline
    known = {notation: value for notation, value in worth.items() if notation in possible}
    return best(known) if known else question.at_deadline
