"""Quick players of Blockers, with which the arena compares others.

Except for the random one, they judge the position after each placement, and look no further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from engine.games.blockers.board import find_neighbours, space_name
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.playout import Placement, Position
from engine.games.blockers.state import BlockersState
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, Colour, Tile
from engine.players import candidate_notations
from engine.tiles import bits

Judge = Callable[[Position, Placement, Position], float]
"""The worth of a placement in points, from the positions before and after it."""

TIE = 1e-6
"""A random difference between equal placements, smaller than any difference that counts."""


def rate_actions(seen: BlockersObservation, position: Position, rng: Random, judge: Judge) -> Mapping[str, float]:
    """Return the worth of every action.

    `position` may be any possible position, because `judge` must use only what the viewer can see.
    """
    notations = candidate_notations(seen)
    if len(notations) == 1 or not notations[0].startswith("place"):  # no choice, or only among swaps
        return {notation: rng.random() * TIE for notation in notations}
    worth = {}
    for placement in position.placements():
        after = position.copy()
        after.place(*placement)
        worth[placement_notation(seen, placement)] = judge(position, placement, after) + rng.random() * TIE
    return {notation: worth[notation] for notation in notations}  # in the order of the choices


def placement_notation(seen: BlockersObservation, placement: Placement) -> str:
    """Return the notation of a placement."""
    colour, sign, space = placement
    tile = str(Tile(Colour(colour), sign)) if seen.options.profi else SIGNS[sign]
    return f"place {tile} {space_name(space)}"


def at_random(seen: BlockersObservation, _: Iterator[BlockersState], rng: Random) -> Mapping[str, float]:
    """Rate all actions at random."""
    return {notation: rng.random() for notation in candidate_notations(seen)}


def greedy(seen: BlockersObservation, worlds: Iterator[BlockersState], rng: Random) -> Mapping[str, float]:
    """Prefer placements after which the seat has few groups and few prisoners that cost points."""
    return rate_actions(
        seen, Position(next(worlds)), rng, lambda before, _placement, after: float(after.points(before.seat))
    )


def greedy2(seen: BlockersObservation, worlds: Iterator[BlockersState], rng: Random) -> Mapping[str, float]:
    """Rate placements like `greedy`, and break ties.

    It prefers room to grow, rack tiles that fit there, keeping the joker, and few prisoners.
    """
    return rate_actions(seen, Position(next(worlds)), rng, _far_sighted)


def _far_sighted(before: Position, placement: Placement, after: Position) -> float:
    """Return the seat's points after a placement, and a little for each preference of `greedy2`."""
    seat = before.seat
    free = after.empty_spaces()
    near = free & find_neighbours(after.laid[placement.colour])
    rack = before.racks[placement.colour] & ~(1 << placement.sign)
    fitting = sum(1 for sign in bits(rack) if FITS[sign] & near)
    joker_cost = 0.4 if placement.sign == JOKER else 0.0
    prisoner_cost = 0.05 * sum(after.prisoners[seat])
    return after.points(seat) + 0.02 * near.bit_count() + 0.08 * fitting - joker_cost - prisoner_cost
