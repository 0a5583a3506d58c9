"""Descriptions of a round and of a game of Draw or Block once they are over."""

from __future__ import annotations

from engine.dominoes import summary
from engine.dominoes.ending import Ending
from engine.games.draw.observation import DrawObservation
from engine.games.draw.words import fouls
from engine.words import Message, join_with_dots, sentences


def headline(seen: DrawObservation) -> Message | None:
    """Describe the end of the round just scored, with its tie rule and fouls."""
    result = seen.result
    if result is None:
        return None
    ended = sentences(summary.describe_round_end(result.ending, result.winners, result.gains), result.rule)
    if result.ending is Ending.BLOCKED:
        ended = sentences(summary.explain_block(end.number for end in seen.ends), result.describe_lightest())
    costs = fouls(seen.penalties)
    return join_with_dots(ended, *costs) if costs else ended
