"""Moon by search over random deals of the unseen tiles.

Each deal is solved with open hands. The worth of an action is its average over the deals, and the action with the best
average is chosen. It would be wrong to choose the best action in each deal, because a player doesn't know which
deal is the real one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from engine.dominoes.tricks.seen import mask_viewer_hand
from engine.dominoes.tricks.solver import Lead, find_highest_need
from engine.dominoes.tricks.suits import SET, Trump, trump_notation
from engine.dominoes.tricks.trick import TRICKS
from engine.game import Seat
from engine.games.moon.actions import BIDS, MOON, PASS
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.options import SEATS
from engine.games.moon.players.estimate import (
    estimate_best_tricks,
    estimate_tricks,
    list_discard_plans,
    list_plans,
    list_trumps,
)
from engine.games.moon.players.heuristic import BOLD, choose_bid, parse_play
from engine.games.moon.players.stakes import Stakes
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.solver import Solver
from engine.games.moon.state import MoonState
from engine.games.moon.unseen_tiles import World
from engine.players import NOT_JUDGED, candidate_notations


class Budget(NamedTuple):
    """The size of the search for each decision; a search of the default size takes about 300 ms."""

    bidding: int = 20
    """Deals that are solved for a bid."""
    declaring: int = 16
    """Deals that are solved for the discard, or trump."""
    playing: int = 24
    """Deals that are solved for a tile."""
    plans: int = 5
    """The number of trumps, or of discards with a trump, that are compared; they are the most promising ones."""
    effort: int = 18_000
    """Once the solvers have examined this many positions, no further deal is solved, but at least MIN_DEALS are."""


MIN_DEALS = 3
"""The fewest deals that are solved, however long they take."""


class Search:
    """A computer player."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def __call__(self, seen: MoonObservation, worlds: Iterator[MoonState], rng: Random) -> Mapping[str, float]:
        notations = candidate_notations(seen)
        if len(notations) == 1:
            return {notations[0]: 0.0}
        deals = map(World.from_state, worlds)
        match seen.phase:
            case Phase.BIDDING:
                worth = Auction(seen, self._budget).find_worth(islice(deals, self._budget.bidding))
            case Phase.DISCARD:
                worth = Discarding(seen, self._budget).find_worth(islice(deals, self._budget.declaring))
            case Phase.TRUMP:
                worth = Naming(seen, self._budget).find_worth(islice(deals, self._budget.declaring))
            case _:
                worth = Playing(seen, self._budget).find_worth(islice(deals, self._budget.playing))
        return {notation: worth.get(notation, NOT_JUDGED) for notation in notations}


