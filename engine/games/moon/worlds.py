"""Deals that agree with what was seen of a hand of Moon.

The better a deal explains the bidding, the likelier it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random

from engine.game import Seat
from engine.games.moon.actions import BIDS, PASS
from engine.games.moon.observation import Call, MoonObservation, is_centre_taken
from engine.games.moon.options import SEATS
from engine.games.moon.players.estimate import list_trumps, strength, tricks
from engine.games.moon.players.heuristic import calls
from engine.games.moon.state import MoonState
from engine.games.moon.suits import SET
from engine.games.moon.unseen_tiles import Unseen, World, replay_hand, tiles_played

FEW = 24
"""If there are at most this many deals, all are used."""
TRIED = 4
"""The number of deals that are tried for each that is kept."""
DOUBT = 1.5
"""In points; the greater it is, the less a call is trusted."""
BEFORE_CENTRE = 0.8
"""Tricks by which the centre tile improves a hand on average."""


def possible(seen: MoonObservation, rng: Random) -> Iterator[MoonState]:
    """Yield full states that agree with what was seen; if there are few, each once."""
    if seen.round == 0 or seen.result is not None:
        yield replay_hand(seen, None, rng)
        return
    unseen = Unseen(seen)
    every = unseen.all(FEW)
    for world in _likely(seen, unseen, rng) if every is None else rng.sample(every, len(every)):
        yield replay_hand(seen, world, rng)


def _likely(seen: MoonObservation, unseen: Unseen, rng: Random) -> Iterator[World]:
    callers = Callers(seen)
    while True:
        tried = [unseen.world(rng) for _ in range(TRIED if seen.calls else 1)]
        yield rng.choices(tried, [callers.likelihood(world) for world in tried])[0]


class Callers:
    """A model of how well a deal explains the others' calls."""

    def __init__(self, seen: MoonObservation) -> None:
        self._seen = seen
        self._trumps = list_trumps(seen.options)
        self._laid = [SET.mask(tiles_played(seen, seat)) for seat in range(SEATS)]

    def likelihood(self, world: World) -> float:
        """Return how likely the calls are in a world, above 0; only ratios matter."""
        likely, highest = 1e-6, PASS
        for call in self._seen.calls:
            if call.seat != self._seen.viewer:
                likely *= self._call_likelihood(call, highest, self._hope(call.seat, world))
            highest = max(highest, call.bid)
        return likely

    def _hope(self, seat: Seat, world: World) -> float:
        """Return the tricks that a seat could hope for when it called."""
        dealt = world.hands[seat] | self._laid[seat]
        if seat != self._seen.bidder or not is_centre_taken(self._seen.phase, self._seen.options):
            return strength(dealt, self._trumps) + BEFORE_CENTRE
        return strength(dealt, self._trumps) if self._seen.trump is None else tricks(dealt, self._seen.trump)

    def _call_likelihood(self, call: Call, highest: int, hope: float) -> float:
        worth = calls(hope, highest)
        possible = {bid: exp(worth[f"bid {bid}"] / DOUBT) for bid in BIDS if bid > highest}
        possible[PASS] = exp(worth["pass"] / DOUBT)
        return possible[call.bid] / sum(possible.values())
