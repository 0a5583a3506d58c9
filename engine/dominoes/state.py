"""One position of a game on a line with a boneyard.

It covers the deal, turns, plays, draws, and the way to a block. A game adds how a round is scored, and what it records
beside the score (`Ledger`). Computer players search through many positions, so a position is a flat tuple, which is
quick to make.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from engine.dominoes import blocked
from engine.dominoes.actions import Call, Move, Play
from engine.dominoes.boneyard import Terms
from engine.dominoes.ending import Ending
from engine.dominoes.events import (
    Claimed,
    Dealt,
    Described,
    Drew,
    GameEnded,
    Passed,
    Played,
    RoundScored,
    ShutoutWon,
    VoidDeal,
    play_event,
)
from engine.dominoes.hands import count_draws, deal_hands, find_lead_holder, mask_of, replace_value
from engine.dominoes.layout import Layout, is_hopeless, lay_tile, layout
from engine.dominoes.line import Laid, LineObservation, Sign
from engine.dominoes.outcome import find_outcome
from engine.dominoes.partners import Tally, list_latest_openers
from engine.dominoes.settings import FIRST, OPENER, LineOptions
from engine.game import DEALER, Action, Choice, Deal, Event, Outcome, Seat, Step, make_choice
from engine.tiles import Tile
from engine.words import Message

MENU_SIZE = 25
"""How many entries fit one level of a menu."""


class Result(Described, Protocol):
    """A round that was scored."""

    @property
    def gains(self) -> Sequence[int]:
        """Each seat's points from the round."""
        ...


O = TypeVar("O", bound=LineOptions)  # noqa: E741  # options, as the contract calls them
R = TypeVar("R", bound=Result)
Ledger = TypeVar("Ledger")
"""What a game records beside the score."""
Seen = TypeVar("Seen", bound=LineObservation)


class Match(NamedTuple, Generic[O, R, Ledger]):
    """The part of a position that stays from round to round."""

    terms: Terms[O]
    scores: tuple[int, ...]
    ledger: Ledger
    round: int = 0
    opener: Seat = 0
    """Who opened the round that is being played or was just scored."""
    result: R | None = None
    """The round that was just scored, until the next deal."""
    outcome: Outcome | None = None
    void: VoidDeal | None = None
    """Why the deal of this round was void, until the tiles are dealt again."""
    opened: tuple[Seat, ...] = ()
    """For each pair, the partner who opened a round most recently; the latest opener comes last."""


