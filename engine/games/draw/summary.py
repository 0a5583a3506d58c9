"""Descriptions of a round and of a game of Draw or Block once they are over."""

from __future__ import annotations

from engine.dominoes import partner_text, summary
from engine.dominoes.ending import Ending
from engine.dominoes.partners import Verdict
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.words import fouls
from engine.words import Message, Who, msg, sentences


def headline(seen: DrawObservation) -> Message | None:
    """Describe the end of the round just scored, with its tie rule and fouls."""
    result = seen.result
    if result is None:
        return None
    costs = fouls(seen)
    if result.verdict is not None:
        ended = _describe_pairs(seen, result, result.verdict)
        return sentences(ended, *costs) if costs else ended
    ended = sentences(summary.describe_round_end(result.ending, result.winners, result.gains), result.rule)
    if result.ending is Ending.BLOCKED:
        ended = sentences(summary.explain_block(end.number for end in seen.ends), result.describe_lightest())
    return sentences(ended, *costs) if costs else ended


def _describe_pairs(seen: DrawObservation, result: RoundResult, verdict: Verdict) -> Message:
    """Describe how a round between pairs ended, and which pair won it."""
    winner_text = partner_text.describe_win(verdict, result.gains)
    if result.ending is Ending.BLOCKED:
        why = summary.explain_block(end.number for end in seen.ends)
        compared = partner_text.describe_comparison(seen.options.blocked_by, verdict, result.residuals)
        return sentences(why, compared, result.rule, winner_text)
    if result.ending is Ending.FORFEIT:
        return sentences(result.describe_ending(), winner_text)
    return sentences(msg("{who} goes out.", who=Who(verdict.decider or 0)), winner_text)
