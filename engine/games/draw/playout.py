"""A round played to its end as fast as Python goes, for search: no states, no events, the same rules.

Nobody declares falsely. A property test holds this beside the public rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.blocked import NOBODY
from engine.game import Seat
from engine.games.draw import scoring
from engine.games.draw.actions import Call, Move, Play
from engine.games.draw.layout import after, hopeless
from engine.games.draw.observation import RoundResult
from engine.games.draw.state import DrawState

Choose = Callable[[Sequence[Move]], Move]
"""Picks one of the moves of the seat to act. Who can lay no tile is not asked: what he does is forced."""


def at_random(rng: Random) -> Choose:
    """Every move equally likely."""
    random = rng.random
    return lambda moves: moves[int(random() * len(moves))]


def playout(state: DrawState, choose: Choose) -> RoundResult:
    """How the round of this state ends; a seat must be to act."""
    terms, seat, there = state.match.terms, state.seat, state.layout
    seats, most, early, voluntary = terms.seats, terms.draw_limit, terms.early_block, terms.options.voluntary_draw
    hands, boneyard, top, bottom = list(state.hands), state.boneyard, 0, state.drawable
    drawn, asked, last = state.drawn, len(state.confirmed), state.laid[-1].seat if state.laid else seat
    playable = state.playable(seat)
    while True:
        draws = False
        if playable:
            moves: tuple[Move, ...] = there.placements(playable)
            if voluntary and top < bottom and drawn < most and there.tips:
                moves += (Call.DRAW,)
            move = choose(moves)
            if isinstance(move, Play):
                hands[seat] ^= there.plays[move]
                there, asked, last = after(there, move), 0, seat
                if not hands[seat]:
                    return scoring.going_out(_left(state, hands, last), seat)
                if early and hopeless(there, hands, boneyard[top:bottom]):
                    return scoring.blocked(terms.options, _left(state, hands, last), NOBODY)
            else:
                draws = True
        elif top < bottom:
            draws, asked = drawn < most, 0
        else:
            asked += 1
            if asked == seats:
                confirmed = tuple((seat + place) % seats for place in range(1, seats + 1))
                return scoring.blocked(terms.options, _left(state, hands, last), confirmed)
        if draws:
            hands[seat] |= 1 << boneyard[top]
            top, drawn = top + 1, drawn + 1
        else:
            seat, drawn = (seat + 1) % seats, 0
        playable = hands[seat] & there.fits


def _left(state: DrawState, hands: Sequence[int], last: Seat) -> scoring.Residue:
    return scoring.residue(state.match.terms, hands, state.match.opener, last)
