"""The score of a round between partners (draw.md §11)."""

from __future__ import annotations

from typing import NamedTuple

from engine.dominoes.boneyard import Terms
from engine.dominoes.ending import Ending
from engine.dominoes.partners import CAPICUA, Verdict, compare_hands, find_decider, list_scoring_hands
from engine.game import Seat
from engine.games.draw import bonuses
from engine.games.draw.account import Account
from engine.games.draw.observation import RoundResult
from engine.games.draw.options import DrawOptions
from engine.games.draw.pair_options import DOUBLED
from engine.games.draw.scoring import Residue
from engine.sides import Side, Sides, list_seats
from engine.words import Message, msg


class _Decision(NamedTuple):
    """The winner of a round, and the reason."""

    winner: Side
    compared: tuple[Seat, ...] = ()
    lightest: Sides = ()
    """The sides with the lightest hands of a block."""
    rule: Message | None = None
    """The rule that decided a tie."""


def score_round(
    terms: Terms[DrawOptions],
    account: Account,
    residue: Residue,
    ending: Ending,
    number: int,
    confirmed: tuple[Seat, ...],
    offender: Seat | None,
) -> RoundResult:
    """Score the round with this number; `offender` is used only if a foul stopped it."""
    decision = _decide(terms, residue, ending, offender)
    verdict = _judge(terms, account, residue, ending, number, decision)
    gains = _write_gains(terms, account, verdict)
    lowest = list_seats(decision.lightest)
    return RoundResult(ending, decision.winner, lowest, residue.pips, gains, confirmed, decision.rule, verdict)


def _decide(terms: Terms[DrawOptions], residue: Residue, ending: Ending, offender: Seat | None) -> _Decision:
    """Find the side that wins a round."""
    match ending:
        case Ending.OUT:
            return _Decision(terms.side_of[residue.last])
        case Ending.FORFEIT:
            (winner,) = [side for side in terms.sides if offender not in side]
            return _Decision(winner, compared=winner)  # the lighter of its two hands decides who opens next
    lightest, compared = compare_hands(terms.options.blocked_by, terms.sides, residue.pips, residue.last)
    if len(lightest) == 1:
        return _Decision(lightest[0], compared, lightest)
    winner, rule = _break_tie(terms, residue)
    return _Decision(winner, compared, lightest, rule)


def _break_tie(terms: Terms[DrawOptions], residue: Residue) -> tuple[Side, Message]:
    """Return the side that wins a tied block, if any does, and the rule in words."""
    sides = terms.sides
    match terms.options.blocked_tie:
        case "leader":
            return terms.side_of[residue.opener], msg("Tie: the pair that opened the round wins.")
        case "last_player_wins":
            return terms.side_of[residue.last], msg("Tie: the pair that played last wins.")
        case "last_player_loses":
            (other_side,) = [side for side in sides if residue.last not in side]
            return other_side, msg("Tie: the pair that played last loses.")
    return (), msg("Tie: nobody wins the round.")


def _judge(
    terms: Terms[DrawOptions], account: Account, residue: Residue, ending: Ending, number: int, decision: _Decision
) -> Verdict:
    """Return the verdict of a round: what the hands are worth, and all bonuses."""
    winner, options, all_bonuses = decision.winner, terms.options, account.bonuses
    if not winner:
        return Verdict(terms.sides, winner=(), decider=None, compared=decision.compared, pips=0, bonuses=all_bonuses)
    compared = decision.compared
    decider = residue.last if ending is Ending.OUT else find_decider(winner, compared, residue.pips, residue.opener)
    pips = sum(list_scoring_hands(options.pair_score, winner, residue.pips))
    if options.blocked_score == "others_minus_own" and ending is not Ending.OUT:
        pips = max(0, pips - sum(residue.pips[seat] for seat in winner))
    if options.capicua == DOUBLED and any(bonus.kind == CAPICUA for bonus in all_bonuses):
        pips *= 2
    if (bonus := bonuses.find_round_bonus(options, decider, number)) is not None:
        all_bonuses = (*all_bonuses, bonus)
    return Verdict(terms.sides, winner, decider, compared, pips, all_bonuses)


def _write_gains(terms: Terms[DrawOptions], account: Account, verdict: Verdict) -> tuple[int, ...]:
    """Return each seat's gain: what its side earned, or 0 until the side has earned enough in one round."""
    gains = [0] * terms.seats
    for side in terms.sides:
        earned = verdict.count_earned(side)
        if earned >= terms.options.get_in or side[0] in account.inside:
            for seat in side:
                gains[seat] = earned
    return tuple(gains)
