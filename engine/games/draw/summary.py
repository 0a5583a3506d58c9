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
    foul_lines = fouls(seen)
    if result.verdict is not None:
        end_text = _describe_pairs(seen, result, result.verdict)
        return sentences(end_text, *foul_lines) if foul_lines else end_text
    end_text = sentences(summary.describe_round_end(result.ending, result.winners, result.gains), result.rule)
    if result.ending is Ending.BLOCKED:
        end_text = sentences(summary.explain_block(end.number for end in seen.ends), result.describe_lightest())
    return sentences(end_text, *foul_lines) if foul_lines else end_text


def _describe_pairs(seen: DrawObservation, result: RoundResult, verdict: Verdict) -> Message:
    """Describe how a round between pairs ended, and which pair won it."""
    winner_text = partner_text.describe_win(verdict, result.gains)
    if result.ending is Ending.BLOCKED:
        block_text = summary.explain_block(end.number for end in seen.ends)
        compared = partner_text.describe_comparison(seen.options.blocked_by, verdict, result.residuals)
        return sentences(block_text, compared, result.rule, winner_text)
    if result.ending is Ending.FORFEIT:
        return sentences(result.describe_ending(), winner_text)
    return sentences(msg("{who} goes out.", who=Who(verdict.decider or 0)), winner_text)  # never None here
