"""Tree search for Draw and Block: rounds played on in random worlds by the same rules, with no states and no events.

Nobody declares falsely. A property test holds `simulate` beside the public rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.blocked import NOBODY
from engine.game import Seat
from engine.games.draw import scoring
from engine.games.draw.actions import Play
from engine.games.draw.layout import Layout, after, hopeless
from engine.games.draw.observation import RoundResult
from engine.games.draw.state import DrawState
from engine.players.ismcts import Tree
from engine.tiles import tile_set

PIPS, DOUBLE, FOLLOWS, ANY = 0.5, 2.0, 1.0, 0.1
"""What a play-out likes in a tile: its pips, that it is a double, each tile of its own that could follow; and how often
it takes any tile."""


class Way(NamedTuple):
    """A tile on an end; of ends that differ only in the picture the first."""

    play: Play | None
    """None stands for drawing although one can play."""
    tile: int
    """As a mask."""
    liking: float
    """What speaks for it whatever else is held."""
    follows: int
    """The mask of the tiles that fit what it opens."""


DRAW = Way(None, 0, 0.0, 0)


@lru_cache(maxsize=1 << 12)
def ways(there: Layout) -> tuple[Way, ...]:
    """Every way to lay a tile that makes a difference."""
    twins = {end.letter for end in there.ends if there.twin_of(end)}
    suits = tile_set(there.highest).suit
    return tuple(
        Way(
            play,
            mask,
            play.tile.pips * PIPS + play.tile.double * DOUBLE,
            suits[play.tile.other(play.number)]
            if play.number is not None
            else suits[play.tile.high] | suits[play.tile.low],
        )
        for play, mask in there.plays.items()
        if play.end not in twins
    )


Choose = Callable[[Seat, int, Sequence[Way], int], Way]
"""Picks one of the ways of a seat, given its hand and a number that stands for what everybody saw since the last
choice. Who can lay no tile is not asked."""


def simulate(state: DrawState, choose: Choose) -> RoundResult:
    """How the round of this state ends; a seat must be to act."""
    terms, seat, there = state.match.terms, state.seat, state.layout
    seats, most, early, voluntary = terms.seats, terms.draw_limit, terms.early_block, terms.options.voluntary_draw
    hands, boneyard, top, bottom = list(state.hands), state.boneyard, 0, state.drawable
    drawn, asked, last = state.drawn, len(state.confirmed), state.laid[-1].seat if state.laid else seat
    playable, seen = state.playable(seat), 1
    while True:
        if playable:
            possible = [way for way in ways(there) if way.tile & playable]
            if voluntary and top < bottom and drawn < most and there.tips:
                possible.append(DRAW)
            way = choose(seat, hands[seat], possible, seen)
            seen = 1
            if way.play is not None:
                hands[seat] ^= way.tile
                there, asked, last = after(there, way.play), 0, seat
                if not hands[seat]:
                    return scoring.going_out(_left(state, hands, last), seat)
                if early and hopeless(there, hands, boneyard[top:bottom]):
                    return scoring.blocked(terms.options, _left(state, hands, last), NOBODY)
                seat, drawn = (seat + 1) % seats, 0
                playable = hands[seat] & there.fits
                continue
        if top < bottom and drawn < most:
            hands[seat] |= 1 << boneyard[top]
            top, drawn, seen = top + 1, drawn + 1, seen * 2 + 1
            playable = hands[seat] & there.fits
            continue
        if top < bottom:
            asked = 0
        else:
            asked += 1
            if asked == seats:
                confirmed = tuple((seat + place) % seats for place in range(1, seats + 1))
                return scoring.blocked(terms.options, _left(state, hands, last), confirmed)
        seat, drawn, seen = (seat + 1) % seats, 0, seen * 2
        playable = hands[seat] & there.fits


def _left(state: DrawState, hands: Sequence[int], last: Seat) -> scoring.Residue:
    return scoring.residue(state.match.terms, hands, state.match.opener, last)


class Search:
    """One tree, grown world by world."""

    def __init__(self, rewards: Callable[[Sequence[int]], Sequence[float]], exploration: float, rng: Random) -> None:
        """`rewards` makes of what each seat gains in the round what it seeks."""
        self.tree: Tree[Way] = Tree(exploration)
        self._rewards = rewards
        self._random = rng.random

    def grow(self, state: DrawState) -> None:
        """One more walk, in the world of this state."""
        self.tree.enter()
        self.tree.learn(self._rewards(simulate(state, self._choose).gains))

    def _choose(self, seat: Seat, hand: int, possible: Sequence[Way], seen: int) -> Way:
        way = self.tree.pick(seat, possible, seen, lambda untried: self._liked(hand, untried))
        return way or self._liked(hand, possible)

    def _liked(self, hand: int, possible: Sequence[Way]) -> Way:
        """What a play-out does."""
        if len(possible) == 1:
            return possible[0]
        if self._random() < ANY:
            return possible[int(self._random() * len(possible))]
        liked, most = possible[0], -1.0
        for way in possible:
            liking = way.liking + FOLLOWS * (hand & way.follows).bit_count()
            if liking > most:
                liked, most = way, liking
        return liked
