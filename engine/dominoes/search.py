"""Tree search on a line: one tree for all random worlds, grown by play-outs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from engine.dominoes.actions import Play
from engine.dominoes.playout import PlayoutMove, playout
from engine.dominoes.state import LineState
from engine.game import Seat
from engine.players.ismcts import Tree
from engine.tiles import TileSet, tile_set

RANDOM_SHARE = 0.1
"""The share of a play-out's choices that are random."""


S = TypeVar("S", bound=LineState[Any, Any, Any, Any])


class Weights(NamedTuple):
    """The points that each property of a move is worth in a play-out."""

    pips: float
    """For each pip."""
    double: float
    follower: float
    """For each other tile of the hand that could follow."""


class MoveScore(NamedTuple):
    """The worth of a move in a play-out."""

    base: float
    """The part that doesn't depend on the rest of the hand."""
    followers: int
    """The mask of the tiles that fit the number that the move opens."""


class _MoveScores(dict[PlayoutMove, MoveScore]):
    """The score of each move, computed on first use."""

    def __init__(self, tiles: TileSet, weights: Weights) -> None:
        super().__init__()
        self._suit, self._weights = tiles.suit, weights

    def __missing__(self, move: PlayoutMove) -> MoveScore:
        self[move] = score = self._score_play(move) if isinstance(move, Play) else MoveScore(0.0, 0)
        return score

    def _score_play(self, play: Play) -> MoveScore:
        high, low = play.tile
        base = play.tile.pips * self._weights.pips + play.tile.double * self._weights.double
        if play.number is None:  # the opening tile opens both its numbers
            return MoveScore(base, self._suit[high] | self._suit[low])
        return MoveScore(base, self._suit[play.tile.other(play.number)])


@cache
def move_scores(highest: int, weights: Weights) -> _MoveScores:
    """Return the cached scores of the moves of one set."""
    return _MoveScores(tile_set(highest), weights)


class Search(Generic[S]):
    """One tree, which grows by one world at a time."""

    def __init__(
        self,
        highest: int,
        weights: Weights,
        rewards: Callable[[Sequence[int]], Sequence[float]],
        exploration: float,
        rng: Random,
    ) -> None:
        """Begin a tree; `rewards` turns each seat's gains in the round into its rewards."""
        self.tree: Tree[PlayoutMove] = Tree(exploration)
        self._move_scores, self._follower_weight = move_scores(highest, weights), weights.follower
        self._rewards = rewards
        self._random = rng.random

    def grow(self, state: S) -> None:
        """Play this state's round out once, through the tree and beyond, and add the result to the tree."""
        self.tree.enter()
        self.tree.learn(self._rewards(playout(state, self._choose).gains))

    def _choose(self, seat: Seat, hand: int, moves: Sequence[PlayoutMove], signature: int) -> PlayoutMove:
        """Choose the tree's move, or outside the tree the move with the best score; a `playout.Choose`."""
        move = self.tree.pick(seat, moves, signature, lambda untried: self._choose_in_playout(hand, untried))
        return move or self._choose_in_playout(hand, moves)

    def _choose_in_playout(self, hand: int, moves: Sequence[PlayoutMove]) -> PlayoutMove:
        """Return the move with the highest score, or sometimes any move."""
        if len(moves) == 1:
            return moves[0]
        if self._random() < RANDOM_SHARE:
            return moves[int(self._random() * len(moves))]
        best, highest = moves[0], -1.0
        move_scores, weight = self._move_scores, self._follower_weight
        for move in moves:
            base, followers = move_scores[move]
            score = base + weight * (hand & followers).bit_count()
            if score > highest:
                best, highest = move, score
        return best
