"""What a computer player does where somebody is asked."""

from __future__ import annotations

from bot.computer.pool import Pool
from bot.computer.worker import Asked, Failed
from bot.tables import Question
from engine.players import best


async def choice(pool: Pool, question: Question, player: str) -> str:
    """The best action as a player holds; what the rules do for an absent seat where it has no answer."""
    possible: list[str] = [choice.notation for choice in question.observation.choices if choice.enabled]
    if len(possible) == 1:
        return possible[0]
    asked = Asked(question.table.game, player, question.observation, question.seed)
    try:
        worth = await pool.judge(asked)
    except Failed:
        return question.at_deadline
    known = {notation: value for notation, value in worth.items() if notation in possible}
    return best(known) if known else question.at_deadline
