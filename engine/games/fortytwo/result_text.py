"""How a round ended, in a sentence."""

from __future__ import annotations

from engine.games.fortytwo.actions import MARK, bid_title
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS, find_side, find_sides, name_side
from engine.words import Message, Who, count, msg, sentences


def describe_result(result: RoundResult, scoring: str) -> Message:
    """Say whether the bid was made, and what each pair gains."""
    if result.contract is None:
        return msg("All four pass: the tiles are dealt again.")
    return sentences(_describe_contract(result, result.contract), *_describe_gains(result, scoring))


def _describe_contract(result: RoundResult, contract: Contract) -> Message:
    if contract.nello:
        bidder = Who(contract.bidder)
        if result.made:
            return msg("Nello: {bidder} takes no trick.", bidder=bidder)
        return msg("Nello: {bidder} takes a trick and is set.", bidder=bidder)
    bid, points = bid_title(contract.bid), result.counts[contract.bidder]
    if result.made:
        side = name_side(PAIRS, contract.side)
        if contract.bid >= MARK:
            return msg("{side} take all seven tricks and make {bid}.", side=side, bid=bid)
        return msg("{side} make the bid of {bid} with {points}.", side=side, bid=bid, points=points)
    setters = name_side(PAIRS, find_side(PAIRS, (contract.bidder + 1) % SEATS))
    if contract.bid >= MARK:
        return msg("{others} take a trick and set the bid: {bid}.", others=setters, bid=bid)
    return msg("{others} set the bid of {bid}.", others=setters, bid=bid)


def _describe_gains(result: RoundResult, scoring: str) -> list[Message]:
    """Return what each pair that gains something gains."""
    found = []
    for side in find_sides(PAIRS, [seat for seat, gain in enumerate(result.gains) if gain]):
        gain, who = result.gains[side[0]], name_side(PAIRS, side)
        if scoring == MARKS:
            found.append(count("{who}: +{n} mark.", "{who}: +{n} marks.", gain, who=who))
        else:
            found.append(count("{who}: +{n} point.", "{who}: +{n} points.", gain, who=who))
    return found
