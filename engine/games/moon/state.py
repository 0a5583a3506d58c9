"""The rules of Moon: one complete position and its actions (moon.md §4 to §9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.dominoes.events import Passed
from engine.dominoes.tricks.seen import show_current, show_past
from engine.dominoes.tricks.suits import Suit, Trump, tiles_of
from engine.dominoes.tricks.trick import TRICKS, Tricks
from engine.game import DEALER, Action, Choice, Deal, Event, Outcome, Seat, Step, find_mover, make_choice
from engine.games.moon import words
from engine.games.moon.actions import BIDS, MOON, PASS, Bid, Discard, NameTrump, Pass, Play
from engine.games.moon.events import (
    Bade,
    Dealt,
    Discarded,
    HandEnded,
    NamedTrump,
    Played,
    TookCentre,
    TookTrick,
    Won,
)
from engine.games.moon.observation import Call, HandResult, MoonObservation, Phase, is_centre_taken
from engine.games.moon.options import SEATS, MoonOptions
from engine.games.moon.scoring import find_gains, find_outcome, tricks_needed
from engine.games.moon.suits import DECK, DOUBLES, NO_TRUMP, SET, TRUMPS, find_lightest, suits
from engine.options import OptionRefused
from engine.tiles import Tile
from engine.words import Message

HAND = 7


def start(options: MoonOptions, seats: int) -> MoonState:
    """Return a game before its first deal.

    Raises OptionRefused unless there are three seats.
    """
    refusal = options.refusal(seats)
    if refusal is not None:
        raise OptionRefused(refusal)
    return MoonState(options)


class MoonState(NamedTuple):
    """Satisfies `engine.game.State`.

    Tiles are indices of the double-six set, and hands are bit masks.
    """

    options: MoonOptions
    round: int = 0
    step: int = 1
    """The step from a seat to the next: 1 in the order of joining, or 2 (−1 modulo 3) in the other direction."""
    first: Seat = 0
    """The seat that bids first."""
    scores: tuple[int, ...] = (0, 0, 0)
    redealt: bool = False
    """Whether all three passed in the previous deal."""
    phase: Phase = Phase.BETWEEN
    dealt: tuple[int, ...] = (0, 0, 0)
    centre: int = 0
    bids: tuple[int, ...] = ()
    """The bids in the order in which they were made; PASS for a seat that passed."""
    discard: int | None = None
    trump: Trump | None = None
    tricks: Tricks | None = None
    result: HandResult | None = None
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        return f"<Moon, hand {self.round}, {self.phase.name}, to act: {self.to_act}>"

    # --- whose turn it is

    @property
    def to_act(self) -> Seat | None:
        match self.phase:
            case Phase.BIDDING:
                return self._seat(len(self.bids))
            case Phase.DISCARD | Phase.TRUMP:
                return self._bidder
            case Phase.PLAY:
                return self._play.turn
        return DEALER if self.outcome is None else None

    @property
    def deck(self) -> Sequence[Tile]:
        return DECK if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        """The number of choices for the first bidder of round 1; 1 in later rounds.

        With random seats, the choices include the direction in which the three sit.
        """
        if self.round > 0:
            return 1
        return 2 * SEATS if self.options.seats == "random" else SEATS

    def _seat(self, place: int) -> Seat:
        return (self.first + self.step * place) % SEATS

    @property
    def _bidder(self) -> Seat:
        return self._seat(self.bids.index(max(self.bids)))

    @property
    def _play(self) -> Tricks:
        assert self.tricks is not None
        return self.tricks

    # --- what may be done

    def legal_actions(self) -> Sequence[Action]:
        match self.phase:
            case Phase.BIDDING:
                return [action for action, possible in self._calls() if possible]
            case Phase.DISCARD:
                return [Discard(tile) for tile in tiles_of(self.hand_of(self._bidder))]
            case Phase.TRUMP:
                return [NameTrump(trump) for trump in TRUMPS if self._is_allowed(trump)]
            case Phase.PLAY:
                return self._plays()
        return []

    def _calls(self) -> list[tuple[Action, bool]]:
        """Return all calls of the bidding, and whether each is possible now (moon.md §4)."""
        highest = max(self.bids, default=PASS)
        must_bid = self.options.all_pass == "last_must_bid_4" and self.bids == (PASS, PASS)
        return [(Pass(), not must_bid), *((Bid(bid), bid > highest) for bid in BIDS)]

    def _is_allowed(self, trump: Trump) -> bool:
        if trump == DOUBLES:
            return self.options.doubles_trump
        return trump != NO_TRUMP or self.options.no_trump

    def _plays(self) -> list[Action]:
        suit_table = self._play.suits
        tiles = suit_table.sort_tiles(self._playable())
        if self._play.tiles or self.options.lead_suit == "high_end":
            return [_PLAYS[tile] for tile in tiles]
        return [lead for tile in tiles for lead in _leads(tile, suit_table.choices(tile))]

    def _playable(self) -> int:
        """Return the tiles that may be played.

        The options may demand a trump for the first lead (moon.md §6).
        """
        play, legal = self._play, self._play.find_legal()
        if self.options.first_lead == "trump" and not play.finished and not play.tiles:
            return legal & play.suits.trumps or legal  # any tile, if the hand has no trump
        return legal

    def automatic(self) -> Action | None:
        """Return the play of a seat in the last trick, when each hand has one tile left.

        The lead isn't automatic if leaders choose a suit at this table, because an automatic lead would reveal that its
        tile leaves no choice.
        """
        if self.phase is not Phase.PLAY or len(self._play.finished) < TRICKS - 1:
            return None
        if not self._play.tiles and self.options.lead_suit == "leader_choice":
            return None
        (only_play,) = self._plays()
        return only_play

    @property
    def confirming(self) -> bool:
        return False

    def at_deadline(self) -> Action:
        match self.phase:
            case Phase.BIDDING:
                return self._call_at_deadline()
            case Phase.DISCARD:
                return Discard(SET.tiles[find_lightest(self._spare_tiles())])
            case Phase.TRUMP:
                hand = self.hand_of(self._bidder)
                # the number with the most tiles; if several have as many, the highest
                return NameTrump(max(range(7), key=lambda number: ((hand & SET.suit[number]).bit_count(), number)))
        tile = SET.tiles[find_lightest(self._playable())]
        return next(play for play in self._plays() if isinstance(play, Play) and play.tile == tile)

    def _spare_tiles(self) -> int:
        """Return the bidder's tiles without trumps, then without doubles, as far as other tiles remain."""
        hand = self.hand_of(self._bidder)
        if self.trump is not None:
            hand = hand & ~suits(self.trump).trumps or hand
        return hand & ~SET.doubles or hand

    def _call_at_deadline(self) -> Action:
        """Return a pass if it is possible, else a bid of 4.

        It is a bid of 4, too, if the others passed and all three had passed in the previous deal. Otherwise a game of
        absent players would never end.
        """
        (passing, is_possible), *_ = self._calls()  # the pass comes first
        would_redeal_again = self.redealt and self.bids == (PASS, PASS)
        return passing if is_possible and not would_redeal_again else Bid(BIDS[0])

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(find_mover(self)), notation)

    # --- what happens

    def apply(self, action: Action) -> Step:
        if isinstance(action, Deal):
            return self._deal(action)
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not possible now")
        match action:
            case Bid(bid):
                return self._call(bid)
            case Pass():
                return self._call(PASS)
            case Discard(tile):
                return self._put_back(tile)
            case NameTrump(trump):
                return self._name_trump(trump)
            case Play(tile, suit):
                return self._play_tile(SET.index[tile], suit)
        raise ValueError(f"{action} is no action of Moon")

    def _deal(self, deal: Deal) -> Step:
        if self.to_act != DEALER or sorted(deal.order) != list(range(len(DECK))) or not 0 <= deal.pick < self.picks:
            raise ValueError("this cannot be dealt now")
        tiles = [SET.index[DECK[i]] for i in deal.order]
        dealt = tuple(sum(1 << tile for tile in tiles[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS))
        # the pick of the first deal chooses the direction of play and the first bidder; then the first bid moves on
        step = self.step if self.round else 1 + deal.pick // SEATS
        first = (self.first + step) % SEATS if self.round else deal.pick % SEATS
        state = MoonState(
            options=self.options,
            round=self.round + 1,
            step=step,
            first=first,
            scores=self.scores,
            redealt=self.result is not None and self.result.bidder is None,
            phase=Phase.BIDDING,
            dealt=dealt,
            centre=tiles[-1],
        )
        return Step(state, (Dealt(state.round, state._order, tuple(tiles_of(hand) for hand in dealt)),))

    def _call(self, bid: int) -> Step:
        seat = self._seat(len(self.bids))
        after_call = self._replace(bids=(*self.bids, bid))
        event = Passed(seat) if bid == PASS else Bade(seat, bid)
        if bid != MOON and len(after_call.bids) < SEATS:
            return Step(after_call, (event,))
        if max(after_call.bids) == PASS:
            result = after_call._result(bidder=None, gained=(0, 0, 0))
            return Step(after_call._replace(phase=Phase.BETWEEN, result=result), (event, HandEnded(result)))
        if self.options.trump_first:
            return Step(after_call._replace(phase=Phase.TRUMP), (event,))
        return after_call._take_centre((event,))

    def _take_centre(self, earlier: tuple[Event, ...]) -> Step:
        """Return the step in which the bidder takes the centre tile, after `earlier` events."""
        took = TookCentre(self._bidder, max(self.bids), SET.tiles[self.centre])
        return Step(self._replace(phase=Phase.DISCARD), (*earlier, took))

    def _name_trump(self, trump: Trump) -> Step:
        state, event = self._replace(trump=trump), NamedTrump(self._bidder, trump)
        return state._take_centre((event,)) if self.options.trump_first else state._begin_play(trump, event)

    def _put_back(self, tile: Tile) -> Step:
        state, event = self._replace(discard=SET.index[tile]), Discarded(self._bidder, tile)
        if self.trump is None:
            return Step(state._replace(phase=Phase.TRUMP), (event,))
        return state._begin_play(self.trump, event)

    def _begin_play(self, trump: Trump, event: Event) -> Step:
        """Return the step of the bidder's last choice, which `event` announces; the first lead comes next."""
        hands = tuple(self.hand_of(seat) for seat in range(SEATS))
        tricks = Tricks(suits(trump), self.step, hands, leader=self._bidder)
        return Step(self._replace(phase=Phase.PLAY, tricks=tricks), (event,))

    def _play_tile(self, tile: int, suit: Suit | None) -> Step:
        seat = self._play.turn
        tricks = self._play.play(tile, suit)
        lead = None if self._play.tiles else tricks.led
        state = self._replace(tricks=tricks)
        played = Played(seat, SET.tiles[tile], lead)
        if tricks.tiles:
            return Step(state, (played,))
        plays_itself = len(tricks.finished) == TRICKS - 1 and self.options.lead_suit != "leader_choice"
        took = TookTrick(tricks.leader, len(tricks.finished), last_play=plays_itself)
        if not tricks.is_over:
            return Step(state, (played, took))
        end_state, events = state._score()
        return Step(end_state, (played, took, *events))

    def _score(self) -> Step:
        bidder, bid, taken = self._bidder, max(self.bids), self._play.tricks_won
        result = self._result(bidder, find_gains(bidder, bid, taken))
        scores = tuple(before + gain for before, gain in zip(self.scores, result.gains, strict=True))
        outcome = find_outcome(self.options, scores, bidder, bid, result.made)
        state = self._replace(phase=Phase.BETWEEN, scores=scores, result=result, outcome=outcome)
        end_events = () if outcome is None else (Won(outcome.winners[0]),)
        return Step(state, (HandEnded(result), *end_events))

    def _result(self, bidder: Seat | None, gained: tuple[int, ...]) -> HandResult:
        bid = max(self.bids)
        taken = (0, 0, 0) if self.tricks is None else self.tricks.tricks_won
        return HandResult(
            dealt=tuple(tiles_of(hand, self.trump) for hand in self.dealt),
            centre=SET.tiles[self.centre],
            discard=None if self.discard is None else SET.tiles[self.discard],
            bidder=bidder,
            bid=bid,
            made=bidder is not None and taken[bidder] >= tricks_needed(bid),
            taken=taken,
            before=self.scores,
            gains=gained,
        )

    # --- what is seen

    def observe(self, viewer: Seat | None) -> MoonObservation:
        has_centre = self.is_centre_taken and viewer == self._bidder
        return MoonObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.round,
            choices=self._choices(viewer),
            options=self.options,
            phase=self.phase,
            order=self._order,
            calls=tuple(Call(self._seat(place), bid) for place, bid in enumerate(self.bids)),
            trump=self.trump,
            scores=self.scores,
            hands=tuple(self._hand_seen(viewer, seat) for seat in range(SEATS)),
            sizes=tuple(self.hand_of(seat).bit_count() for seat in range(SEATS)),
            centre=SET.tiles[self.centre] if has_centre else None,
            discard=SET.tiles[self.discard] if has_centre and self.discard is not None else None,
            trick=show_current(self.tricks),
            past=show_past(self.tricks),
            taken=(0, 0, 0) if self.tricks is None else self.tricks.tricks_won,
            playable=self._playable_seen(viewer),
            result=self.result,
            redealt=self.redealt,
        )

    @property
    def _order(self) -> tuple[Seat, ...]:
        return tuple(self._seat(place) for place in range(SEATS))

    @property
    def is_centre_taken(self) -> bool:
        return is_centre_taken(self.phase, self.options)

    def hand_of(self, seat: Seat) -> int:
        """Return the hand of a seat now."""
        if self.tricks is not None:
            return self.tricks.hands[seat]
        if not self.is_centre_taken or seat != self._bidder:
            return self.dealt[seat]
        hand = self.dealt[seat] | 1 << self.centre
        return hand if self.discard is None else hand & ~(1 << self.discard)

    def _choices(self, viewer: Seat | None) -> tuple[Choice, ...]:
        if viewer is None or viewer != self.to_act:
            return ()
        if self.phase is Phase.BIDDING:
            doubt = words.moon_doubt(self.options)
            return tuple(
                make_choice(call, enabled=possible, doubt=doubt if call == Bid(MOON) else None)
                for call, possible in self._calls()
            )
        return tuple(make_choice(action) for action in self.legal_actions())

    def _hand_seen(self, viewer: Seat | None, seat: Seat) -> tuple[Tile, ...] | None:
        if self.result is not None:
            return self.result.dealt[seat]
        return tiles_of(self.hand_of(seat), self.trump) if seat == viewer and self.round else None

    def _playable_seen(self, viewer: Seat | None) -> tuple[Tile, ...]:
        if viewer is None or viewer != self.to_act:
            return ()
        if self.phase is Phase.PLAY:
            return tiles_of(self._playable(), self.trump)
        return tiles_of(self.hand_of(viewer), self.trump) if self.phase is Phase.DISCARD else ()


_PLAYS = tuple(Play(tile) for tile in SET.tiles)
"""The plays without a suit, created once."""


@cache
def _leads(tile: int, choices: tuple[Suit, ...]) -> tuple[Play, ...]:
    """Return the ways to lead a tile if the leader chooses its suit."""
    return (_PLAYS[tile],) if len(choices) == 1 else tuple(Play(SET.tiles[tile], suit) for suit in choices)
