"""Descriptions of a round and of a game of Fives once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes import partner_text, summary
from engine.dominoes.ending import Ending
from engine.dominoes.partners import Verdict, list_scoring_hands
from engine.game import Chapter
from engine.games.fives.observation import TIED, FivesObservation, RoundResult
from engine.sides import find_side
from engine.words import Message, Who, count, msg, sentences


def headline(seen: FivesObservation) -> Message | None:
    """Describe how the round that was just scored ended, and what the winner's points are made of."""
    result = seen.result
    if result is None:
        return None
    if result.ending is Ending.REACHED:
        return _target_line(result)
    return sentences(_describe_end(seen, result), *_explain_points(seen, result))


def _describe_end(seen: FivesObservation, result: RoundResult) -> Message:
    """Say how a round ended, and what its winner gets for the pips."""
    if result.verdict is not None:
        return _describe_pairs(seen, result, result.verdict)
    if result.ending is Ending.BLOCKED:
        block_text = summary.explain_block(end.number for end in seen.ends)
        return sentences(block_text, result.describe_lightest())
    return _pips_line(result)


def _explain_points(seen: FivesObservation, result: RoundResult) -> Iterator[Message]:
    """Yield how the winner's pips were rounded, and what the winner's plays scored."""
    rounding = describe_rounding(seen, result)
    if rounding is not None:
        yield rounding
    if result.winner is not None and result.plays[result.winner]:
        yield msg("From plays: {gain}.", gain=f"+{result.plays[result.winner]}")


def describe_rounding(seen: FivesObservation, result: RoundResult) -> Message | None:
    """Say how the pips that a round's winner scores were rounded; None if they weren't."""
    if result.winner is None or not result.pips[result.winner]:
        return None
    side, residuals = find_side(seen.sides, result.winner), result.residuals
    pair_score = seen.options.pair_score if len(side) > 1 else ""  # the option counts only in pairs
    others = list_scoring_hands(pair_score, side, residuals)
    return seen.options.describe_rounding(result.ending is Ending.OUT, others, [residuals[seat] for seat in side])


def _describe_pairs(seen: FivesObservation, result: RoundResult, verdict: Verdict) -> Message:
    """Describe how a round between pairs ended, and which pair won it."""
    winner_text = partner_text.describe_win(verdict, result.pips)
    if result.ending is Ending.OUT:
        return sentences(msg("{who} goes out.", who=Who(verdict.decider or 0)), winner_text)  # never None here
    block_text = summary.explain_block(end.number for end in seen.ends)
    compared = partner_text.describe_comparison(seen.options.blocked_by, verdict, result.residuals)
    return sentences(block_text, compared, winner_text if verdict.winner else TIED)


def _target_line(result: RoundResult) -> Message:
    assert result.winner is not None
    return summary.describe_round_end(result.ending, (result.winner,), result.gains)


def _pips_line(result: RoundResult) -> Message:
    assert result.winner is not None
    who, gain = Who(result.winner), f"+{result.pips[result.winner]}"
    return msg("{who} goes out: {gain} for the pips left in hands.", who=who, gain=gain)


def facts(seen: FivesObservation, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield the best play of the game if a single player made it, then the facts of all games on a line."""
    best_plays = [statistics.biggest for statistics in seen.statistics]
    highest = max(best_plays, default=0)
    if highest and best_plays.count(highest) == 1:
        who = Who(best_plays.index(highest))
        yield count("Best move: {who}, {n} point.", "Best move: {who}, {n} points.", highest, who=who)
    yield from summary.facts(seen, chapters)
