"""Texts about rounds between partners, with their sides' signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.line import LineObservation
from engine.dominoes.partners import CAPICUA, LAST_BLANK, PASS_FIRST, PASS_ROUND, ROUND_BONUS, Verdict
from engine.dominoes.words import hand_line, sum_text
from engine.sides import SIGNS, Side, name_side
from engine.words import Join, Message, Value, Who, format_signed, join_items, msg, sentences

NAMES = {
    CAPICUA: msg("capicúa"),
    LAST_BLANK: msg("chuchazo"),
    PASS_ROUND: msg("paso redondo"),
    PASS_FIRST: msg("pase de salida"),
    ROUND_BONUS: msg("round bonus"),
}
"""What players call each bonus."""
TOGETHER = msg("You play two against two: seats 1 and 3 against seats 2 and 4.")
SILENT = msg("Partners share one score and tell each other nothing about their tiles.")


def describe_comparison(blocked_by: str, verdict: Verdict, pips: Sequence[int]) -> Message:
    """Say which hands were compared in a blocked round, and their pips."""
    compared = verdict.compared
    if blocked_by == "pair":
        sums: list[Value] = [
            msg("{sign} {pips}", sign=sign, pips=sum(pips[seat] for seat in side))
            for sign, side in zip(SIGNS, verdict.sides, strict=False)
        ]
        return msg("Both hands together: {sums}.", sums=join_items(sums, Join.COMMA))
    hands: list[Value] = [msg("{who} {pips}", who=Who(seat), pips=pips[seat]) for seat in compared]
    if blocked_by == "closer":
        return msg("Compared: {hands}.", hands=join_items(hands, Join.COMMA))
    return msg("Lightest hand: {hands}.", hands=join_items(hands, Join.COMMA))


def describe_win(verdict: Verdict, gains: Sequence[int]) -> Message:
    """Say which side won a round and what it gained, then which bonuses other sides earned."""
    other_sides = [side for side in verdict.sides if side != verdict.winner and verdict.count_bonuses(side)]
    winner_text = _describe_winner(verdict, gains) if verdict.winner else None
    return sentences(winner_text, *(_describe_others(verdict, gains, side) for side in other_sides))


def _describe_winner(verdict: Verdict, gains: Sequence[int]) -> Message:
    winner = verdict.winner
    side, gain = name_side(verdict.sides, winner), gains[winner[0]]  # partners gain the same
    if gain != verdict.count_earned(winner):
        earned = f"+{verdict.count_earned(winner)}"
        return msg("{side} win the round, but {earned} is too little to count yet.", side=side, earned=earned)
    if verdict.count_bonuses(winner):
        return msg("{side} win the round: {sum} = {gain}.", side=side, sum=_add_bonuses(verdict, winner), gain=gain)
    return msg("{side} win the round: {gain} for the pips left.", side=side, gain=f"+{gain}")


def _describe_others(verdict: Verdict, gains: Sequence[int], side: Side) -> Message:
    who, bonuses = name_side(verdict.sides, side), list_bonuses(verdict, side)
    if gains[side[0]] != verdict.count_earned(side):
        return msg("{side} earn {bonuses}, which don't count yet.", side=who, bonuses=bonuses)
    return msg("{side}: {bonuses}.", side=who, bonuses=bonuses)


def _add_bonuses(verdict: Verdict, side: Side) -> Message:
    """Return the winner's sum: "52 (pips) + 25 (paso redondo)"."""
    total = msg("{pips} (pips)", pips=verdict.pips)
    for bonus in verdict.bonuses:
        if bonus.seat in side and bonus.points:
            total = msg("{sum} + {points} ({bonus})", sum=total, points=bonus.points, bonus=NAMES[bonus.kind])
    return total


def list_bonuses(verdict: Verdict, side: Side) -> Message:
    """Return a side's bonuses: "+25 (paso redondo), +25 (capicúa)"."""
    earned: list[Value] = [
        msg("+{points} ({bonus})", points=bonus.points, bonus=NAMES[bonus.kind])
        for bonus in verdict.bonuses
        if bonus.seat in side and bonus.points
    ]
    return join_items(earned, Join.COMMA)


def list_hands(seen: LineObservation, verdict: Verdict, pips: Sequence[int]) -> Iterator[Message]:
    """Yield the hands that are left, pair by pair, with the sum of each."""
    for side in verdict.sides:
        yield from (hand_line(seat, seen.hands[seat] or ()) for seat in side)
        sum_ = sum_text([pips[seat] for seat in side])
        yield msg("{side}, both hands: {sum}", side=name_side(verdict.sides, side), sum=sum_)


def list_totals(seen: LineObservation, gains: Sequence[int], lost: Sequence[int]) -> Iterator[Message]:
    """Yield each side's score before the round, what it lost and gained, and its total."""
    for side in seen.sides:
        score, gain, penalty = seen.scores[side[0]], gains[side[0]], sum(lost[seat] for seat in side)
        previous_score = format_signed(score - gain + penalty)
        loss_term, gain_term = f" − {penalty}" if penalty else "", f" + {gain}" if gain else ""
        total = (
            f"{previous_score}{loss_term}{gain_term} = {format_signed(score)}" if penalty or gain else previous_score
        )
        yield msg("{side}, in all: {total}", side=name_side(seen.sides, side), total=total)


def explain_block(blocked_by: str) -> Message:
    """Explain which hands decide a blocked round between pairs."""
    match blocked_by:
        case "hand":
            return sentences(
                msg("The lightest hand of all four wins for its pair."), msg("Equal hands of partners are no tie.")
            )
        case "closer":
            return msg("The player who played last and the next one compare. The lighter hand wins for its pair.")
    return msg("The pair with fewer pips in its two hands wins.")


def explain_opener(next_lead: str, blocked_by: str) -> Message:
    """Explain which partner opens the later rounds, if the winning pair opens."""
    if_nobody_won = msg("If nobody won, the player after the last starter begins.")
    if next_lead == "side":
        pair_opens = msg("After that, the winning pair opens with any tile: the partner who didn't open last for it.")
        return sentences(pair_opens, if_nobody_won)
    if_out = msg("After that, the player who went out starts with any tile.")
    if blocked_by == "pair":
        return sentences(
            if_out,
            msg("After a block (nobody can play), the player with fewer pips in the winning pair starts."),
            if_nobody_won,
        )
    return sentences(if_out, msg("After a block (nobody can play), the player whose hand won starts."), if_nobody_won)