class LineState(NamedTuple, Generic[O, R, Ledger, Seen]):
    """Satisfies `engine.game.State`.

    Hands are masks of the set's tiles; the boneyard is in the order of drawing.
    """

    match: Match[O, R, Ledger]
    to_act: Seat | None
    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    layout: Layout
    laid: tuple[Played, ...] = ()
    """The tiles on the table in order of play."""
    confirmed: blocked.Confirmations = blocked.NOBODY
    drawn: int = 0
    """Tiles drawn in this turn."""
    declared: bool = False
    """Whether the seat made a declaration in this turn, after which it can only play."""
    signs: tuple[Sign, ...] = ()
    """The actions of this round other than plays; public."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, round {self.match.round}, {len(self.laid)} tiles laid, to act: {self.to_act}>"

    # --- what a game adds

    def observe(self, viewer: Seat | None) -> Seen:
        raise NotImplementedError

    def why_not(self, notation: str) -> Message:
        raise NotImplementedError

    def open_ledger(self) -> Ledger:
        """Return the ledger after a deal."""
        raise NotImplementedError

    def score_round(self, ending: Ending, hands: Sequence[int], last: Seat, confirmed: blocked.Confirmations) -> R:
        """Return the result of a round; `last` played the last tile."""
        raise NotImplementedError

    def choose_opener(self, result: R, pick: Seat) -> Seat:
        """Return the opener of the round after this result, if no tile must open it.

        `pick` is the seat that chance chose.
        """
        raise NotImplementedError

    def score_play(self, play: Play, after: Layout) -> tuple[Match[O, R, Ledger], tuple[Event, ...]]:
        """Return the match after a play that may score, and the events; `after` is the layout after the play."""
        raise NotImplementedError

    @property
    def is_decided(self) -> bool:
        """Whether the play that was just scored ends the game at once."""
        return False

    def open_tally(self) -> Tally | None:
        """Return a tally for the bonuses of a play-out from here; None if the game has no bonuses."""
        return None

    def declare_falsely(self, call: Call) -> Step:
        """Return the step after a false declaration, which is possible only if the options have fouls."""
        raise NotImplementedError

    def worth(self, action: Play) -> int:
        """Return the points that a play scores at once."""
        return 0

    def close_ledger(self, result: R) -> Ledger:
        """Return the ledger after a round."""
        return self.match.ledger

    @property
    def is_opener_random(self) -> bool:
        """Whether chance chooses the next round's opener if no tile must open it."""
        return self.match.result is None

    # --- the deal

    @property
    def terms(self) -> Terms[O]:
        return self.match.terms

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def deck(self) -> Sequence[Tile]:
        return self.match.terms.tiles.tiles if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        """The number of seats among which chance picks the opener; 1 if it doesn't."""
        rules, void = self.match.terms, self.match.void
        by_chance = self.to_act == DEALER and self.is_opener_random and void is None
        return rules.seats if by_chance and not rules.is_lead_forced(self._next_round) else 1

    @property
    def _next_round(self) -> int:
        """The number of the round that the next deal begins; after a void deal, it is the same round again."""
        return self.match.round + 1 if self.match.void is None else self.match.round

    def _deal(self, deal: Deal) -> Step:
        match, rules = self.match, self.match.terms
        if not deal.fits(self):
            raise _illegal(deal)
        hands, boneyard = deal_hands(deal.order, rules.seats, rules.hand_size)
        round_, opener = self._next_round, self._find_opener(deal.pick)
        new_match = match._replace(round=round_, opener=opener, result=None, void=None, ledger=self.open_ledger())
        if (void := self._find_void(hands)) is not None:
            new_match, no_hands = new_match._replace(void=void), (0,) * rules.seats
            return Step(type(self)(new_match, DEALER, hands=no_hands, boneyard=(), layout=layout(rules.shape)), (void,))
        if rules.is_lead_forced(round_):
            opener = find_lead_holder(rules.tiles, hands, low=rules.opens_low(round_))
            new_match = new_match._replace(opener=opener)
        if rules.has_partners:
            new_match = new_match._replace(opened=list_latest_openers(rules.sides, match.opened, opener))
        state = _new(type(self), (new_match, opener, hands, boneyard, layout(rules.shape), *EMPTY))
        return Step(state, (Dealt(new_match.round, opener, tuple(map(rules.tiles_of, hands))),))

    def _find_opener(self, pick: int) -> Seat:
        """Return the seat that opens the next round if no tile must open it (draw.md §4)."""
        if self.match.void is not None:
            return self.match.opener
        return pick if self.match.result is None else self.choose_opener(self.match.result, pick)

    def _find_void(self, hands: Sequence[int]) -> VoidDeal | None:
        """Return the reason why a deal is void; None if it isn't (draw.md §3)."""
        limit, tiles = self.match.terms.options.most_doubles, self.match.terms.tiles
        doubles = [(hand & tiles.doubles).bit_count() for hand in hands]
        largest = max(doubles)
        return None if limit is None or largest <= limit else VoidDeal(doubles.index(largest), largest)

    def redeal_hidden(self, hands: tuple[int, ...], boneyard: tuple[int, ...]) -> Self:
        """Return the same position with other hidden tiles."""
        return self._replace(hands=hands, boneyard=boneyard)

    # --- legal actions

    @property
    def playing(self) -> bool:
        """Whether a seat is to act."""
        return self.to_act is not None and self.to_act != DEALER

    @property
    def opening(self) -> bool:
        """Whether the next tile is the first of the round."""
        return not self.laid

    @property
    def seat(self) -> Seat:
        """The seat to act; there must be one."""
        assert self.to_act is not None
        return self.to_act

    @property
    def drawable(self) -> int:
        """The number of tiles that may still be drawn (D in draw.md)."""
        return self.match.terms.count_drawable(len(self.boneyard))

    def playable(self, seat: Seat) -> int:
        """Return the mask of a seat's tiles that it could play on its turn."""
        if self.laid:
            return self.hands[seat] & self.layout.fits
        return self.match.terms.find_leads(self.hands[seat], self.match.round)

    def placements(self) -> tuple[Play, ...]:
        """Return all plays of the seat to act, the lightest tile first (L in draw.md)."""
        return self.layout.placements(self.playable(self.seat))

    def legal_actions(self) -> tuple[Move, ...]:
        seat = self.to_act
        if seat is None or seat == DEALER:
            return ()
        plays = self.layout.placements(self.playable(seat))
        return plays + self._list_calls(bool(plays))

    def _list_calls(self, able: bool) -> tuple[Call, ...]:
        """Return the calls that the seat to act may make (draw.md §5, §6).

        `able` is whether it can play. It says so only if others have passed before it.
        """
        rules = self.match.terms
        if not self.laid or (able and rules.only_plays):
            return ()
        if len(self.boneyard) > rules.reserve:
            if self.drawn >= rules.draw_limit:
                return () if able else (Call.PASS,)
            return () if able and not rules.options.voluntary_draw else (Call.DRAW,)
        if rules.has_fouls and not self.declared:
            return (Call.CANNOT, Call.CAN) if self.confirmed else (Call.CANNOT,)
        return () if able else (Call.CANNOT,)

    def automatic(self) -> Action | None:
        """Return a pass after a failed draw, or the automatic confirmation of a block."""
        if self.to_act is None or self.to_act == DEALER or self.playable(self.to_act):
            return None
        (call, *_) = self._list_calls(able=False)
        if call is Call.PASS or (call is Call.CANNOT and not self.match.terms.is_manual):
            return call
        return None

    @property
    def confirming(self) -> bool:
        """Whether a seat has proposed a block, and the others confirm it in turn.

        This is False if the table confirms for the seats.
        """
        return bool(self.confirmed) and self.match.terms.is_manual and not self.declared

    def at_deadline(self) -> Action:
        """Return the best play, or else an honest declaration.

        If several plays are worth the same, choose the heaviest tile, then the first tile and end.
        """
        plays = self.placements()
        if not plays:
            return self._list_calls(able=False)[0]
        return min(plays, key=lambda play: (-self.worth(play), -play.tile.pips, play.tile, play.end))

    # --- what an action does

    def apply(self, action: Action) -> Step:
        match action:
            case Play():
                return self._play(action)
            case Call():
                return self._call(action)
            case Deal():
                return self._deal(action)
            case _:
                raise _illegal(action)

    def _play(self, action: Play) -> Step:
        match, seat, hands, boneyard, line, laid, confirmed, _, _, signs = self
        if seat is None or seat == DEALER:
            raise _illegal(action)
        tile = line.mask_of(action)
        if not tile & (hands[seat] if laid else self.playable(seat)):  # only the opening tile is restricted
            raise _illegal(action)
        event, hand = play_event(seat, action), hands[seat] ^ tile
        hands = replace_value(hands, seat, hand)
        line, laid = lay_tile(line, action), (*laid, event)
        events: tuple[Event, ...] = (event, *blocked.cancellation_events(confirmed, seat))
        rules = match.terms
        if rules.scores_plays:
            match, score_events = self.score_play(action, line)
            events += score_events
        after = _new(
            type(self), (match, (seat + 1) % rules.seats, hands, boneyard, line, laid, blocked.NOBODY, 0, False, signs)
        )
        if match is not self.match and after.is_decided:  # a new match means that the play scored
            return after.end_round(Ending.REACHED, events)
        if not hand:
            return after.end_round(Ending.OUT, events)
        if rules.early_block and is_hopeless(line, hands, boneyard[: self.drawable]):
            return after.end_round(Ending.BLOCKED, events)
        return _new(Step, (after, events))

    def _call(self, call: Call) -> Step:
        seat = self.to_act
        if seat is None or seat == DEALER:
            raise _illegal(call)
        able = bool(self.playable(seat))
        if call not in self._list_calls(able):
            raise _illegal(call)
        match call:
            case Call.CANNOT:
                return self.declare_falsely(call) if able else self.confirm()
            case Call.CAN if able:
                return Step(self.show_able()._replace(declared=True), (Claimed(seat),))
            case Call.CAN:
                return self.declare_falsely(call)
            case Call.DRAW:
                return self._draw()
            case Call.PASS:
                return Step(self._pass_on(seat), (Passed(seat),))

    def _pass_on(self, seat: Seat, confirmed: blocked.Confirmations = blocked.NOBODY) -> Self:
        """Return the position after a seat passed; the next seat is to act."""
        match, _, hands, boneyard, line, laid, _, _, _, signs = self
        next_seat = (seat + 1) % match.terms.seats
        signs = (*signs, _new(Sign, (seat, len(laid), 0, False)))  # drew 0, could not play
        return _new(type(self), (match, next_seat, hands, boneyard, line, laid, confirmed, 0, False, signs))

    def show_able(self) -> Self:
        """Return the position after the seat to act showed that it can play."""
        return self._replace(signs=(*self.signs, Sign(self.seat, len(self.laid), drew=0, could_play=True)))

    def _draw(self) -> Step:
        """Draw one tile if the seat could play; else draw until one fits or the limit is reached."""
        match, seat, hands, boneyard, line, laid, confirmed, drawn, declared, signs = self
        assert seat is not None
        limit = 1 if self.playable(seat) else min(self.drawable, match.terms.draw_limit - drawn)
        number = count_draws(boneyard, line.fits, limit)
        indices, boneyard = boneyard[:number], boneyard[number:]
        hands = replace_value(hands, seat, hands[seat] | mask_of(indices))
        signs = (*signs, _new(Sign, (seat, len(laid), number, None)))  # a draw leaves open whether it could play
        after = _new(type(self), (match, seat, hands, boneyard, line, laid, confirmed, drawn + number, declared, signs))
        return _new(Step, (after, (Drew(seat, number, tuple([match.terms.tiles.tiles[index] for index in indices])),)))

    def confirm(self, events: tuple[Event, ...] = ()) -> Step:
        """Let the seat to act confirm the block."""
        seat, rules = self.seat, self.match.terms
        confirmed = blocked.add_confirmation(self.confirmed, seat, rules.seats)
        events += (blocked.confirmation(seat, len(confirmed), rules.seats),)
        if not blocked.is_complete(confirmed, rules.seats):
            return _new(Step, (self._pass_on(seat, confirmed), events))
        return self.end_round(Ending.BLOCKED, events, confirmed)

    def end_round(
        self, ending: Ending, events: tuple[Event, ...], confirmed: blocked.Confirmations = blocked.NOBODY
    ) -> Step:
        """Score the round; the board stays until the next deal."""
        match, rules = self.match, self.match.terms
        result = self.score_round(ending, self.hands, self.laid[-1].seat, confirmed)
        scores = self.add_gains(result)
        outcome = find_outcome(rules, match.round, scores)
        event: RoundScored[Any] = RoundScored(match.round, result, rules.tiles.highest, self.hands, self.boneyard)
        events = (*events, event)
        if outcome is not None:
            events += (ShutoutWon(outcome) if rules.options.is_shutout(outcome) else GameEnded(outcome),)
        ledger = self.close_ledger(result)
        new_match = Match(rules, scores, ledger, match.round, match.opener, result, outcome, opened=match.opened)
        to_act = None if outcome else DEALER
        state = _new(type(self), (new_match, to_act, self.hands, self.boneyard, self.layout, self.laid, *SCORED))
        return Step(state, events)

    def add_gains(self, result: R) -> tuple[int, ...]:
        """Return the scores after a round."""
        return tuple(map(add, self.match.scores, result.gains))

    # --- what is seen

    def common_view(self, viewer: Seat | None) -> dict[str, Any]:
        """Return the common fields of every `LineObservation`, by name."""
        match, rules, acting = self.match, self.match.terms, self.playing and viewer == self.to_act
        visible = [hand if seat == viewer or not self.playing else None for seat, hand in enumerate(self.hands)]
        return {
            "viewer": viewer,
            "to_act": self.to_act,
            "outcome": match.outcome,
            "round": match.round,
            "choices": self._list_choices() if acting else (),
            "options": rules.options,
            "highest": rules.tiles.highest,
            "opener": match.opener,
            "latest_openers": match.opened,
            "void": match.void,
            "laid": tuple([Laid(event.tile, event.end, event.seat) for event in self.laid]),
            "ends": self.layout.ends,
            "spinner": self._find_spinner(),
            "hands": tuple(None if hand is None else rules.tiles_of(hand) for hand in visible),
            "sizes": tuple(hand.bit_count() for hand in self.hands),
            "scores": match.scores,
            "boneyard": len(self.boneyard),
            "drawable": self.drawable,
            "confirmed": self.confirmed,
            "drawn": self.drawn,
            "signs": self.signs,
            "playable": rules.tiles_of(self.playable(self.seat)) if acting else (),
            "unseen": () if self.playing else tuple(sorted(rules.tiles.tiles[index] for index in self.boneyard)),
            "result": match.result,
        }

    def _find_spinner(self) -> int | None:
        """Return the index in `laid` of the only double that gets four arms, if there is one."""
        if self.layout.shape.arms not in (FIRST, OPENER):
            return None
        return next((place for place, laid in enumerate(self.laid) if laid.tile.double), None)

    def _list_choices(self) -> tuple[Choice, ...]:
        """Return the legal actions, tiles in canonical order.

        If there are too many for a menu, they are first grouped by their higher number.
        """
        actions = sorted(self.legal_actions(), key=_menu_order)
        crowded = len({action.parts[0] for action in actions}) > MENU_SIZE
        choices = map(self.offer, actions)
        return tuple(map(_group_by_number, choices) if crowded else choices)

    def offer(self, action: Move) -> Choice:
        """Return an action as a menu offers it.

        A play that differs from an earlier play only in the picture refers to the earlier play.
        """
        twin = self.layout.twins.get(action.end) if isinstance(action, Play) and action.end else None
        return make_choice(action, same_as=f"play {action.parts[0]} {twin}" if twin else None)


EMPTY = ((), blocked.NOBODY, 0, False, ())
"""The fields of a position from `laid` on, after a deal."""
SCORED = EMPTY[1:]
"""The fields of a position from `confirmed` on, after a round."""
_new = tuple.__new__
"""Makes a named tuple without its constructor.

The constructor would take longer than the move itself. At the beginning of a turn, `drawn` is 0 and `declared` False.
"""


def _menu_order(action: Move) -> tuple[bool, Tile | None]:
    """Return the sort key of an action in the menu."""
    return (False, action.tile) if isinstance(action, Play) else (True, None)


def _group_by_number(choice: Choice) -> Choice:
    """Put a tile's higher number before the tile, as the first level of the menu."""
    high, dash, _ = choice.parts[0].partition("-")
    return choice._replace(parts=(high, *choice.parts)) if dash else choice


def _illegal(action: Action) -> ValueError:
    """Return an error that doesn't mention a tile, because it may be logged."""
    return ValueError(f"not legal now: {type(action).__name__}")
