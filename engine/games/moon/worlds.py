"""Full states that agree with what was seen of a round of Moon.

The better a world explains the bidding, the likelier it is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random

from engine.dominoes.tricks.seen import mask_tiles_played
from engine.game import Seat
from engine.games.moon.actions import BIDS, PASS
from engine.games.moon.observation import Call, MoonObservation, is_centre_taken
from engine.games.moon.options import SEATS
from engine.games.moon.players.estimate import estimate_best_tricks, estimate_tricks, list_trumps
from engine.games.moon.players.heuristic import rate_calls
from engine.games.moon.state import MoonState
from engine.games.moon.unseen_tiles import Unseen, World, replay_hand

FEW_WORLDS = 24
"""If there are at most this many worlds, all are used."""
CANDIDATES = 4
"""The number of random worlds from which each world is chosen."""
CALL_DOUBT = 1.5
"""The doubt about a call, in points; the greater the doubt, the less a call is trusted."""
CENTRE_TILE_TRICKS = 0.8
"""Tricks by which the centre tile improves a hand on average."""


def possible(seen: MoonObservation, rng: Random) -> Iterator[MoonState]:
    """Yield full states that agree with what was seen; if there are only a few, yield each once."""
    if seen.round == 0 or seen.result is not None:
        yield replay_hand(seen, None, rng)
        return
    unseen = Unseen(seen)
    all_worlds = unseen.list_worlds(FEW_WORLDS)
    worlds = _likely_worlds(seen, unseen, rng) if all_worlds is None else rng.sample(all_worlds, len(all_worlds))
    for world in worlds:
        yield replay_hand(seen, world, rng)


def _likely_worlds(seen: MoonObservation, unseen: Unseen, rng: Random) -> Iterator[World]:
    call_model = CallModel(seen)
    while True:
        # before the first call, all worlds are equally likely
        candidates = [unseen.deal_world(rng) for _ in range(CANDIDATES if seen.calls else 1)]
        yield rng.choices(candidates, [call_model.likelihood(world) for world in candidates])[0]


class CallModel:
    """A model of how well a world explains the others' calls."""

    def __init__(self, seen: MoonObservation) -> None:
        self._seen = seen
        self._trumps = list_trumps(seen.options)
        self._laid = [mask_tiles_played(seen, seat) for seat in range(SEATS)]

    def likelihood(self, world: World) -> float:
        """Return how likely the calls are in a world, above 0; only ratios matter."""
        likelihood, highest_bid = 1e-6, PASS
        for call in self._seen.calls:
            if call.seat != self._seen.viewer:
                likelihood *= self._call_likelihood(call, highest_bid, self._expected_tricks(call.seat, world))
            highest_bid = max(highest_bid, call.bid)
        return likelihood

    def _expected_tricks(self, seat: Seat, world: World) -> float:
        """Return the tricks that a seat could expect when it called."""
        dealt = world.hands[seat] | self._laid[seat]
        if seat != self._seen.bidder or not is_centre_taken(self._seen.phase, self._seen.options):
            return estimate_best_tricks(dealt, self._trumps) + CENTRE_TILE_TRICKS
        if self._seen.trump is None:
            return estimate_best_tricks(dealt, self._trumps)
        return estimate_tricks(dealt, self._seen.trump)

    def _call_likelihood(self, call: Call, highest_bid: int, expected_tricks: float) -> float:
        worth = rate_calls(expected_tricks, highest_bid)
        weights = {bid: exp(worth[f"bid {bid}"] / CALL_DOUBT) for bid in BIDS if bid > highest_bid}
        weights[PASS] = exp(worth["pass"] / CALL_DOUBT)
        return weights[call.bid] / sum(weights.values())
