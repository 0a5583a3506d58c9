"""A fast play-out of a round on a line, for search.

It has no states and no events. Its rules are those of `state.py` without false declarations, and property tests compare
both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from engine.dominoes.actions import Call, Play
from engine.dominoes.blocked import NOBODY
from engine.dominoes.ending import Ending
from engine.dominoes.layout import is_hopeless, lay_tile_cached
from engine.dominoes.partners import Tally
from engine.dominoes.state import LineState, Result
from engine.game import Seat

PlayoutMove = Play | Literal[Call.DRAW]
"""A choice in a play-out: a play, or a draw."""

Choose = Callable[[Seat, int, Sequence[PlayoutMove], int], PlayoutMove]
"""Picks one of the moves of a seat.

It gets the seat, its hand (a mask), its moves, and the draws and passes since the last choice as a binary number: a
leading 1, then a 1 for each draw and a 0 for each pass. If several ends have the same effect, only the move on the
first is given. It isn't called for a seat that can't play, because the action of that seat is forced.
"""

R = TypeVar("R", bound=Result)


def playout(state: LineState[Any, R, Any, Any], choose: Choose) -> R:
    """Play out the round of a state, in which a seat must be to act, and return its result."""
    terms, seat, layout = state.match.terms, state.seat, state.layout
    seats, draw_limit = terms.seats, terms.draw_limit
    ends_early, may_draw_anyway = terms.early_block, terms.options.voluntary_draw
    hands, passes = list(state.hands), len(state.confirmed)
    boneyard, drawable, drawn = state.boneyard, state.drawable, state.drawn
    tally = state.open_tally()
    next_tile = 0  # the place in the boneyard of the next tile to draw
    last_to_lay = state.laid[-1].seat if state.laid else seat
    playable = state.playable(seat)
    draws_and_passes = 1
    while True:
        if playable:
            plays = layout.distinct_plays
            lowest = playable & -playable  # the lowest bit; each tile in turn is the lowest that is left
            moves: tuple[PlayoutMove, ...] = plays[lowest]
            while playable := playable ^ lowest:
                lowest = playable & -playable
                moves += plays[lowest]
            # nothing is drawn before the opening tile
            if may_draw_anyway and next_tile < drawable and drawn < draw_limit and layout.ends:
                moves += (Call.DRAW,)
            move = choose(seat, hands[seat], moves, draws_and_passes)
            draws_and_passes = 1
            if move is not Call.DRAW:
                hands[seat] ^= layout.plays[move]
                if tally is not None:
                    tally.note_play(
                        seat, move.tile, layout.numbers, all_others_passed=passes == seats - 1, out=not hands[seat]
                    )
                layout = layout.following.get(move) or lay_tile_cached(layout, move)
                passes, last_to_lay = 0, seat
                if not hands[seat]:
                    return _credit(state, tally).score_round(Ending.OUT, hands, last_to_lay, NOBODY)
                if ends_early and is_hopeless(layout, hands, boneyard[next_tile:drawable]):
                    return _credit(state, tally).score_round(Ending.BLOCKED, hands, last_to_lay, NOBODY)
                seat, drawn = (seat + 1) % seats, 0
                playable = hands[seat] & layout.fits
                continue
        if next_tile < drawable and drawn < draw_limit:
            hands[seat] |= 1 << boneyard[next_tile]
            next_tile, drawn = next_tile + 1, drawn + 1
            draws_and_passes = draws_and_passes << 1 | 1
        else:
            if tally is not None and not passes:
                tally.note_first_pass()
            passes = 0 if next_tile < drawable else passes + 1  # only passes with nothing left to draw confirm a block
            if passes == seats:
                confirmed = tuple((seat + place) % seats for place in range(1, seats + 1))
                return _credit(state, tally).score_round(Ending.BLOCKED, hands, last_to_lay, confirmed)
            seat, drawn = (seat + 1) % seats, 0
            draws_and_passes <<= 1
        playable = hands[seat] & layout.fits


def _credit(state: LineState[Any, R, Any, Any], tally: Tally | None) -> LineState[Any, R, Any, Any]:
    return state if tally is None else tally.credit(state)
