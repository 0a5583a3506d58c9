"""Computer players of Fives: from what one viewer sees to what each of its actions is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import add
from random import Random

from engine.dominoes.playout import playout
from engine.dominoes.search import Search, Taste
from engine.game import Player, Seat
from engine.games.fives.observation import FivesObservation
from engine.games.fives.state import FivesState
from engine.players import own
from engine.players.rewards import seeking

Worth = Mapping[str, float]

EASY_WALKS, MEDIUM_WALKS, HARD_WALKS = 24, 100, 3000
"""Walks through the tree for a decision in double-six; larger sets take longer and get fewer. Those of `hard` take
about 300 ms."""
EXPLORATION, LEAD = 15.0, 25.0
"""In points: how far the tree looks beside what seems best, and what it is worth to win the game."""
TASTE = Taste(pips=0.4, double=2.0, follows=1.5)


def random(seen: FivesObservation, _: Iterator[FivesState], rng: Random) -> Worth:
    """Choose any action, as a yardstick."""
    return {notation: rng.random() for notation in own(seen)}


def plain(seen: FivesObservation, _: Iterator[FivesState], rng: Random) -> Worth:
    """Take the most points, of equals the heaviest tile; draw only where it must. A yardstick."""
    points = {f"play {play.tile} {play.end}".rstrip(): play.points + play.tile.pips / 100 for play in seen.would}
    return {notation: points.get(notation, -1.0) + rng.random() / 1000 for notation in own(seen)}


def easy(seen: FivesObservation, worlds: Iterator[FivesState], rng: Random) -> Worth:
    """Look ahead a little."""
    return _searched(seen, worlds, rng, EASY_WALKS)


def medium(seen: FivesObservation, worlds: Iterator[FivesState], rng: Random) -> Worth:
    """Look further ahead."""
    return _searched(seen, worlds, rng, MEDIUM_WALKS)


def hard(seen: FivesObservation, worlds: Iterator[FivesState], rng: Random) -> Worth:
    """Look ahead as far as the time allows."""
    return _searched(seen, worlds, rng, HARD_WALKS)


PLAYERS: Mapping[str, Player[FivesObservation]] = {
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "random": random,
    "plain": plain,
}


def _searched(seen: FivesObservation, worlds: Iterator[FivesState], rng: Random, walks: int) -> Worth:
    notations = own(seen)
    if len(notations) == 1:
        return {notations[0]: 0.0}
    search = build_search(seen, rng)
    for world in islice(worlds, max(len(notations), _fewer(seen, walks))):
        search.grow(world)
    worth = {str(move): value for move, value in search.tree.worth().items()}
    untried = min(worth.values()) - EXPLORATION
    return {notation: worth.get(notation, untried) for notation in notations}


def _fewer(seen: FivesObservation, walks: int) -> int:
    """Return fewer walks where a round has more tiles to go."""
    left = max(14, sum(seen.sizes) + seen.boneyard)
    return max(walks // 12, int(walks * (27 / left) ** 2) if left > 27 else walks)


def build_search(seen: FivesObservation, rng: Random) -> Counting:
    """Return an empty tree for what a viewer sees."""
    options, goal = seen.options, seen.options.goal(len(seen.sizes))
    unit = 5 if options.score_unit == "fives" else 1
    rewards = seeking(seen.scores, goal, goal is None and seen.round >= options.rounds, LEAD / unit)
    return Counting(seen.highest, TASTE, rewards, EXPLORATION / unit, rng)


class Counting(Search[FivesState]):
    """A search that also counts what is gained by plays."""

    def gain(self, state: FivesState) -> Sequence[int]:
        count = Count(state)
        result = playout(state, self.choose, count)
        return [*map(add, count.gains, result.pips)]


class Count:
    """What each seat gains by plays in a round that is played out."""

    def __init__(self, state: FivesState) -> None:
        self._terms, self._scores = state.match.terms, state.match.scores
        self._inside = [each.biggest > 0 for each in state.match.ledger.statistics]
        self._goal = self._terms.goal if self._terms.options.ends == "at_once" else None
        self.gains = [0] * self._terms.seats

    def __call__(self, seat: Seat, total: int) -> bool:
        """Add what a count brings, and return whether that ends the game."""
        options = self._terms.options
        if total % 5 or not total or not (self._inside[seat] or total >= options.get_in):
            return False
        self._inside[seat] = True
        self.gains[seat] += options.worth(total)
        if self._goal is None or self._scores[seat] + self.gains[seat] < self._goal:
            return False
        totals = [*map(add, self._scores, self.gains)]
        return totals.count(max(totals)) == 1 and totals[seat] == max(totals)
