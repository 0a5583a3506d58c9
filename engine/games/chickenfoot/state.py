"""The rules of Chickenfoot: one complete position and its actions.

A § is a section of chickenfoot.md.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from engine.dominoes import blocked
from engine.dominoes.events import Drew, GameEnded, Passed
from engine.dominoes.hands import count_draws, deal_hands, find_heaviest, mask_of, replace_value
from engine.dominoes.line import Sign
from engine.game import DEALER, Action, Choice, Deal, Outcome, Seat, Step, find_mover, make_choice
from engine.games.chickenfoot import scoring, words
from engine.games.chickenfoot.actions import CANNOT, DRAW, KEEP, Cannot, ChickenfootAction, Draw, Keep, Play, play
from engine.games.chickenfoot.board import Board, find_dead_foot_news
from engine.games.chickenfoot.events import (
    ChickenfootEvent,
    Dealt,
    FootDied,
    Missed,
    Played,
    RoundEnded,
)
from engine.games.chickenfoot.observation import ChickenfootObservation, DeadFoot, Ending, RoundResult
from engine.games.chickenfoot.options import TOES, ChickenfootOptions, Terms
from engine.tiles import Tile
from engine.words import Message


def start(options: ChickenfootOptions, seats: int) -> ChickenfootState:
    """Return the state before its first deal.

    Raises OptionRefused if the options can't be played.
    """
    terms = Terms(options, seats)
    return ChickenfootState(terms, Board(terms))


class Phase(Enum):
    """The phase of a game (§9).

    A turn is one phase with several actions. The seat plays a tile or draws. After a draw it still has the turn, and
    plays or keeps what it drew. If it can neither play nor draw, it confirms that (`cannot`). `keep` confirms the same
    if nothing fits and nothing is left to draw.
    """

    DEAL = "deal"
    """The dealer deals. OPENING follows if a seat holds the round's double, else SEARCH."""
    SEARCH = "search"
    """Nobody holds the round's double, so the seats draw one tile each in turn. OPENING follows once it is found."""
    OPENING = "opening"
    """The holder of the double lays it. TURN follows, for the next seat."""
    TURN = "turn"
    """A seat has its turn. TURN of the next seat follows, or DEAL or OVER if the round is over."""
    OVER = "over"
    """The game is over."""


