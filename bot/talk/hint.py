"""What a computer player would have done."""

from __future__ import annotations

from bot.table.model import Decision
from bot.talk.title import AnyGame
from engine.game import Choice
from engine.players import LEVELS
from engine.words import Message, msg


def better(game: AnyGame, decision: Decision, chosen: Choice, better: Choice, player: str) -> Message:
    """Tell a player about a decision where another action would have been better."""
    seen = decision.question.observation
    return msg(
        "Deal {deal}, step {step} ({situation}): you chose “{chosen}”; {strength} prefers “{better}”.",
        deal=decision.question.table.round,
        step=decision.seq,
        situation=game.voice.situation(seen),
        chosen=chosen.label,
        strength=LEVELS[player],
        better=better.label,
    )
