"""Sentences about the result of a round."""

from __future__ import annotations

from engine.dominoes.tricks.trick import TRICKS
from engine.games.fortytwo.actions import MARK, bid_title
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS, Side, find_sides, name_side
from engine.words import Message, Value, Who, count, msg, sentences


def describe_result(result: RoundResult, scoring: str) -> Message:
    """Say whether the bid was made, and what each pair gains."""
    gains = () if result.contract is None else _describe_gains(result, result.contract, scoring)
    return sentences(describe_bid_result(result), *gains)


def describe_bid_result(result: RoundResult) -> Message:
    """Say whether the bid was made and with which points, and whether that was certain before the last trick."""
    contract = result.contract
    if contract is None:
        return msg("All four pass: the tiles are dealt again.")
    if contract.nello:
        bidder = Who(contract.bidder)
        if result.made:
            return msg("Nello: {bidder} takes no trick.", bidder=bidder)
        return msg("Nello: {bidder} takes a trick and fails.", bidder=bidder)
    values: dict[str, Value] = {"side": name_side(PAIRS, contract.side), "bid": bid_title(contract.bid)}
    if contract.bid >= MARK:
        if result.made:
            return msg("{side} bid {bid} and take all seven tricks.", **values)
        return msg("{side} bid {bid} and need every trick, but the others take one.", **values)
    values["points"] = count("{n} point", "{n} points", result.counts[contract.bidder])
    values["others"] = result.counts[(contract.bidder + 1) % SEATS]
    is_early = sum(result.taken) < TRICKS
    if result.made and is_early:
        return msg("{side} bid {bid} and have made it already: {points} against {others}.", **values)
    if result.made:
        return msg("{side} bid {bid} and make it: {points} against {others}.", **values)
    if is_early:
        return msg("{side} bid {bid} and can no longer make it: {points} against {others}.", **values)
    return msg("{side} bid {bid} and fail: {points} against {others}.", **values)


def _describe_gains(result: RoundResult, contract: Contract, scoring: str) -> list[Message]:
    """Return a sentence about each gain, without the pair if the sentence before has named it."""
    sides = find_sides(PAIRS, [seat for seat, gain in enumerate(result.gains) if gain])
    if len(sides) == 1 and result.made and not contract.nello:
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
