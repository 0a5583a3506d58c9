"""A viewer's conclusions about the unseen tiles, and positions that agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.dominoes.line import Sign
from engine.dominoes.line_story import choose_lead
from engine.dominoes.story import Story, Unseen
from engine.game import Seat
from engine.games.chickenfoot.board import Board
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.options import Terms
from engine.games.chickenfoot.state import ChickenfootState, Phase
from engine.tiles import bits


def possible(seen: ChickenfootObservation, rng: Random) -> Iterator[ChickenfootState]:
    """Yield positions that agree with all that this viewer has seen."""
    worlds = Worlds(seen, rng)
    while True:
        yield worlds.sample_position()


class Worlds:
    """Positions that agree with one observation."""

    def __init__(self, seen: ChickenfootObservation, rng: Random) -> None:
        self.visible_state = build_visible_state(seen)
        self._rng = rng
        self._seen = seen
        self.story = build_story(seen, self.visible_state, rng) if seen.round and seen.result is None else None
        """The round so far; None if all tiles are known."""
        self.unseen = None if self.story is None else Unseen(self.story, rng)

    def sample_position(self) -> ChickenfootState:
        """Return a position at random."""
        if self.unseen is None:
            face_up = self.visible_state.yard
            return self.visible_state._replace(yard=tuple(self._rng.sample(face_up, len(face_up))))
        return self._position(self.unseen)

    def confine(self, places: Mapping[int, int]) -> ChickenfootState | None:
        """Return a position with each of these tiles in one of its given places, if there is one."""
        assert self.story is not None
        try:
            return self._position(Unseen(self.story, self._rng, places))
        except ValueError:
            return None

    def _position(self, unseen: Unseen) -> ChickenfootState:
        hands, yard = unseen.deal()
        all_hands = tuple(visible | hidden for visible, hidden in zip(self.visible_state.hands, hands, strict=True))
        return self.visible_state._replace(hands=all_hands, yard=yard, drawn=self._find_turn_draws(unseen))

    def _find_turn_draws(self, unseen: Unseen) -> int:
        """Return the mask of the tiles that the seat to act has drawn in this turn."""
        seen = self._seen
        if not seen.drew or seen.viewer == seen.to_act:
            return self.visible_state.drawn
        batches = [tiles for seat, tiles in unseen.batches() if seat == seen.to_act]
        latest = [tile for tiles in batches for tile in tiles][-seen.drew :]
        return sum(1 << tile for tile in latest)


def build_visible_state(seen: ChickenfootObservation) -> ChickenfootState:
    """Return the position as far as it is seen.

    Hidden hands are empty, and so is the yard.
    """
    terms = Terms(seen.options, len(seen.sizes))
    *_, board = _boards(seen, terms)
    tiles = terms.tiles
    return ChickenfootState(
        terms,
        board,
        round=seen.round,
        phase=_phase(seen),
        to_act=seen.to_act,
        hands=tuple(tiles.mask(hand or ()) for hand in seen.hands) if seen.round else (),
        yard=tuple(tiles.index[tile] for tile in seen.unseen),
        drawn=tiles.mask(seen.drawn),
        confirmed=seen.confirmed,
        scores=seen.scores,
        result=seen.result,
        signs=seen.signs,
    )


def _phase(seen: ChickenfootObservation) -> Phase:
    if seen.to_act is None:
        return Phase.OVER
    if not seen.round or seen.result is not None:
        return Phase.DEAL
    if seen.searching:
        return Phase.SEARCH
    return Phase.TURN if seen.laid else Phase.OPENING


def _boards(seen: ChickenfootObservation, terms: Terms) -> Iterator[Board]:
    """Yield the board before each tile that was laid, and as it is now."""
    board = Board(terms)
    yield board
    for laid in seen.laid:
        tile = terms.tiles.index[laid.tile]
        if laid.parent is None:
            board = board.with_opening(tile, laid.seat)
        else:
            place = next(end for end in board.places if end.letter == laid.end)
            board = board.with_tile(tile, place, laid.seat)
        yield board


def build_story(seen: ChickenfootObservation, position: ChickenfootState, rng: Random) -> Story:
    """Return the story of the round so far.

    Before the opening, the generator chooses the opening double.
    """
    return _Retelling(seen, position, rng).build_story()


class _Retelling:
    """Fills a `Story` with the round so far."""

    def __init__(self, seen: ChickenfootObservation, position: ChickenfootState, rng: Random) -> None:
        self._seen = seen
        self._terms = terms = position.terms
        self._options = terms.options
        self._viewer_hand = 0 if seen.viewer is None else position.hands[seen.viewer]
        self._story = Story(terms.seats, terms.tiles.all, seen.viewer, self._viewer_hand)
        self._doubles = terms.opening_doubles(seen.round)
        self._doubles_set_aside = 1 if self._options.opening_missing == "set_aside" else 0
        self._yard_size = len(terms.tiles) - terms.seats * terms.hand_size - self._doubles_set_aside
        self._rng = rng

    def build_story(self) -> Story:
        """Record everything in the order in which it happened."""
        story, seen = self._story, self._seen
        searches = [sign for sign in seen.signs if not sign.tiles_on_table]
        self._record_deal(bool(searches) or seen.searching)
        self._record_search(searches)
        for place, board in enumerate(_boards(seen, self._terms)):
            if place:
                laid = seen.laid[place - 1]
                story.record_play(laid.seat, self._terms.tiles.index[laid.tile])
                self._record_signs([sign for sign in seen.signs if sign.tiles_on_table == place], board.fits, laid.seat)
        story.record_remainder(self._yard_size)
        return story

    # --- the opening (§3)

    @property
    def _opener(self) -> Seat | None:
        """The seat that laid the opening double, or is about to; None during the search."""
        if self._seen.laid:
            return self._seen.laid[0].seat
        return None if self._seen.searching else self._seen.to_act

    def _record_deal(self, missed: bool) -> None:
        """Record the hands as they were dealt.

        If the double was missed, no seat was dealt a double that opens.
        """
        story, terms, opener = self._story, self._terms, self._opener
        lead = 0 if missed else self._find_lead()
        # no seat was dealt a double above the lead, because that one would have opened
        absent = self._doubles if missed else self._doubles & ~(lead | lead - 1)
        for seat in range(terms.seats):
            extra = self._doubles_set_aside if seat == opener else 0
            story.record_arrival(seat, terms.hand_size + extra, ~absent)
        if lead and opener is not None and not self._seen.laid:
            story.record_holding(opener, lead)

    def _find_lead(self) -> int:
        """Return the mask of the double that opened or will open; an unknown one is chosen at random."""
        seen, terms = self._seen, self._terms
        if seen.laid:
            return 1 << terms.tiles.index[seen.laid[0].tile]
        own_doubles = self._viewer_hand & self._doubles
        if self._opener == seen.viewer:
            return 1 << own_doubles.bit_length() - 1
        doubles = [1 << tile for tile in reversed(list(bits(self._doubles)))]
        return choose_lead(doubles, self._viewer_hand, terms.hand_size, len(terms.tiles), self._yard_size, self._rng)

    def _record_search(self, signs: list[Sign]) -> None:
        """Record the draws for the round's double. If it was found, it is the last tile that the opener drew."""
        double = self._terms.doubles[self._seen.double]
        all_draw_at_once = self._options.opening_missing == "simultaneous"
        seats, opener = self._terms.seats, self._opener
        # if all draw at once, the double may be among the draws of a round that isn't complete
        doubtful_draws = len(signs) % seats if all_draw_at_once and opener is None else 0
        last_draws = {sign.seat: number for number, sign in enumerate(signs)}
        for number, sign in enumerate(signs):
            self._yard_size -= 1
            if sign.seat == opener and number == last_draws[sign.seat]:
                drawn = double
            elif number >= len(signs) - doubtful_draws:
                drawn = -1  # any tile
            else:
                drawn = ~double
            self._story.record_arrival(sign.seat, 1, drawn)

    # --- turns (§4)

    def _record_signs(self, signs: list[Sign], fits: int, laid_by: Seat) -> None:
        """Record the actions other than plays between two plays, the earlier one by `laid_by`."""
        story, must_play = self._story, self._options.drawn_tile == "must"
        draw_time = story.now
        for number, sign in enumerate(signs):
            next_sign = signs[number + 1] if number + 1 < len(signs) else None
            # no play followed the draw if the seat kept its tiles, or if its turn goes on
            has_kept = next_sign is not None and next_sign.seat == sign.seat and not next_sign.drew
            if sign.drew:
                draw_time = story.now
                is_pending = next_sign is None and sign.tiles_on_table == len(self._seen.laid)
                after_own_double = not number and sign.seat == laid_by  # this seat's last tile was a double
                self._record_draw(sign, fits, after_own_double, doubtful=has_kept or is_pending)
            elif sign.could_play is False:
                story.record_lack(sign.seat, fits)
            else:
                if must_play:
                    story.record_lack(sign.seat, fits, draw_time)
                if sign.could_play:
                    story.record_holding(sign.seat, fits)

    def _record_draw(self, sign: Sign, fits: int, after_own_double: bool, doubtful: bool) -> None:
        """Record a draw: after a double as the last tile, by need, or by choice.

        `doubtful` means that no later play shows that a drawn tile fitted.
        """
        story, options = self._story, self._options
        self._yard_size -= sign.drew
        # with `until_playable` the last drawn tile fits, unless the draw took all that may be drawn
        stopped = options.draw_limit == "until_playable" and self._yard_size > self._terms.rest and not after_own_double
        freely = after_own_double or (options.optional_draw and sign.drew == 1)
        story.record_draw(sign.seat, sign.drew, fits, freely=freely, stopped=stopped, doubtful=doubtful)
