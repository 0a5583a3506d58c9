"""Full states that agree with what was seen of a round of Texas 42."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.dominoes.tricks.seen import mask_tiles_played
from engine.dominoes.tricks.suits import SET
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.unseen import Unseen, restore_state

FEW_WORLDS = 24
"""If there are at most this many worlds, all are used."""


def possible(seen: FortytwoObservation, rng: Random) -> Iterator[FortytwoState]:
    """Yield full states that agree with what was seen; if there are only a few, yield each once."""
    if seen.round == 0:
        yield FortytwoState(seen.options)
        return
    if seen.result is not None:
        yield restore_state(
            seen, [SET.mask(hand) & ~mask_tiles_played(seen, seat) for seat, hand in enumerate(seen.result.dealt)]
        )
        return
    unseen = Unseen(seen)
    deals = unseen.list_deals(FEW_WORLDS)
    if deals is not None:
        yield from (restore_state(seen, hands) for hands in rng.sample(deals, len(deals)))
        return
    while True:
        yield restore_state(seen, unseen.deal(rng))
