"""Hints during a game, and the analysis after it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Decision
from bot.talk.title import AnyGame
from engine.game import Choice
from engine.players import LEVELS
from engine.words import Message, lines, msg

_GOOD = msg("I found no move of yours where another one would clearly have been better.")


def hinted(action: Message, player: str) -> Message:
    """Tell a player what a computer player would choose."""
    return msg("Hint: {strength} would choose “{action}”.", strength=LEVELS[player], action=action)


def analysed(title: Message, told: Sequence[Message], player: str) -> Message:
    """Tell a player their weakest decisions, as a computer player sees them."""
    head = msg("**{title}**, as {strength} sees it", title=title, strength=LEVELS[player])
    return lines(head, *(told or [_GOOD]))


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
