"""What is told of a round of Draw or Block once it is over, and of the game."""

from __future__ import annotations

from engine.dominoes import tale
from engine.dominoes.tale import facts, notes
from engine.games.draw.observation import DrawObservation
from engine.words import Message, sentences

__all__ = ["facts", "headline", "notes"]


def headline(seen: DrawObservation) -> Message | None:
    """Say how the round ended that was just scored, and which rule decided a tie."""
    result = seen.result
    if result is None:
        return None
    return sentences(tale.won(result.ending, result.winners, result.gains), result.rule)
