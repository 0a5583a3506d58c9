"""The arithmetic of a round of Draw or Block between pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes import partner_text
from engine.dominoes.ending import Ending
from engine.dominoes.partners import Verdict, list_scoring_hands
from engine.dominoes.words import sum_text
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.sides import name_side
from engine.words import Message, format_signed, lines, msg


def tally_pairs(
    seen: DrawObservation, result: RoundResult, verdict: Verdict, heading: Message, fouls: Sequence[Message]
) -> Message:
    """Return the arithmetic of a round under its heading: hands, gains, fouls and scores."""
    compared = partner_text.describe_comparison(seen.options.blocked_by, verdict, result.residuals)
    return lines(
        heading,
        *partner_text.list_hands(seen, verdict, result.residuals),
        compared if result.ending is Ending.BLOCKED else None,
        result.rule,
        _gain_line(seen, result, verdict) if verdict.winner else None,
        *_bonus_lines(verdict),
        *_uncounted_lines(result, verdict),
        *fouls,
        *partner_text.list_totals(seen, result.gains, seen.penalties or (0,) * len(seen.scores)),
    )


def _gain_line(seen: DrawObservation, result: RoundResult, verdict: Verdict) -> Message:
    """Return the sum that the winner scores by pips."""
    winner, side = verdict.winner, name_side(verdict.sides, verdict.winner)
    hands = list_scoring_hands(seen.options.pair_score, winner, result.residuals)
    total = sum_text(hands)
    if seen.options.blocked_score == "others_minus_own" and result.ending is not Ending.OUT:
        own = [result.residuals[seat] for seat in winner]
        terms = " + ".join(map(str, hands)) + "".join(f" − {pips}" for pips in own)
        difference = sum(hands) - sum(own)
        total = f"{terms} = {format_signed(difference)}"
        if difference < 0:
            return msg("{side}, this round: {total}, so 0", side=side, total=total)
    elif verdict.pips != sum(hands):  # a capicúa doubled them
        return msg("{side}, this round: {total}, twice: {pips}", side=side, total=total, pips=verdict.pips)
    return msg("{side}, this round: {total}", side=side, total=total)


def _bonus_lines(verdict: Verdict) -> Iterator[Message]:
    """Yield each side's bonuses."""
    for side in verdict.sides:
        if verdict.count_bonuses(side):
            bonuses = partner_text.list_bonuses(verdict, side)
            yield msg("{side}: {bonuses}", side=name_side(verdict.sides, side), bonuses=bonuses)


def _uncounted_lines(result: RoundResult, verdict: Verdict) -> Iterator[Message]:
    """Yield a line for each side with points that don't count yet."""
    for side in verdict.sides:
        earned = verdict.count_earned(side)
        if earned != result.gains[side[0]]:
            yield msg("{side}: {earned} that don't count yet", side=name_side(verdict.sides, side), earned=earned)
