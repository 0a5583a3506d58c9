"""Sentences about the result of a round."""

from __future__ import annotations

from engine.games.fortytwo.actions import MARK, bid_title
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS, Side, find_side, find_sides, name_side
from engine.words import Message, Who, count, msg, sentences


def describe_result(result: RoundResult, scoring: str) -> Message:
    """Say whether the bid was made, and what each pair gains."""
    if result.contract is None:
        return msg("All four pass: the tiles are dealt again.")
    return sentences(
        _describe_contract(result, result.contract, scoring), *_describe_gains(result, result.contract, scoring)
    )


def _describe_contract(result: RoundResult, contract: Contract, scoring: str) -> Message:
    """Say whether the bid was made; if the game is for marks, the gain shows a bid of marks, so it isn't named."""
    if contract.nello:
        bidder = Who(contract.bidder)
        if result.made:
            return msg("Nello: {bidder} takes no trick.", bidder=bidder)
        return msg("Nello: {bidder} takes a trick and is set.", bidder=bidder)
    bid, points, side = bid_title(contract.bid), result.counts[contract.bidder], name_side(PAIRS, contract.side)
    if result.made:
        if contract.bid >= MARK and scoring == MARKS:
            return msg("{side} take all seven tricks and make their bid.", side=side)
        if contract.bid >= MARK:
            return msg("{side} take all seven tricks and make {bid}.", side=side, bid=bid)
        return msg("{side} make the bid of {bid} with {points}.", side=side, bid=bid, points=points)
    others = name_side(PAIRS, _find_setters(contract))
    if contract.bid >= MARK and scoring == MARKS:
        return msg("The bid fails: {others} take a trick.", others=others)
    if contract.bid >= MARK:
        return msg("The bid of {bid} fails: {others} take a trick.", others=others, bid=bid)
    return msg("{side} fail the bid of {bid} with {points}.", side=side, bid=bid, points=points)


def _find_setters(contract: Contract) -> Side:
    return find_side(PAIRS, (contract.bidder + 1) % SEATS)


def _describe_gains(result: RoundResult, contract: Contract, scoring: str) -> list[Message]:
    """Return a sentence about each gain; if only one pair gains, the sentence before has named it."""
    sides = find_sides(PAIRS, [seat for seat, gain in enumerate(result.gains) if gain])
    names_winners = result.made or contract.bid >= MARK
    if len(sides) == 1 and names_winners and not contract.nello:
        return [_describe_gain(result.gains[sides[0][0]], scoring)]
    return [_describe_gain_of(side, result.gains[side[0]], scoring) for side in sides]


def _describe_gain(gain: int, scoring: str) -> Message:
    if scoring == MARKS:
        return count("+{n} mark.", "+{n} marks.", gain)
    return count("+{n} point.", "+{n} points.", gain)


def _describe_gain_of(side: Side, gain: int, scoring: str) -> Message:
    who = name_side(PAIRS, side)
    if scoring == MARKS:
        return count("{who}: +{n} mark.", "{who}: +{n} marks.", gain, who=who)
    return count("{who}: +{n} point.", "{who}: +{n} points.", gain, who=who)
