"""The static evaluation of the Blockers search.

It rates a position for a seat, and what its tiles to come promise.
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
    """The weights of what counts beside the points, in points."""

    stranded: tuple[float, ...] = (0.2, 0.1, 0.05, 0.02)
    """The cost of a remaining tile that would join a group on 0, 1, 2 or 3 free spaces."""
    joining: float = 0.35
    """For each pair of groups that some space would join."""
    spare: float = 0.05
    """For a prisoner, even one that costs nothing: there is less room for more."""
    others: float = 1.0
    """How much the others' outlook counts against one's own."""


USUAL = Weights()


def outlook(position: Position, seat: Seat, weights: Weights = USUAL) -> float:
    """Return a seat's own promise less the mean of the others', in points."""
    promises = [promise(position, one, weights) for one in range(position.terms.seats)]
    mine = promises[seat]
    return mine - weights.others * (sum(promises) - mine) / (len(promises) - 1)


def promise(position: Position, seat: Seat, weights: Weights = USUAL) -> float:
    """Return a seat's points now, and what its tiles to come will probably add."""
    free = position.empty_spaces()
    worth = position.points(seat) - weights.spare * sum(position.prisoners[seat])
    for colour in position.colours(seat):
        worth += _future_gain(position, colour, free, weights)
    return worth


def _future_gain(position: Position, colour: int, free: Mask, weights: Weights) -> float:
    remaining = position.racks[colour] | sum(1 << sign for sign in position.supplies[colour])
    to_place = remaining.bit_count() - UNPLAYED
    if to_place <= 0:
        return 0.0
    near, joining = edges(position.laid[colour])
    room, most = free & near, len(weights.stranded)
    costs = sorted(
        weights.stranded[n] if n < most else 0.0 for n in ((FITS[sign] & room).bit_count() for sign in bits(remaining))
    )
    pairs = min((free & joining).bit_count(), to_place, position.groups_of(colour) - 1)
    return weights.joining * pairs - sum(costs[:to_place])