class Decision(ABC):
    """A decision of one player in the current round."""

    def __init__(self, seen: MoonObservation, budget: Budget) -> None:
        assert seen.viewer is not None
        self.seen, self.seat, self.budget = seen, seen.viewer, budget
        self.stakes = Stakes(seen, seen.viewer)
        self.trumps = list_trumps(seen.options)
        self._solvers: dict[Trump, Solver] = {}

    @abstractmethod
    def judge(self, deal: World) -> Mapping[str, float]:
        """Return the worth of each action in this deal; the actions must be the same in all deals."""

    def find_worth(self, deals: Iterable[World]) -> dict[str, float]:
        """Return the average worth of each action."""
        total, n = defaultdict[str, float](float), 0
        for n, deal in enumerate(deals, 1):
            for action, worth in self.judge(deal).items():
                total[action] += worth
            if n >= MIN_DEALS and sum(solver.effort for solver in self._solvers.values()) > self.budget.effort:
                break
        return {action: worth / n for action, worth in total.items()}

    def solver(self, trump: Trump) -> Solver:
        """Return the solver for one trump, which caches its results from earlier deals."""
        if trump not in self._solvers:
            self._solvers[trump] = Solver(trump, self.seen.options.lead_suit == "leader_choice")
        return self._solvers[trump]

    def from_bidder(self, bidder: Seat) -> tuple[Seat, ...]:
        """Return the seats in the order of play, the bidder first."""
        start = self.seen.order.index(bidder)
        return (*self.seen.order[start:], *self.seen.order[:start])

    def count_tricks(self, hands: Sequence[int], bidder: Seat, trump: Trump, bid: int) -> int:
        """Return the tricks that the bidder takes with open hands, if the bidder leads first."""
        solver = self.solver(trump)
        b, x, y = (solver.ranking.rank_tiles(hands[seat]) for seat in self.from_bidder(bidder))
        return solver.count_tricks(b, x, y, leader=0, guess=tricks_needed(bid))

    def declaration_worth(self, deal: World, hand: int, trump: Trump) -> float:
        """Return the worth of a round in which the bidder keeps the seven tiles of `hand` and names `trump`."""
        hands = [hand if seat == self.seat else other for seat, other in enumerate(deal.hands)]
        return self.round_worth(self.seat, self.seen.bid, self.count_tricks(hands, self.seat, trump, self.seen.bid))

    def round_worth(self, bidder: Seat, bid: int, taken: int, taken_before: Sequence[int] = (0, 0, 0)) -> float:
        """Return the worth of a round in which the bidder takes `taken` tricks in all.

        `taken_before` has the tricks that each seat has taken so far. The others share the remaining tricks. If their
        number is odd, the worth is the mean of both ways to share them.
        """
        first_other, second_other = (seat for seat in range(SEATS) if seat != bidder)
        tricks_left = TRICKS - taken - taken_before[first_other] - taken_before[second_other]
        worth_of_both = 0.0
        for share in (tricks_left // 2, tricks_left - tricks_left // 2):
            tricks_of = {
                bidder: taken,
                first_other: taken_before[first_other] + share,
                second_other: taken_before[second_other] + tricks_left - share,
            }
            worth_of_both += self.stakes.find_worth(bidder, bid, tuple(tricks_of[seat] for seat in range(SEATS)))
        return worth_of_both / 2


class Auction(Decision):
    """The decision about a bid."""

    def judge(self, deal: World) -> Mapping[str, float]:
        possible = {"pass": PASS} | {f"bid {bid}": bid for bid in BIDS if bid > self.seen.bid}
        worth, tricks_of_bidder = dict.fromkeys(possible, 0.0), dict[Seat, int]()  # 0 if all pass
        for notation, bid in possible.items():
            bidder, highest = self._finish_auction(deal, bid)
            if highest != PASS:
                if bidder not in tricks_of_bidder:  # the tricks don't depend on the bid, which only guides the solver
                    tricks_of_bidder[bidder] = self._count_bidder_tricks(deal, bidder, highest)
                worth[notation] = self.round_worth(bidder, highest, tricks_of_bidder[bidder])
        return worth

    def _finish_auction(self, deal: World, bid: int) -> tuple[Seat, int]:
        """Return the seat that wins the bidding and its bid, after the player's `bid`.

        The other seats bid by rule of thumb.
        """
        bidder, highest = max(((call.seat, call.bid) for call in self.seen.calls), key=_bid_of, default=(-1, PASS))
        if bid > highest:
            bidder, highest = self.seat, bid
        place = self.seen.order.index(self.seat)
        for seat in self.seen.order[place + 1 :]:
            if highest == MOON:
                break
            new_bid = choose_bid(estimate_best_tricks(deal.hands[seat], self.trumps) + BOLD, highest)
            if new_bid == PASS and highest == PASS and self._must_bid(seat):
                new_bid = BIDS[0]
            if new_bid > highest:
                bidder, highest = seat, new_bid
        return bidder, highest

    def _must_bid(self, seat: Seat) -> bool:
        return self.seen.options.all_pass == "last_must_bid_4" and seat == self.seen.order[-1]

    def _count_bidder_tricks(self, deal: World, bidder: Seat, bid: int) -> int:
        """Return the tricks of a bidder who discards and names trump by rule of thumb."""
        hand = deal.hands[bidder]
        trump = self._choose_trump(hand, deal)
        hands = [*deal.hands]
        hands[bidder] = discard_by_thumb(hand, deal, trump)
        return self.count_tricks(hands, bidder, trump, bid)

    def _choose_trump(self, hand: int, deal: World) -> Trump:
        if self.seen.options.trump_first:
            return max(self.trumps, key=lambda trump: estimate_tricks(hand, trump))
        return list_plans(add_centre_tile(hand, deal), self.trumps)[0].trump


def add_centre_tile(hand: int, deal: World) -> int:
    """Return a hand with the centre tile."""
    assert deal.buried is not None
    return hand | 1 << deal.buried  # until the bidder takes it, the buried tile is the centre tile


def discard_by_thumb(hand: int, deal: World, trump: Trump) -> int:
    """Return a bidder's hand after taking the centre tile and discarding by rule of thumb."""
    eight = add_centre_tile(hand, deal)
    return eight & ~(1 << list_discard_plans(eight, trump)[0].discard)


def _bid_of(call: tuple[Seat, int]) -> int:
    return call[1]


class Discarding(Decision):
    """The decision about the discard.

    A discard is judged together with the trump that is already named, or else with the best trump for it.
    """

    def __init__(self, seen: MoonObservation, budget: Budget) -> None:
        super().__init__(seen, budget)
        hand = mask_viewer_hand(seen)
        all_plans = list_plans(hand, self.trumps) if seen.trump is None else list_discard_plans(hand, seen.trump)
        self._plans = {str(plan): plan for plan in all_plans[: budget.plans]}

    def judge(self, deal: World) -> Mapping[str, float]:
        eight = mask_viewer_hand(self.seen)
        return {
            name: self.declaration_worth(deal, eight & ~(1 << plan.discard), plan.trump)
            for name, plan in self._plans.items()
        }

    def find_worth(self, deals: Iterable[World]) -> dict[str, float]:
        worth: dict[str, float] = {}
        for name, value in super().find_worth(deals).items():
            notation = f"discard {SET.tiles[self._plans[name].discard]}"
            worth[notation] = max(value, worth.get(notation, value))  # several trumps can have the same discard
        return worth


class Naming(Decision):
    """The decision about trump."""

    def judge(self, deal: World) -> Mapping[str, float]:
        hand = mask_viewer_hand(self.seen)
        ranked = sorted(self.trumps, key=lambda trump: estimate_tricks(hand, trump), reverse=True)
        candidates = ranked[: self.budget.plans]
        return {f"trump {trump_notation(trump)}": self._trump_worth(deal, hand, trump) for trump in candidates}

    def _trump_worth(self, deal: World, hand: int, trump: Trump) -> float:
        if self.seen.options.trump_first:
            hand = discard_by_thumb(hand, deal, trump)
        return self.declaration_worth(deal, hand, trump)


class Playing(Decision):
    """The decision about a play."""

    def judge(self, deal: World) -> Mapping[str, float]:
        return {notation: self._play_worth(deal, *parse_play(notation)) for notation in candidate_notations(self.seen)}

    def _play_worth(self, deal: World, tile: int, suit: int | None) -> float:
        seen = self.seen
        assert seen.bidder is not None
        assert seen.trump is not None
        # the solver counts seats from the bidder, who is its seat 0
        solver, order = self.solver(seen.trump), self.from_bidder(seen.bidder)
        me = order.index(self.seat)
        played = solver.ranking.rank_tiles(1 << tile)
        b, x, y = (solver.ranking.rank_tiles(deal.hands[seat] & ~(1 << tile)) for seat in order)
        if seen.trick is None:
            led, tiles_laid = self._find_lead(tile, suit), 1
            best, owner = played, me
        else:
            winning = next(laid.tile for laid in seen.trick.laid if laid.seat == seen.trick.winner)
            led = solver.ranking.lead(SET.index[seen.trick.laid[0].tile], seen.trick.led)
            best, owner = solver.ranking.rank_tiles(1 << SET.index[winning]), order.index(seen.trick.winner)
            tiles_laid = 1 + len(seen.trick.laid)
            if played & led.winning > best:  # it can win the trick, and is higher than the best tile
                best, owner = played, me
        taken_before = list(seen.taken)
        guess = tricks_needed(seen.bid) - seen.taken[seen.bidder]
        if tiles_laid == SEATS:  # the trick is complete, and counts in `taken_before`
            taken_before[order[owner]] += 1
            later_guess = guess - 1 if owner == 0 else guess  # one fewer if the bidder (seat 0) takes this trick
            later_tricks = solver.count_tricks(b, x, y, leader=owner, guess=later_guess)
        else:
            turn = (me + 1) % SEATS

            def reaches(need: int) -> bool:
                return solver.reaches_from_trick(b, x, y, turn, best, owner, led, need)

            later_tricks = find_highest_need(reaches, TRICKS - sum(seen.taken), guess)  # with the current trick
        return self.round_worth(seen.bidder, seen.bid, taken_before[seen.bidder] + later_tricks, taken_before)

    def _find_lead(self, tile: int, suit: int | None) -> Lead:
        assert self.seen.trump is not None
        solver = self.solver(self.seen.trump)
        leads = solver.ranking.leads[solver.ranking.rank_tiles(1 << tile)]
        return leads[0] if suit is None else solver.ranking.lead(tile, suit)  # without a choice, there is one lead
