"""Information-set Monte Carlo tree search with one tree.

The method is by Cowling, Powley and Whitehouse (2012). A node represents what everybody has seen: the moves, and the
results of chance that are public. In each world only some moves of a node are possible, so the exploration of a move
depends on how often it was available. Every seat seeks its own reward.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from typing import Generic, TypeVar

from engine.game import Seat

M = TypeVar("M", bound=Hashable)


class Edge(Generic[M]):
    """A move at a node: how often it was available and tried, and the sum of the mover's rewards."""

    __slots__ = ("after", "available", "reward", "tried")

    def __init__(self) -> None:
        self.available = 0
        self.tried = 0
        self.reward = 0.0
        self.after: dict[Hashable, dict[M, Edge[M]]] = {}
        """The next nodes, by what everybody saw between this move and the next decision."""


class Tree(Generic[M]):
    """A tree that is walked once for each world.

    A walk is `enter`, `pick` at every decision until it returns None, then `learn`.
    """

    def __init__(self, exploration: float) -> None:
        """Begin a tree; the greater `exploration`, in units of the reward, the more it tries weak moves."""
        self._exploration = exploration
        self._roots: dict[Hashable, dict[M, Edge[M]]] = {}
        self._nodes: dict[Hashable, dict[M, Edge[M]]] | None = None
        """The nodes that the walk can come to next, by signature; None once it has left the tree."""
        self._path: list[tuple[Seat, Edge[M]]] = []

    def enter(self) -> None:
        """Start at the root."""
        self._nodes = self._roots
        self._path = []

    def pick(self, seat: Seat, moves: Sequence[M], signature: Hashable, policy: Callable[[Sequence[M]], M]) -> M | None:
        """Return an untried move, chosen by the policy; else the most promising move.

        Outside the tree, return None. `signature` identifies what everybody saw since the last decision.
        """
        if self._nodes is None:
            return None
        node = self._nodes.setdefault(signature, {})
        untried = [move for move in moves if move not in node]
        for move in moves:
            if move in node:
                node[move].available += 1
        if untried:
            move = policy(untried)
            edge = node[move] = Edge()
            edge.available = 1
            self._nodes = None  # the walk leaves the tree
        else:
            move = self._find_most_promising(node, moves)
            edge = node[move]
            self._nodes = edge.after
        self._path.append((seat, edge))
        return move

    def _find_most_promising(self, node: dict[M, Edge[M]], moves: Sequence[M]) -> M:
        """Return the move with the highest upper confidence bound."""
        exploration = self._exploration
        best, highest = moves[0], float("-inf")
        for move in moves:
            edge = node[move]
            bound = edge.reward / edge.tried + exploration * sqrt(log(edge.available) / edge.tried)
            if bound > highest:
                best, highest = move, bound
        return best

    def worth(self) -> dict[M, float]:
        """Return the mean reward of each move at the root.

        No move is worth more than one that was tried more often, because the mean of a few trials may be luck.
        """
        (root,) = self._roots.values()
        worth, cap = dict[M, float](), float("inf")
        for move, edge in sorted(root.items(), key=lambda item: -item[1].tried):
            cap = worth[move] = min(cap, edge.reward / edge.tried)
        return worth

    def learn(self, rewards: Sequence[float]) -> None:
        """Credit each move of the walk with its mover's reward."""
        for seat, edge in self._path:
            edge.tried += 1
            edge.reward += rewards[seat]
