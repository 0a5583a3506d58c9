"""Quick choices of placements for play-outs, with a few masks."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.blockers.board import NEIGHBOURS, Mask, Space, find_capturable, find_neighbours, groups
from engine.games.blockers.playout import Placement, Position
from engine.games.blockers.tiles import FITS, JOKER
from engine.tiles import bits


class Edges(NamedTuple):
    """The spaces on which one colour's tiles would touch its tiles on the board."""

    near: Mask
    joining: Mask
    """Spaces on which a tile would join two groups or more."""


def edges(tiles: Mask) -> Edges:
    """Return the spaces beside the groups of one colour."""
    near = joining = 0
    for group in groups(tiles):
        around = find_neighbours(group)
        joining |= near & around
        near |= around
    return Edges(near, joining & ~tiles)


def play(position: Position, turns: int) -> None:
    """Play `turns` turns, or to the end if that is sooner."""
    for _ in range(min(turns, position.terms.turns - position.turn)):
        placement = choose(position)
        if placement is None:
            position.skip()
        else:
            position.place(*placement)


def choose(position: Position) -> Placement | None:
    """Choose a placement that joins groups or makes them grow, if that costs nothing.

    Otherwise choose the cheapest placement; return None if there is none. If several cost the same, a joker comes last,
    and the tile that fits the fewest spaces of this cost comes first.
    """
    seat, free = position.seat, position.empty_spaces()
    best: tuple[int, int, int] | None = None
    best_option = None
    for colour in position.placeable(seat):
        ranked_spaces = _rank_spaces(position, colour, free)
        for sign in bits(position.racks[colour]):
            fits = FITS[sign]
            for cost, spaces in enumerate(ranked_spaces):
                possible = fits & spaces
                if possible:
                    key = cost, sign == JOKER, possible.bit_count()
                    if best is None or key < best:
                        best, best_option = key, (colour, sign, possible)
                    break
    if best_option is None:
        return None
    colour, sign, possible = best_option
    return Placement(colour, sign, _roomiest(possible, free & ~position.laid[colour]))


def _rank_spaces(position: Position, colour: int, free: Mask) -> tuple[Mask, ...]:
    """Return sets of spaces for one colour, the cheapest set first."""
    near, joining = edges(position.laid[colour])
    cheap = costly = 0  # captures that don't cost a point, and captures that do
    prisoners, penalty = position.prisoners[position.seat], position.penalty(position.seat)
    for other in position.terms.rivals[colour]:
        spaces = find_capturable(position.laid[other])
        if position.terms.uptown or prisoners[other] < penalty:  # only the most-captured colour costs points
            cheap |= spaces
        else:
            costly |= spaces
    return (
        free & joining,  # joins groups
        cheap & joining,
        free & near,  # extends a group
        cheap & near | costly & joining,
        free & find_neighbours(near),  # a new group that can still be joined
        free,  # a new group elsewhere
        costly & near,
        cheap,
        costly,
    )


def _roomiest(spaces: Mask, free: Mask) -> Space:
    """Return the space with the most free neighbours; among equals, the first."""
    if spaces & spaces - 1 == 0:
        return spaces.bit_length() - 1
    return max(bits(spaces), key=lambda space: (NEIGHBOURS[space] & free).bit_count())
