"""Texas 42 by search over random deals of the unseen tiles.

Each deal is played out by rule of thumb, with every seat looking only at its own hand, and the action that is best on
average is chosen. So a player never relies on knowing the actual deal. Partners follow the same rules of thumb and give
no signals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from engine.dominoes.partners import find_partner
from engine.dominoes.tricks.seen import mask_tiles_played, mask_viewer_hand
from engine.dominoes.tricks.suits import SET, Trump, trump_notation
from engine.dominoes.tricks.trick import TRICKS
from engine.game import Seat
from engine.games.fortytwo.actions import LEAP_DOUBLES, PASS, POINT_BIDS, Call, find_leap_bid, list_bids
from engine.games.fortytwo.bidding import find_highest_bid, must_bid
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.options import MARKS, SEATS
from engine.games.fortytwo.players.estimate import find_chance, list_allowed, list_plans
from engine.games.fortytwo.players.heuristic import BOLD, choose_bid, show_round
from engine.games.fortytwo.players.stakes import POINTS_WORTH, Stakes
from engine.games.fortytwo.players.thumb import End, Round, play_out
from engine.games.fortytwo.scoring import Contract
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.suits import HAND_POINTS, WITHOUT_TRUMP
from engine.players import NOT_JUDGED, candidate_notations
from engine.sides import PAIRS
from engine.tiles import tile

Hands = tuple[int, ...]
CALL_DOUBT = 0.15
"""The weight of a hand that doesn't explain a call at all."""


class Deal(NamedTuple):
    """The hands of one deal, and its weight."""

    hands: Hands
    weight: float


class Budget(NamedTuple):
    """The size of the search for each decision."""

    bidding: int
    """The deals that are played out for a bid, or for trump."""
    playing: int
    """The deals that are played out with each tile."""
    plans: int
    """The trumps to compare, the most promising ones."""
    weighs_calls: bool = False
    """Whether deals are weighed, during the play, by how well they explain the bidding."""


class Search:
    """A computer player."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def __call__(self, seen: FortytwoObservation, worlds: Iterator[FortytwoState], rng: Random) -> Mapping[str, float]:
        notations = candidate_notations(seen)
        if len(notations) == 1:
            return {notations[0]: 0.0}
        deals = self._list_deals(seen, worlds)
        match seen.phase:
            case Phase.BIDDING:
                worth = Auction(seen, notations, self._budget.plans).find_worth(deals)
            case Phase.TRUMP:
                worth = _judge_trumps(seen, notations, deals, self._budget.plans)
            case _:
                worth = _judge_plays(seen, notations, deals)
        return {notation: worth.get(notation, NOT_JUDGED) for notation in notations}

    def _list_deals(self, seen: FortytwoObservation, worlds: Iterator[FortytwoState]) -> list[Deal]:
        """Return the deals to try.

        During the play they are weighed by the calls; for a bid, that would gain nothing.
        """
        number = self._budget.playing if seen.phase is Phase.PLAY else self._budget.bidding
        all_hands = (tuple(world.hand_of(seat) for seat in range(SEATS)) for world in islice(worlds, number))
        if not self._budget.weighs_calls or seen.phase is not Phase.PLAY:
            return [Deal(hands, 1.0) for hands in all_hands]
        played = [mask_tiles_played(seen, seat) for seat in range(SEATS)]
        deals = []
        for hands in all_hands:
            dealt = [hand | played_tiles for hand, played_tiles in zip(hands, played, strict=True)]
            deals.append(Deal(hands, _explain_calls(seen, dealt)))
        return deals


def _explain_calls(seen: FortytwoObservation, dealt: Sequence[int]) -> float:
    """Return how well these hands explain the others' calls; only ratios matter."""
    trumps = list_allowed(seen.options)
    likelihood, highest = 1.0, PASS
    for seat, bid, leap in seen.calls:
        # after the highest possible bid, a pass says nothing
        if seat != seen.viewer and not leap and (bids := list(list_bids(highest))):
            has_passed = bid == PASS  # a pass refuses the lowest bid
            chance = find_chance(list_plans(dealt[seat], trumps)[0].points, bids[0] if has_passed else bid)
            likelihood *= CALL_DOUBT + (1 - chance if has_passed else chance)
        highest = max(highest, bid)
    return likelihood


def _average(deals: Sequence[Deal], judge: Callable[[Hands], Mapping[str, float]]) -> dict[str, float]:
    """Return the average worth of each action, weighted by the deals' weights."""
    sums = defaultdict[str, float](float)
    for hands, weight in deals:
        for action, worth in judge(hands).items():
            sums[action] += weight * worth
    total_weight = sum(deal.weight for deal in deals)
    return {action: worth / total_weight for action, worth in sums.items()}


def _begin_round(contract: Contract, trump: Trump, hands: Hands, leader: Seat, idle: Seat | None = None) -> Round:
    """Return a round before its first lead."""
    zeros = (0,) * SEATS
    return Round(trump, contract, hands, leader, led=-1, tiles=(), counts=zeros, taken=zeros, played=0, idle=idle)


# --- the bidding


