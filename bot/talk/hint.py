"""Hints during a game, and the analysis after it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Decision
from bot.talk.title import AnyGame
from engine.game import Choice
from engine.words import Message, count, lines, msg, sentences

ONLY = msg("There is only one choice.")


def hinted(action: Message, why: Message | None) -> Message:
    """Tell a player what a strong computer player would do, and what speaks for it."""
    return sentences(msg("Hint: **{action}**.", action=action), why)


def analysed(title: Message, told: Sequence[Message]) -> Message:
    """Tell a player their weakest decisions."""
    if not told:
        return lines(msg("**{title}**", title=title), msg("Well played: I found nothing clearly better."))
    heading = count(
        "**Your turning point in {title}**", "**Your {n} turning points in {title}**", len(told), title=title
    )
    return lines(heading, *told)


def better(game: AnyGame, decision: Decision, chosen: Choice, better: Choice) -> Message:
    """Tell a player about a decision where another action would have been better."""
    seen = decision.question.observation
    return msg(
        "Round {round} · {situation}: you chose **{chosen}**. Better: **{better}**.",
        round=decision.question.table.round,
        situation=game.voice.situation(seen),
        chosen=chosen.label,
        better=better.label,
    )
