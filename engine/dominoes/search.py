"""Tree search on a line: a single tree, grown by play-outs in random worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from engine.dominoes.actions import Play
from engine.dominoes.playout import Way, playout
from engine.dominoes.state import LineState
from engine.game import Seat
from engine.players.ismcts import Tree
from engine.tiles import TileSet, tile_set

ANY = 0.1
"""The share of a play-out's choices that are random."""


S = TypeVar("S", bound=LineState[Any, Any, Any, Any])


class Taste(NamedTuple):
    """What a play-out likes in a tile, in points."""

    pips: float
    """For each pip."""
    double: float
    follows: float
    """For each other tile of the hand that could follow."""


class Liking(NamedTuple):
    """What a play-out likes in a move."""

    always: float
    """The part that counts whatever else is held."""
    follows: int
    """The mask of the tiles that fit what the move opens."""


class _Likings(dict[Way, Liking]):
    """The liking of each move, computed on first use."""

    def __init__(self, tiles: TileSet, taste: Taste) -> None:
        super().__init__()
        self._suit, self._taste = tiles.suit, taste

    def __missing__(self, move: Way) -> Liking:
        self[move] = liking = self._liking_of(move) if isinstance(move, Play) else Liking(0.0, 0)
        return liking

    def _liking_of(self, play: Play) -> Liking:
        high, low = play.tile
        always = play.tile.pips * self._taste.pips + play.tile.double * self._taste.double
        if play.number is None:
            return Liking(always, self._suit[high] | self._suit[low])
        return Liking(always, self._suit[play.tile.other(play.number)])


@cache
def likings(highest: int, taste: Taste) -> _Likings:
    """Return the cached likings for the moves of one set."""
    return _Likings(tile_set(highest), taste)


class Search(Generic[S]):
    """One tree, grown world by world."""

    def __init__(
        self,
        highest: int,
        taste: Taste,
        rewards: Callable[[Sequence[int]], Sequence[float]],
        exploration: float,
        rng: Random,
    ) -> None:
        """Begin a tree; `rewards` turns each seat's gains in the round into its rewards."""
        self.tree: Tree[Way] = Tree(exploration)
        self._likings, self._follows = likings(highest, taste), taste.follows
        self._rewards = rewards
        self._random = rng.random

    def grow(self, state: S) -> None:
        """Take one more walk, in the world of this state."""
        self.tree.enter()
        self.tree.learn(self._rewards(playout(state, self._choose).gains))

    def _choose(self, seat: Seat, hand: int, moves: Sequence[Way], seen: int) -> Way:
        """Return a move for the tree to try, or the play-out's move outside the tree."""
        move = self.tree.pick(seat, moves, seen, lambda untried: self._choose_in_playout(hand, untried))
        return move or self._choose_in_playout(hand, moves)

    def _choose_in_playout(self, hand: int, moves: Sequence[Way]) -> Way:
        """Return the move of a play-out."""
        if len(moves) == 1:
            return moves[0]
        if self._random() < ANY:
            return moves[int(self._random() * len(moves))]
        liked, most, likings, weight = moves[0], -1.0, self._likings, self._follows
        for move in moves:
            always, follows = likings[move]
            liking = always + weight * (hand & follows).bit_count()
            if liking > most:
                liked, most = move, liking
        return liked
