"""The static evaluation of the Blockers search.

It rates a position for a seat by its points, and by the prospects of its remaining tiles.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Seat
from engine.games.blockers.board import Mask
from engine.games.blockers.players.quick import edges
from engine.games.blockers.playout import Position
from engine.games.blockers.tiles import FITS, UNPLAYED
from engine.tiles import bits


class Weights(NamedTuple):
    """The weights, in points, of the features that are added to a seat's points."""

    stranded: tuple[float, ...] = (0.2, 0.1, 0.05, 0.02)
    """The cost of a remaining tile that fits 0, 1, 2 or 3 of the free spaces beside its colour's groups."""
    joining: float = 0.35
    """The gain from each pair of groups that a tile on a free space would join."""
    prisoner: float = 0.05
    """The cost of each prisoner, even if it costs no points now: it may make later captures cost points."""
    others: float = 1.0
    """The weight of the other seats' prospects, compared with the seat's own."""


USUAL = Weights()


def rate_position(position: Position, seat: Seat, weights: Weights = USUAL) -> float:
    """Return a seat's own rating minus the mean rating of the others, in points."""
    ratings = [rate_seat(position, each_seat, weights) for each_seat in range(position.terms.seats)]
    own = ratings[seat]
    return own - weights.others * (sum(ratings) - own) / (len(ratings) - 1)


def rate_seat(position: Position, seat: Seat, weights: Weights = USUAL) -> float:
    """Return a seat's points now, plus the probable gain of its remaining tiles."""
    free = position.empty_spaces()
    worth = position.points(seat) - weights.prisoner * sum(position.prisoners[seat])
    for colour in position.colours(seat):
        worth += _future_gain(position, colour, free, weights)
    return worth


def _future_gain(position: Position, colour: int, free: Mask, weights: Weights) -> float:
    remaining = position.racks[colour] | sum(1 << sign for sign in position.supplies[colour])
    to_place = remaining.bit_count() - UNPLAYED  # the number of tiles that will still be placed
    if to_place <= 0:
        return 0.0
    near, joining = edges(position.laid[colour])
    room = free & near
    space_counts = [(FITS[sign] & room).bit_count() for sign in bits(remaining)]
    costs = sorted([weights.stranded[n] if n < len(weights.stranded) else 0.0 for n in space_counts])
    # to join a pair of groups takes a space between them and a tile, and leaves one group fewer
    pairs = min((free & joining).bit_count(), to_place, position.groups_of(colour) - 1)
    # the seat places the tiles with the lowest costs; the others stay on its rack for ever
    return weights.joining * pairs - sum(costs[:to_place])
