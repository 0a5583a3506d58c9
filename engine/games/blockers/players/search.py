"""Blockers by search.

The best placements at first sight are played on for a round or two in sampled deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from random import Random
from typing import NamedTuple

from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.players import quick
from engine.games.blockers.players.greedy import placement_notation, rate_actions
from engine.games.blockers.players.outlook import USUAL, Weights, rate_position
from engine.games.blockers.playout import Placement, Position
from engine.games.blockers.state import BlockersState


class Ahead(NamedTuple):
    """The number of placements to try, of deals to try them in, and of rounds to play in each deal."""

    candidates: int
    deals: int
    rounds: int


class Budget(NamedTuple):
    """The size of the search; the default takes at most about 300 ms."""

    candidates: int = 8
    """The number of placements to try; they are the best at first sight."""
    deals: int = 20
    """The number of deals in which each placement is tried."""
    rounds: int = 2
    """The number of rounds of the table that are played, from the placement on."""
    duel_candidates: int = 12
    duel_deals: int = 30
    duel_rounds: int = 8
    """The same three numbers for a duel, a game of two seats.

    A duel is easier to foresee, so it pays to look far ahead; eight rounds do better than four, or the whole game.
    """
    last_rounds: int = 4
    """If each seat has at most this many turns left, the game is played to its end."""

    def ahead(self, seats: int) -> Ahead:
        """Return the numbers for this many seats."""
        if seats == 2:
            return Ahead(self.duel_candidates, self.duel_deals, self.duel_rounds)
        return Ahead(self.candidates, self.deals, self.rounds)


class Search:
    """A computer player."""

    def __init__(self, budget: Budget, weights: Weights = USUAL) -> None:
        self._budget, self._weights = budget, weights

    def __call__(self, seen: BlockersObservation, worlds: Iterator[BlockersState], rng: Random) -> Mapping[str, float]:
        world = next(worlds)
        position = Position(world)
        worth = rate_actions(
            seen, position, rng, lambda before, _placed, after: rate_position(after, before.seat, self._weights)
        )
        ahead = self._budget.ahead(seen.seats)
        if len(worth) == 1 or not next(iter(worth)).startswith("place"):  # no choice, or only among swaps
            return worth
        placements = {placement_notation(seen, placement): placement for placement in position.placements()}
        best = sorted(worth, key=worth.__getitem__, reverse=True)[: ahead.candidates]
        simulated = self._simulate_placements(
            ahead, {notation: placements[notation] for notation in best}, chain([world], worlds)
        )
        offset = min(simulated.values()) - worth[best[0]]  # puts the placements that weren't tried below the others
        return {notation: simulated.get(notation, value + offset) for notation, value in worth.items()}

    def _simulate_placements(
        self, ahead: Ahead, placements: Mapping[str, Placement], worlds: Iterator[BlockersState]
    ) -> dict[str, float]:
        """Return the average worth of placements some turns later."""
        total = dict.fromkeys(placements, 0.0)
        deals_played = 0
        for world in islice(worlds, ahead.deals):
            start = Position(world)
            for notation, placement in placements.items():
                position = start.copy()
                position.place(*placement)
                quick.play(position, self._count_turns_ahead(start, ahead.rounds))
                total[notation] += rate_position(position, start.seat, self._weights)
            deals_played += 1
        return {notation: worth / deals_played for notation, worth in total.items()}

    def _count_turns_ahead(self, start: Position, rounds: int) -> int:
        """Return the number of turns to play after the placement.

        It is the rest of these rounds, which begin with the placement, or the rest of the game if the end is near.
        """
        is_end_near = start.turns_left(start.seat) <= self._budget.last_rounds
        # `quick.play` stops at the end of the game
        return start.terms.turns if is_end_near else rounds * start.terms.seats - 1
