"""How well a deal explains the other seats' plays.

A player who could play several tiles seldom keeps the heavy ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import exp
from typing import NamedTuple

from engine.dominoes.worlds import replay_line
from engine.game import Seat
from engine.games.draw.observation import DrawObservation
from engine.games.draw.state import DrawState
from engine.tiles import bits, tile_set

DOUBLE, DOUBT = 4.0, 3.0
"""The extra pips of a double, and how much heavier a tile is that is laid e times as often."""


class TileChoice(NamedTuple):
    """A tile that a seat laid."""

    seat: Seat
    fits: int
    """The mask of what could be laid then."""
    later: int
    """The mask of this tile and those that the seat laid after it."""
    weight: float


class Habits:
    """The plays of the other seats in this round whose alternatives are known.

    Those are the plays since a seat's last draw.
    """

    def __init__(self, seen: DrawObservation) -> None:
        self._weights = weights(seen.highest)
        self._chosen = [*_replay_choices(seen, self._weights)]

    def likelihood(self, world: DrawState) -> float:
        """Return how well a world explains the plays, above 0; only ratios matter."""
        likely, weights = 1.0, self._weights
        for seat, fits, later, weight in self._chosen:
            likely *= weight / weights[(world.hands[seat] | later) & fits]
        return likely


class _Weights(dict[int, float]):
    """The cached weight of a mask of tiles: how gladly one of them is laid."""

    def __init__(self, highest: int) -> None:
        super().__init__()
        tiles = tile_set(highest)
        self._each = [exp((tile.pips + DOUBLE * tile.double) / DOUBT) for tile in tiles.tiles]

    def __missing__(self, mask: int) -> float:
        self[mask] = weight = sum(self._each[index] for index in bits(mask))
        return weight


@cache
def weights(highest: int) -> _Weights:
    """Return the cached weights of one set."""
    return _Weights(highest)


def _replay_choices(seen: DrawObservation, weights: _Weights) -> Iterator[TileChoice]:
    tiles, on = tile_set(seen.highest), list(replay_line(seen))
    later = [0] * len(seen.sizes)
    since = [
        max((sign.laid for sign in seen.signs if sign.seat == seat and sign.drew), default=0)
        for seat in range(len(later))
    ]
    for place in range(len(seen.laid) - 1, 0, -1):
        seat, tile = seen.laid[place].seat, 1 << tiles.index[seen.laid[place].tile]
        if seat == seen.viewer or place < since[seat]:
            continue
        later[seat] |= tile
        yield TileChoice(seat, on[place].fits, later[seat], weights[tile])