class ChickenfootState(NamedTuple):
    """Satisfies `engine.game.State`.

    Tiles are indices of their set, and hands are masks. Between rounds, the board is still that of the last round.
    """

    terms: Terms
    board: Board
    round: int = 0
    """The number of the round, from 1; 0 before the first deal."""
    phase: Phase = Phase.DEAL
    to_act: Seat | None = DEALER
    hands: tuple[int, ...] = ()
    yard: tuple[int, ...] = ()
    """The tiles of the yard, in the order of drawing."""
    drawn: int = 0
    """The mask of the tiles that the seat to act has drawn in this turn."""
    confirmed: blocked.Confirmations = blocked.NOBODY
    scores: tuple[tuple[int, ...], ...] = ()
    """For each finished round the points of each hand."""
    result: RoundResult | None = None
    """The result of the round that was just scored."""
    signs: tuple[Sign, ...] = ()
    """The public actions of this round other than plays, in order."""

    def __repr__(self) -> str:
        return f"<Chickenfoot, round {self.round}, to act {self.to_act}>"  # hands and yard are secret

    @property
    def seat(self) -> Seat:
        """The seat to act; there must be one."""
        assert self.to_act is not None
        return self.to_act

    @property
    def hand(self) -> int:
        """The hand of the seat to act."""
        return self.hands[self.seat]

    @property
    def drawable(self) -> int:
        """How many tiles of the yard may still be drawn in turns."""
        return max(0, len(self.yard) - self.terms.rest)

    @property
    def playable(self) -> int:
        """The mask of the tiles that the seat to act can lay now.

        If several doubles may open, the mask has only the highest.
        """
        if self.phase is Phase.TURN:
            return self.hand & self.board.fits
        if self.phase is Phase.OPENING:
            doubles = self.hand & self.terms.opening_doubles(self.round)
            return find_heaviest(doubles)
        return 0

    @property
    def can_draw(self) -> bool:
        """Whether the seat to act may draw.

        In a search it always may (§3). In a turn it may draw once, if it cannot play or the option allows it (§4).
        """
        if self.phase is not Phase.TURN:
            return self.phase is Phase.SEARCH
        if self.drawn or not self.drawable:
            return False
        return self.terms.options.optional_draw or not self.playable

    @property
    def can_keep(self) -> bool:
        """Whether the turn may end after a draw without a play (§4)."""
        drawn_fits = bool(self.drawn & self.board.fits)
        must_play_drawn = drawn_fits and self.terms.options.drawn_tile == "must"
        return bool(self.drawn) and not must_play_drawn

    @property
    def can_confirm(self) -> bool:
        """Whether the seat can truthfully confirm that it can't play or draw (§7)."""
        return self.phase is Phase.TURN and not (self.drawable or self.drawn or self.playable)

    def legal_actions(self) -> tuple[ChickenfootAction, ...]:
        """Return the actions of the seat to act; tiles are in the order of the set, each with its ends."""
        plays = self._plays()
        if plays and not self.drawn and not self.terms.options.optional_draw:
            return plays  # the usual case: `can_draw` and `can_keep` would come to the same, slowly
        if self.can_draw:
            return (*plays, DRAW)
        if self.can_keep:
            return (*plays, KEEP)
        return (CANNOT,) if self.can_confirm else plays

    def _plays(self) -> tuple[ChickenfootAction, ...]:
        playable = self.playable
        if not playable:
            return ()
        tiles = self.terms.tiles.of(playable)
        if self.phase is Phase.OPENING:
            return tuple(play(tile) for tile in tiles)
        places = self.board.places
        return tuple([play(tile, end.letter) for tile in tiles for end in places if end.number in tile])

    # --- what the dealer shuffles

    @property
    def deck(self) -> tuple[Tile, ...]:
        """The tiles that the dealer shuffles: all except the next round's double, if that is set aside."""
        if self.to_act != DEALER:
            return ()
        return tuple(self.terms.tiles.tiles[t] for t in self._deck())

    @property
    def picks(self) -> int:
        """The number of seats in round 1 if chance chooses one of them, else 1 (§3).

        The chosen seat draws first for a missing double, or gets the double that is set aside.
        """
        is_first_deal = self.to_act == DEALER and not self.round
        chance_chooses = is_first_deal and self.terms.options.opening_missing != "simultaneous"
        return self.terms.seats if chance_chooses else 1

    def _deck(self) -> list[int]:
        double = self._set_aside(self.round + 1)
        return [t for t in range(len(self.terms.tiles)) if not double >> t & 1]

    def _set_aside(self, round_: int) -> int:
        """Return the round's double as a mask if it is given to the opener, else 0."""
        is_set_aside = self.terms.options.opening_missing == "set_aside"
        return self.terms.opening_doubles(round_) if is_set_aside else 0

    # --- actions without a choice

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self.scores) if self.to_act is None else None

    def automatic(self) -> ChickenfootAction | None:
        """Return the action that the table takes by itself, if there is one.

        Searching and opening are automatic, because there is no choice. Confirming is automatic if the option says so.
        If no tile anywhere fits, which everyone sees on the table, drawing and keeping are automatic, too. The
        exception is a `keep` that confirms a block while the seats confirm for themselves.
        """
        if self.phase in (Phase.SEARCH, Phase.OPENING):
            return self.legal_actions()[0]
        table_confirms = self.terms.options.verification == blocked.AUTO
        if table_confirms and self.can_confirm:
            return CANNOT
        nothing_fits = self.phase is Phase.TURN and not self.board.fits
        if nothing_fits and (self.drawable or table_confirms):  # with nothing left to draw, `keep` confirms
            return KEEP if self.drawn else DRAW
        return None

    @property
    def confirming(self) -> bool:
        """Whether a seat has proposed a block, and the others confirm it in turn.

        This is False if the table confirms for the seats.
        """
        return bool(self.confirmed) and self.terms.options.verification == blocked.MANUAL

    def at_deadline(self) -> ChickenfootAction:
        """Return the play of the costliest double, else of the costliest tile (§9).

        If several cost the same, it is the first in the order of the set, on its first end. If nothing can be played,
        it is the first action.
        """
        actions = self.legal_actions()
        plays = [action for action in actions if isinstance(action, Play)]
        return max(plays, key=self._weight) if plays else actions[0]

    def _weight(self, action: Play) -> tuple[bool, int]:
        return action.tile.double, self.terms.value_of(action.tile)

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(find_mover(self)), notation)

    def apply(self, action: Action) -> Step:
        match action:
            case Play():
                return self._play(action)
            case Draw() if self.can_draw:
                return self._search() if self.phase is Phase.SEARCH else self._draw()
            case Keep() if self.can_keep:
                return self._keep()
            case Cannot() if self.can_confirm:
                return self._confirm()
            case Deal():
                return self._deal(action)
        raise ValueError(f"{action} is not legal here")

    # --- the deal and the search for the opening double (§3)

    def _deal(self, deal: Deal) -> Step:
        if not deal.fits(self):
            raise ValueError("this deal does not fit")
        deck = self._deck()
        terms, round_ = self.terms, self.round + 1
        order = [deck[place] for place in deal.order]
        # the seat after the one that opened the last round; chance picks in round 1
        first = terms.next_seat(self.board.laid[0].seat) if self.board.laid else deal.pick
        hands, yard = deal_hands(order, terms.seats, terms.hand_size)
        dealt = self._replace(
            board=Board(terms),
            round=round_,
            hands=replace_value(hands, first, hands[first] | self._set_aside(round_)),
            yard=yard,
            drawn=0,
            confirmed=blocked.NOBODY,
            result=None,
        )
        return dealt._begin(first)

    def _begin(self, first: Seat) -> Step:
        """Let the seat that holds the opening double act; if none does, begin the search."""
        number = self.terms.double_of_round(self.round)
        double = Tile(number, number)
        dealt = Dealt(self.round, double, tuple(self.terms.tiles.of(hand) for hand in self.hands))
        opener = self._holder(self.terms.opening_doubles(self.round))
        if opener is not None:
            return Step(self._replace(phase=Phase.OPENING, to_act=opener), (dealt,))
        first = 0 if self._all_draw_at_once else first  # `_search` counts from seat 0 who has drawn
        return Step(self._replace(phase=Phase.SEARCH, to_act=first), (dealt, Missed(double, first)))

    def _search(self) -> Step:
        """Draw one tile for the seat to act.

        The seat that finds the double opens. If all draw at once, it first waits until each seat has drawn, or the yard
        is empty.
        """
        after, drew = self._with_drawn(1)
        next_seat = self.terms.next_seat(self.seat)
        finder = after._holder(self.terms.doubles[self.terms.double_of_round(self.round)])
        have_all_drawn = next_seat == 0 or not after.yard  # seat 0 draws first if all draw at once
        may_open = not self._all_draw_at_once or have_all_drawn
        if finder is not None and may_open:
            return Step(after._replace(phase=Phase.OPENING, to_act=finder, drawn=0), (drew,))
        return Step(after._replace(to_act=next_seat, drawn=0), (drew,))

    @property
    def _all_draw_at_once(self) -> bool:
        return self.terms.options.opening_missing == "simultaneous"

    def _holder(self, doubles: int) -> Seat | None:
        """Return the seat that holds the highest of these doubles, if one does."""
        held_doubles = [hand & doubles for hand in self.hands]
        return held_doubles.index(max(held_doubles)) if any(held_doubles) else None

    # --- turns (§4, §5)

    def _play(self, action: Play) -> Step:
        seat, board = self.seat, self._board_with(action)
        dead_foot = find_dead_foot_news(self.board, board)
        played = Played(seat, action.tile, action.end, board.laid[-1].role, _count_missing(board, dead_foot))
        death = () if dead_foot is None else (FootDied(dead_foot),)
        events: tuple[ChickenfootEvent, ...] = (played, *death, *blocked.cancellation_events(self.confirmed, seat))
        after = self._replace(
            phase=Phase.TURN,
            board=board,
            hands=replace_value(self.hands, seat, self.hand & ~board.table),
            to_act=self.terms.next_seat(seat),
            drawn=0,
            confirmed=blocked.NOBODY,
        )
        return after._end_round_if_over(seat, action.tile, events) or Step(after, events)

    def _board_with(self, action: Play) -> Board:
        """Return the board after a play of the seat to act.

        Raises ValueError if the play is illegal.
        """
        tile = self.terms.tiles.index.get(action.tile)
        if tile is not None and self.playable >> tile & 1:
            if self.phase is Phase.OPENING and not action.end:
                return self.board.with_opening(tile, self.seat)
            for place in self.board.places:
                if place.letter == action.end and action.tile.has(place.number):
                    return self.board.with_tile(tile, place, self.seat)
        raise ValueError(f"{action} is not legal here")

    def _end_round_if_over(self, seat: Seat, tile: Tile, events: tuple[ChickenfootEvent, ...]) -> Step | None:
        """Return the step if `tile` was the last of its hand or left a dead foot; else None (§6, §7)."""
        was_last = not self.hands[seat]
        may_end = not tile.double or self.terms.options.last_double_ends or not self.drawable
        if was_last and may_end:
            return self._score_round(Ending.OUT, seat, events)
        if self.terms.ends_with_dead_foot and self.board.foot_is_dead:
            return self._score_round(Ending.DEAD_FOOT, None, events)
        if was_last:
            # the last tile is a double; at this table nobody goes out with a double, so the seat draws one tile
            after, drew = self._replace(to_act=seat)._with_drawn(1)
            return Step(after._replace(to_act=self.to_act, drawn=0), (*events, drew))
        return None

    def _draw(self) -> Step:
        """Draw one tile, or as many as it takes until one fits."""
        number = 1
        if self.terms.options.draw_limit == "until_playable" and not self.playable:
            number = count_draws(self.yard, self.board.fits, self.drawable)
        after, drew = self._with_drawn(number)
        return Step(after, (drew,))

    def _with_drawn(self, number: int) -> tuple[ChickenfootState, Drew]:
        """Return the state and the event after the seat to act draws `number` tiles."""
        drawn_tiles, yard = self.yard[:number], self.yard[number:]
        tiles = mask_of(drawn_tiles)
        hands = replace_value(self.hands, self.seat, self.hand | tiles)
        drew = Drew(self.seat, number, tuple(self.terms.tiles.tiles[t] for t in drawn_tiles))
        signs = self._signs_with(able=None, drew=number)
        return self._replace(hands=hands, yard=yard, drawn=self.drawn | tiles, signs=signs), drew

    def _signs_with(self, able: bool | None, drew: int = 0) -> tuple[Sign, ...]:
        """Return the signs so far and a new one of the seat to act; `able` becomes `Sign.could_play`."""
        return (*self.signs, Sign(self.seat, tiles_on_table=len(self.board.laid), drew=drew, could_play=able))

    def _keep(self) -> Step:
        """End the turn after a draw; if nothing fits and nothing is left to draw, `keep` confirms a block (§7)."""
        if not self.drawable and not self.playable:
            return self._confirm()
        # with nothing left to draw, a seat that can't play confirms; so this seat has shown that it can play
        signs = self._signs_with(able=None if self.drawable else True)
        return Step(self._replace(to_act=self.terms.next_seat(self.seat), drawn=0, signs=signs), (Passed(self.seat),))

    # --- the end of a round (§7, §8)

    def _confirm(self) -> Step:
        seats = self.terms.seats
        confirmed = blocked.add_confirmation(self.confirmed, self.seat, seats)
        events: tuple[ChickenfootEvent, ...] = (blocked.Confirmed(self.seat, len(confirmed), seats),)
        signs = self._signs_with(able=False)
        after = self._replace(confirmed=confirmed, to_act=self.terms.next_seat(self.seat), drawn=0, signs=signs)
        if blocked.is_complete(confirmed, seats):
            return after._score_round(Ending.BLOCKED, None, events)
        return Step(after, events)

    def _score_round(self, ending: Ending, out: Seat | None, events: tuple[ChickenfootEvent, ...]) -> Step:
        """End the round, and count each hand against its seat."""
        values = tuple(self.terms.value(hand) for hand in self.hands)
        result = RoundResult(ending, out, values, self.confirmed)
        is_last_round = self.round == self.terms.rounds
        phase, to_act = (Phase.OVER, None) if is_last_round else (Phase.DEAL, DEALER)
        after = self._replace(phase=phase, to_act=to_act, scores=(*self.scores, values), result=result, signs=())
        hands = tuple(self.terms.tiles.of(hand) for hand in self.hands)
        events = (*events, RoundEnded(result, hands, tuple(self.terms.tiles.tiles[t] for t in self.yard)))
        if after.outcome is not None:
            events = (*events, GameEnded(after.outcome))
        return Step(after, events)

    # --- what is seen

    def observe(self, viewer: Seat | None) -> ChickenfootObservation:
        """Return what a seat may know, or the channel if `viewer` is None.

        Once the round is scored, all hands and the yard are shown.
        """
        terms, board = self.terms, self.board
        tiles = terms.tiles
        is_to_act = viewer is not None and viewer == self.to_act
        number = terms.double_of_round(max(self.round, 1))
        seen = ChickenfootObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.round,
            choices=self._choices() if is_to_act else (),
            options=terms.options,
            highest=tiles.highest,
            rounds=terms.rounds,
            double=number,
            searching=self.phase is Phase.SEARCH,
            laid=board.laid,
            ends=board.open_ends(),
            unfinished=board.find_unfinished_double(),
            dead_foot=board.dead_foot(),
            left=board.count_unplayed(),
            hands=self._hands_seen(viewer),
            sizes=tuple(hand.bit_count() for hand in self.hands) or (0,) * terms.seats,
            scores=self.scores,
            totals=scoring.totals(self.scores, terms.seats),
            yard=len(self.yard),
            left_to_draw=self.drawable,
            confirmed=self.confirmed,
            drew=self.drawn.bit_count(),
            drawn=tiles.of(self.drawn) if is_to_act else (),
            signs=self.signs,
            playable=tiles.of(self.playable) if is_to_act else (),
            unseen=tiles.of(mask_of(self.yard)) if self.result else (),
            result=self.result,
        )
        if not self.drawn or not is_to_act:
            return seen
        # the label depends on what the viewer sees, so it is set only now
        label = words.keep_label(seen)
        choices = [choice._replace(label=label) if choice.notation == str(KEEP) else choice for choice in seen.choices]
        return replace(seen, choices=tuple(choices))

    def _hands_seen(self, viewer: Seat | None) -> tuple[tuple[Tile, ...] | None, ...]:
        hands, tiles_of = self.hands or (0,) * self.terms.seats, self.terms.tiles.of
        return tuple(tiles_of(hand) if self.result or seat == viewer else None for seat, hand in enumerate(hands))

    def _choices(self) -> tuple[Choice, ...]:
        """Return the legal actions as choices.

        Ends with the same number make no difference to a tile, so the later choices of that tile refer to the first.
        """
        choices: list[Choice] = []
        first_plays: dict[tuple[Tile, int], str] = {}
        numbers = {end.letter: end.number for end in self.board.places}
        for action in self.legal_actions():
            if not isinstance(action, Play) or not action.end:
                choices.append(make_choice(action))
                continue
            first = first_plays.setdefault((action.tile, numbers[action.end]), str(action))
            choices.append(make_choice(action, same_as=first if first != str(action) else None))
        return tuple(choices)


def _count_missing(board: Board, dead_foot: DeadFoot | None) -> int:
    """Return the number of arms or toes that the unfinished double lacks.

    For a foot that was just released, return the number of toes that it never got.
    """
    return len(board.owed) if dead_foot is None or dead_foot.toes is None else TOES - dead_foot.toes