class Auction:
    """The decision about a call; the other seats go on bidding by rule of thumb."""

    def __init__(self, seen: FortytwoObservation, notations: Sequence[str], plans: int) -> None:
        assert seen.viewer is not None
        # in a game for marks, the points that declarers usually take would speak for bidding
        points_worth = 0.0 if seen.options.scoring == MARKS else POINTS_WORTH
        self._seen, self._seat, self._stakes = seen, seen.viewer, Stakes(seen, seen.viewer, points_worth)
        self._trumps = list_allowed(seen.options)
        self._plans = list_plans(mask_viewer_hand(seen), self._trumps)[:plans]
        self._calls = {notation: self._find_call(notation) for notation in notations}

    def _find_call(self, notation: str) -> Call:
        verb, _, bid = notation.partition(" ")
        if verb in LEAP_DOUBLES:
            return Call(self._seat, find_leap_bid(verb, self._seen.bid) or PASS, verb)  # never PASS
        return Call(self._seat, int(bid) if bid else PASS)

    def find_worth(self, deals: Sequence[Deal]) -> dict[str, float]:
        """Return the worth of each call, with the trump that is best on average."""
        worth: dict[str, float] = {}
        for name, value in _average(deals, self._judge).items():
            notation = name.partition("/")[0]
            worth[notation] = max(value, worth.get(notation, value))
        return worth

    def _judge(self, hands: Hands) -> dict[str, float]:
        """Return the worth of each call with each trump, by "call/trump"."""
        ends: dict[tuple[Seat, Trump], End] = {}
        worth: dict[str, float] = {}
        for notation, call in self._calls.items():
            winner = self._finish_bidding(hands, call)
            for plan in self._plans:
                worth[f"{notation}/{plan.trump}"] = self._find_worth(hands, winner, plan.trump, ends)
        return worth

    def _find_worth(self, hands: Hands, winner: Call, trump: Trump, ends: dict[tuple[Seat, Trump], End]) -> float:
        """Return the worth of a round in which this call wins the bidding.

        `trump` is used only if this seat names it. `ends` caches the play-outs, by the seat that leads and by trump.
        """
        if winner.bid == PASS:
            return 0.0
        declarer = find_partner(PAIRS, winner.seat) if winner.leap else winner.seat
        if declarer != self._seat:
            trump = list_plans(hands[declarer], self._trumps)[0].trump
        contract = Contract(winner.seat, winner.bid)
        if (declarer, trump) not in ends:
            ends[declarer, trump] = play_out(_begin_round(contract, trump, hands, declarer))
        return self._stakes.find_worth(contract, ends[declarer, trump])

    def _finish_bidding(self, hands: Hands, call: Call) -> Call:
        """Return the highest call once all seats have called."""
        calls = [*self._seen.calls, call]
        for seat in self._seen.order[len(calls) :]:
            bids = list(list_bids(find_highest_bid(calls)))
            bid = choose_bid(self._seen.options, hands[seat], bids, BOLD)
            if bid is None and must_bid(self._seen.options, calls):
                bid = POINT_BIDS[0]
            calls.append(Call(seat, PASS if bid is None else bid))
        return max(calls, key=lambda call: call.bid)


# --- trump


def _judge_trumps(
    seen: FortytwoObservation, notations: Sequence[str], deals: Sequence[Deal], plans: int
) -> dict[str, float]:
    assert seen.viewer is not None
    assert seen.contract is not None
    stakes, contract, viewer = Stakes(seen, seen.viewer), seen.contract, seen.viewer
    tried_plans = list_plans(mask_viewer_hand(seen), list_allowed(seen.options))[:plans]
    nello = contract._replace(nello=True)
    no_trump = WITHOUT_TRUMP.get(seen.options.nello)

    def judge(hands: Hands) -> dict[str, float]:
        worth = {
            f"trump {trump_notation(plan.trump)}": stakes.find_worth(
                contract, play_out(_begin_round(contract, plan.trump, hands, viewer))
            )
            for plan in tried_plans
        }
        if "nello" in notations and no_trump is not None:
            idle = find_partner(PAIRS, viewer)
            worth["nello"] = stakes.find_worth(nello, play_out(_begin_round(nello, no_trump, hands, viewer, idle)))
        return worth

    return _average(deals, judge)


# --- the tricks


def _judge_plays(seen: FortytwoObservation, notations: Sequence[str], deals: Sequence[Deal]) -> dict[str, float]:
    assert seen.viewer is not None
    stakes, viewer = Stakes(seen, seen.viewer), seen.viewer
    plays = {notation: SET.index[tile(notation.split()[1])] for notation in notations if notation != "claim"}
    start = show_round(seen, ())

    def judge(hands: Hands) -> dict[str, float]:
        open_round = start._replace(hands=hands)
        return {
            notation: stakes.find_worth(start.contract, play_out(open_round, first_tile))
            for notation, first_tile in plays.items()
        }

    worth = _average(deals, judge)
    if "claim" in notations:
        claim_worth = stakes.find_worth(start.contract, _claim(start, viewer))
        worth["claim"] = claim_worth + 0.001  # so that it beats an equal play
    return worth


def _claim(start: Round, seat: Seat) -> End:
    """Return the end of a round in which a seat takes all tricks and points that are left."""
    taken, counts = list(start.taken), list(start.counts)
    taken[seat] += TRICKS - sum(taken)
    points_left = HAND_POINTS - sum(counts) // 2  # both partners have the points of their pair
    counts[seat] += points_left
    counts[seat ^ 2] += points_left  # partners sit two seats apart
    return End(counts, taken)
