"""The rules of Texas 42: one complete position and its actions (fortytwo.md §3 to §9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.dominoes.events import Passed
from engine.dominoes.hands import add_value, deal_hands
from engine.dominoes.partners import add_to_side, find_partner
from engine.dominoes.tricks.seen import show_current, show_past
from engine.dominoes.tricks.suits import SET, Trump, tiles_of
from engine.dominoes.tricks.trick import TRICKS, Tricks
from engine.game import DEALER, Action, Choice, Deal, Event, Outcome, Seat, Step, find_mover, make_choice
from engine.games.fortytwo import words
from engine.games.fortytwo.actions import (
    MARK,
    PASS,
    POINT_BIDS,
    TOP,
    Bid,
    Call,
    Claim,
    Leap,
    NameTrump,
    Nello,
    Pass,
    Play,
    find_leap_bid,
)
from engine.games.fortytwo.bidding import find_highest_bid, is_last_of_passes, list_calls, must_bid
from engine.games.fortytwo.claim import wins_all
from engine.games.fortytwo.events import (
    Bade,
    Claimed,
    Dealt,
    NamedNello,
    NamedTrump,
    Played,
    RoundScored,
    TookTrick,
    Won,
)
from engine.games.fortytwo.observation import FortytwoObservation, Phase, RoundResult
from engine.games.fortytwo.options import MARKS, OFF, SEATS, FortytwoOptions
from engine.games.fortytwo.scoring import Contract, find_gains, find_outcome
from engine.games.fortytwo.suits import (
    COUNT_OF,
    DECK,
    HAND_POINTS,
    WITHOUT_TRUMP,
    list_trumps,
    suits,
    trick_points,
)
from engine.options import OptionRefused
from engine.sides import PAIRS, find_side
from engine.tiles import Tile, bits
from engine.words import Message


def start(options: FortytwoOptions, seats: int) -> FortytwoState:
    """Return a game before its first deal.

    Raises OptionRefused unless four can play with these options.
    """
    refusal = options.refusal(seats)
    if refusal is not None:
        raise OptionRefused(refusal)
    return FortytwoState(options)


class FortytwoState(NamedTuple):
    """Satisfies `engine.game.State`.

    Tiles are indices of the double-six set, and hands are bit masks.
    """

    options: FortytwoOptions
    round: int = 0
    dealer: Seat = 0
    scores: tuple[int, ...] = (0,) * SEATS
    """Each seat's marks or points; partners have the same number."""
    redealt: bool = False
    """Whether all four passed in the previous deal."""
    phase: Phase = Phase.BETWEEN
    dealt: tuple[int, ...] = (0,) * SEATS
    calls: tuple[Call, ...] = ()
    nello: bool = False
    tricks: Tricks | None = None
    claimer: Seat | None = None
    """The seat that laid down, if one did."""
    result: RoundResult | None = None
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        return f"<Texas 42, round {self.round}, {self.phase.name}, to act: {self.to_act}>"

    # --- whose turn it is

    @property
    def to_act(self) -> Seat | None:
        match self.phase:
            case Phase.BIDDING:
                return self._seat(len(self.calls))
            case Phase.TRUMP:
                return self._declarer
            case Phase.PLAY:
                return self._play.turn
        return DEALER if self.outcome is None else None

    @property
    def deck(self) -> Sequence[Tile]:
        return DECK if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        """The number of seats that may deal first, in the first round; else 1."""
        return 1 if self.round else SEATS

    def _seat(self, place: int) -> Seat:
        """Return the seat that bids in this place; the dealer is the last."""
        return (self.dealer + 1 + place) % SEATS

    @property
    def highest(self) -> Call:
        """The highest call; a pass if there is no other."""
        return max(self.calls, key=lambda call: call.bid)

    @property
    def _declarer(self) -> Seat:
        """The seat that names trump and leads: the bidder, or the bidder's partner after a plunge or splash."""
        call = self.highest
        return find_partner(PAIRS, call.seat) if call.leap else call.seat

    @property
    def contract(self) -> Contract:
        """The contract of the bidders."""
        return Contract(self.highest.seat, self.highest.bid, self.nello)

    @property
    def _play(self) -> Tricks:
        """The tricks of the round, which must be in play."""
        assert self.tricks is not None
        return self.tricks

    @property
    def trump(self) -> Trump | None:
        """The trump of the round, or the kind of no trump."""
        return None if self.tricks is None else self.tricks.suits.trump

    # --- what may be done

    def legal_actions(self) -> Sequence[Action]:
        match self.phase:
            case Phase.BIDDING:
                seat = self._seat(len(self.calls))
                return list(list_calls(self.options, self.calls, self.dealt[seat]))
            case Phase.TRUMP:
                return self._list_trumps()
            case Phase.PLAY:
                plays: list[Action] = [_PLAYS[tile] for tile in self._play.suits.sort_tiles(self._play.find_legal())]
                return [*plays, Claim()] if self._can_claim() else plays
        return []

    def _list_trumps(self) -> list[Action]:
        trumps = list_trumps(self.options.doubles_trump, self.options.no_trump)
        actions: list[Action] = [NameTrump(trump) for trump in trumps]
        allows_nello = self.options.nello != OFF and self.highest.bid >= MARK and not self.highest.leap
        return [*actions, Nello()] if allows_nello else actions

    def _can_claim(self) -> bool:
        """Return whether the leader may lay down, because its own view proves that all its tiles win."""
        play = self._play
        if play.tiles or self.nello or len(play.finished) >= TRICKS - 1 or not self.options.claims:
            return False
        hand = play.hands[play.leader]
        played = sum(1 << tile for trick in play.finished for tile in trick.tiles)
        return wins_all(hand, SET.all & ~hand & ~played, play.suits)

    def automatic(self) -> Action | None:
        """Return a pass after the highest possible bid, or the play of a seat in the last trick."""
        if self.phase is Phase.BIDDING:
            return Pass() if self.calls and self.highest.bid == TOP else None
        if self.phase is not Phase.PLAY or len(self._play.finished) < TRICKS - 1:
            return None
        (last_play,) = self.legal_actions()
        return last_play

    @property
    def confirming(self) -> bool:
        return False

    def at_deadline(self) -> Action:
        match self.phase:
            case Phase.BIDDING:
                # without this bid, a game that everybody has left would be dealt again and never end
                has_to_bid = must_bid(self.options, self.calls) or (self.redealt and is_last_of_passes(self.calls))
                return Bid(POINT_BIDS[0]) if has_to_bid else Pass()
            case Phase.TRUMP:
                return NameTrump(_longest_suit(self.hand_of(self._declarer)))
        legal = self._play.find_legal()
        # the tile with the fewest points, then pips
        return _PLAYS[min(bits(legal), key=lambda i: (COUNT_OF[i], SET.pips[i], SET.tiles[i]))]

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(find_mover(self)), notation)

    # --- what happens

    def apply(self, action: Action) -> Step:
        if isinstance(action, Deal):
            return self._deal(action)
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not possible now")
        match action:
            case Pass():
                return self._call(Call(self._seat(len(self.calls)), PASS))
            case Bid(bid):
                return self._call(Call(self._seat(len(self.calls)), bid))
            case Leap(leap):
                leap_bid = find_leap_bid(leap, find_highest_bid(self.calls))
                # a legal leap has a bid; `or PASS` is for the type checker
                return self._call(Call(self._seat(len(self.calls)), leap_bid or PASS, leap))
            case NameTrump(trump):
                return self._begin_play(trump, NamedTrump(self._declarer, trump))
            case Nello():
                return self._begin_nello()
            case Claim():
                return self._claim()
            case Play(tile):
                return self._play_tile(SET.index[tile])
        raise ValueError(f"{action} is no action of Texas 42")

    def _deal(self, deal: Deal) -> Step:
        if not deal.fits(self):
            raise ValueError("this cannot be dealt now")
        dealt, _ = deal_hands(deal.order, SEATS, TRICKS)
        state = FortytwoState(
            options=self.options,
            round=self.round + 1,
            dealer=(self.dealer + 1) % SEATS if self.round else deal.pick,
            scores=self.scores,
            redealt=self.result is not None and self.result.contract is None,
            phase=Phase.BIDDING,
            dealt=dealt,
        )
        return Step(state, (Dealt(state.round, state._order, tuple(tiles_of(hand) for hand in dealt)),))

    def _call(self, call: Call) -> Step:
        state = self._replace(calls=(*self.calls, call))
        event = Passed(call.seat) if call.bid == PASS else Bade(*call)
        if len(state.calls) < SEATS:
            return Step(state, (event,))
        if state.highest.bid != PASS:
            return Step(state._replace(phase=Phase.TRUMP), (event,))
        result = state._make_result(contract=None, made=False, gains=(0,) * SEATS)
        score_event = RoundScored(result, self.options.scoring)
        return Step(state._replace(phase=Phase.BETWEEN, result=result), (event, score_event))

    def _begin_nello(self) -> Step:
        bidder = self.highest.seat
        partner = find_partner(PAIRS, bidder)
        trump = WITHOUT_TRUMP[self.options.nello]
        return self._replace(nello=True)._begin_play(trump, NamedNello(bidder, partner), idle=partner)

    def _begin_play(self, trump: Trump, event: Event, idle: Seat | None = None) -> Step:
        tricks = Tricks(suits(trump), step=1, hands=self.dealt, leader=self._declarer, idle=idle)
        return Step(self._replace(phase=Phase.PLAY, tricks=tricks), (event,))

    def _play_tile(self, tile: int) -> Step:
        seat = self._play.turn
        tricks = self._play.play(tile)
        state = self._replace(tricks=tricks)
        play_event = Played(seat, SET.tiles[tile], None if self._play.tiles else tricks.led)
        if tricks.tiles:
            return Step(state, (play_event,))
        made = self.contract.find_result(state.counts, tricks.tricks_won)
        is_over = tricks.is_over or (made is not None and self._ends_early)
        last_trick_is_next = len(tricks.finished) == TRICKS - 1 and not is_over
        points = None if self.nello else trick_points(tricks.finished[-1].tiles)
        trick_event = TookTrick(tricks.leader, len(tricks.finished), last_play=last_trick_is_next, points=points)
        if not is_over:
            return Step(state, (play_event, trick_event))
        return state._score(bool(made), (play_event, trick_event))

    @property
    def _ends_early(self) -> bool:
        return self.options.scoring == MARKS and not self.options.play_out

    def _claim(self) -> Step:
        """Return the step in which the leader takes the tricks that are left, with all their points."""
        seat = self._play.leader
        state = self._replace(claimer=seat)
        made = self.contract.find_result(state.counts, state.tricks_won)
        return state._score(bool(made), (Claimed(seat, tiles_of(self._play.hands[seat], self.trump)),))

    def _score(self, made: bool, earlier_events: tuple[Event, ...]) -> Step:
        """Return the step that ends the round, after `earlier_events`."""
        result = self._make_result(self.contract, made, find_gains(self.options, self.contract, made, self.counts))
        scores = tuple(before + gain for before, gain in zip(self.scores, result.gains, strict=True))
        outcome = find_outcome(self.options, scores)
        state = self._replace(phase=Phase.BETWEEN, scores=scores, result=result, outcome=outcome)
        end_events = () if outcome is None else (Won(outcome),)
        return Step(state, (*earlier_events, RoundScored(result, self.options.scoring), *end_events))

    def _make_result(self, contract: Contract | None, made: bool, gains: tuple[int, ...]) -> RoundResult:
        return RoundResult(
            dealt=tuple(tiles_of(hand, self.trump) for hand in self.dealt),
            contract=contract,
            leap=self.highest.leap,
            made=made,
            counts=self.counts,
            taken=self.tricks_won,
            claimer=self.claimer,
            before=self.scores,
            gains=gains,
        )

    # --- what is seen

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The number of tricks that each seat has won, including those that a claim took."""
        if self.tricks is None:
            return (0,) * SEATS
        won = self.tricks.tricks_won
        return won if self.claimer is None else add_value(won, self.claimer, TRICKS - sum(won))

    @property
    def counts(self) -> tuple[int, ...]:
        """The points that each seat's pair took in this round, including those that a claim took."""
        counts = (0,) * SEATS
        for trick in () if self.tricks is None else self.tricks.finished:
            counts = add_to_side(counts, find_side(PAIRS, trick.winner), trick_points(trick.tiles))
        if self.claimer is None:
            return counts
        # both partners have the points of their pair, so half of the sum is taken
        return add_to_side(counts, find_side(PAIRS, self.claimer), HAND_POINTS - sum(counts) // 2)

    def observe(self, viewer: Seat | None) -> FortytwoObservation:
        return FortytwoObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.round,
            choices=self._list_choices(viewer),
            options=self.options,
            phase=self.phase,
            order=self._order,
            calls=self.calls,
            trump=self.trump,
            nello=self.nello,
            scores=self.scores,
            hands=tuple(self._hand_seen(viewer, seat) for seat in range(SEATS)),
            sizes=tuple(self.hand_of(seat).bit_count() for seat in range(SEATS)),
            trick=show_current(self.tricks),
            past=show_past(self.tricks),
            taken=self.tricks_won,
            counts=self.counts,
            playable=self._playable_seen(viewer),
            result=self.result,
            redealt=self.redealt,
        )

    @property
    def _order(self) -> tuple[Seat, ...]:
        return tuple(self._seat(place) for place in range(SEATS))

    def hand_of(self, seat: Seat) -> int:
        """Return the hand of a seat now."""
        return self.dealt[seat] if self.tricks is None else self.tricks.hands[seat]

    def _list_choices(self, viewer: Seat | None) -> tuple[Choice, ...]:
        if viewer is None or viewer != self.to_act:
            return ()
        choices = [make_choice(action, doubt=words.find_doubt(action)) for action in self.legal_actions()]
        if self.phase is Phase.BIDDING and must_bid(self.options, self.calls):
            choices.insert(0, make_choice(Pass(), enabled=False))
        return tuple(choices)

    def _hand_seen(self, viewer: Seat | None, seat: Seat) -> tuple[Tile, ...] | None:
        if self.result is not None:
            return self.result.dealt[seat]
        # before the first deal there are no hands
        return tiles_of(self.hand_of(seat), self.trump) if seat == viewer and self.round else None

    def _playable_seen(self, viewer: Seat | None) -> tuple[Tile, ...]:
        if viewer is None or viewer != self.to_act or self.phase is not Phase.PLAY:
            return ()
        return tiles_of(self._play.find_legal(), self.trump)


_PLAYS = tuple(Play(tile) for tile in SET.tiles)
"""The plays, created once."""


def _longest_suit(hand: int) -> Trump:
    """Return the number with the most tiles.

    If several are equal, take one whose double is held, then the highest.
    """

    def rate_number(number: int) -> tuple[int, bool, int]:
        tiles = hand & SET.suit[number]
        return tiles.bit_count(), tiles & SET.doubles != 0, number

    return max(range(7), key=rate_number)
