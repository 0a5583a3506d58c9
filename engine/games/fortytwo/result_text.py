"""How a round ended, in a sentence."""

from __future__ import annotations

from engine.games.fortytwo.actions import MARK, bid_title
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.options import MARKS
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS, find_sides, name_side
from engine.words import Message, Value, Who, count, msg, sentences


def describe_result(result: RoundResult, scoring: str) -> Message:
    """Say whether the bid was made, and what each pair gains."""
    if result.contract is None:
        return msg("All four pass: the tiles are dealt again.")
    return sentences(_describe_contract(result, result.contract), *_describe_gains(result, scoring))


def _describe_contract(result: RoundResult, contract: Contract) -> Message:
    bidders = name_side(PAIRS, contract.side)
    bidder, bid = Who(contract.bidder), bid_title(contract.bid)
    if contract.nello:
        if result.made:
            return msg("Nello: {bidder} takes no trick.", bidder=bidder)
        return msg("Nello: {bidder} takes a trick and is set.", bidder=bidder)
    setters = next(side for side in PAIRS if side != contract.side)
    values: dict[str, Value] = {
        "side": bidders,
        "bid": bid,
        "points": result.counts[contract.bidder],
        "others": name_side(PAIRS, setters),
    }
    if contract.bid >= MARK:
        if result.made:
            return msg("{side} take all seven tricks and make {bid}.", **values)
        return msg("{others} take a trick and set the bid: {bid}.", **values)
    if result.made:
        return msg("{side} make the bid of {bid} with {points}.", **values)
    return msg("{others} set the bid of {bid}.", **values)


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
