"""A fast play-out of a round on a line, for search.

It has no states and no events, but the same rules, except that false declarations don't occur. Property tests compare
it with the public rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from engine.dominoes.actions import Call, Play
from engine.dominoes.blocked import NOBODY
from engine.dominoes.ending import Ending
from engine.dominoes.layout import is_hopeless, lay_again
from engine.dominoes.state import LineState, Result
from engine.game import Seat

Way = Play | Literal[Call.DRAW]
"""The choices of a seat that doesn't declare falsely."""

Choose = Callable[[Seat, int, Sequence[Way], int], Way]
"""Picks one of the moves of a seat.

It gets the seat's hand (a mask), the moves that differ in more than the picture, and a number that stands for what
everybody saw since the last choice. A seat that can't lay a tile is not asked, because its action is forced.
"""

R = TypeVar("R", bound=Result)


def playout(state: LineState[Any, R, Any, Any], choose: Choose) -> R:
    """Return how the round of this state ends; a seat must be to act."""
    terms, seat, there = state.match.terms, state.seat, state.layout
    seats, most, early, voluntary = terms.seats, terms.draw_limit, terms.early_block, terms.options.voluntary_draw
    hands, boneyard, top, bottom = list(state.hands), state.boneyard, 0, state.drawable
    drawn, asked, last = state.drawn, len(state.confirmed), state.laid[-1].seat if state.laid else seat
    playable, seen = state.playable(seat), 1
    while True:
        if playable:
            ways, lightest = there.distinct, playable & -playable
            moves: tuple[Way, ...] = ways[lightest]
            while playable := playable ^ lightest:
                lightest = playable & -playable
                moves += ways[lightest]
            if voluntary and top < bottom and drawn < most and there.ends:
                moves += (Call.DRAW,)
            move = choose(seat, hands[seat], moves, seen)
            seen = 1
            if move is not Call.DRAW:
                hands[seat] ^= there.plays[move]
                there, asked, last = lay_again(there, move), 0, seat
                if not hands[seat]:
                    return state.score_round(Ending.OUT, hands, last, NOBODY)
                if early and is_hopeless(there, hands, boneyard[top:bottom]):
                    return state.score_round(Ending.BLOCKED, hands, last, NOBODY)
                seat, drawn = (seat + 1) % seats, 0
                playable = hands[seat] & there.fits
                continue
        if top < bottom and drawn < most:
            hands[seat] |= 1 << boneyard[top]
            top, drawn, seen = top + 1, drawn + 1, seen * 2 + 1
        else:
            asked = 0 if top < bottom else asked + 1
            if asked == seats:
                confirmed = tuple((seat + place) % seats for place in range(1, seats + 1))
                return state.score_round(Ending.BLOCKED, hands, last, confirmed)
            seat, drawn, seen = (seat + 1) % seats, 0, seen * 2
        playable = hands[seat] & there.fits
