"""The tiles of a round that one viewer has not seen, and the full state once they are dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.tricks.seen import TrickSeen, mask_tiles_played
from engine.dominoes.tricks.suits import SET
from engine.dominoes.tricks.trick import Trick, Tricks
from engine.dominoes.tricks.unseen import Demand, UnseenTiles, find_voids
from engine.games.fortytwo.actions import LEAP_DOUBLES
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.options import SEATS
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.suits import suits


class Unseen(UnseenTiles):
    """The unseen tiles, which lie in the others' hands.

    All deals that fit the suits not followed, and the doubles that a plunge or splash (a "leap") needs, are equally
    likely.
    """

    def __init__(self, seen: FortytwoObservation) -> None:
        known = tuple(0 if hand is None else SET.mask(hand) for hand in seen.hands)
        voids = [0] * SEATS if seen.trump is None else find_voids(seen, suits(seen.trump))
        tiles = SET.all & ~mask_tiles_played(seen) & ~sum(known)
        unseen_counts = [size if hand is None else 0 for size, hand in zip(seen.sizes, seen.hands, strict=True)]
        super().__init__(tiles, known, unseen_counts, [SET.all & ~void for void in voids], list(_find_demands(seen)))


def _find_demands(seen: FortytwoObservation) -> Iterator[Demand]:
    """Yield the doubles that plunges and splashes demand of hands that the viewer doesn't see."""
    for call in seen.calls:
        if call.leap and seen.hands[call.seat] is None:
            played = (mask_tiles_played(seen, call.seat) & SET.doubles).bit_count()
            yield Demand(call.seat, SET.doubles, LEAP_DOUBLES[call.leap] - played)


def restore_state(seen: FortytwoObservation, hands: Sequence[int]) -> FortytwoState:
    """Return the full state of a dealt round in which the seats now hold these tiles."""
    dealt = tuple(hand | mask_tiles_played(seen, seat) for seat, hand in enumerate(hands))
    return FortytwoState(
        options=seen.options,
        round=seen.round,
        dealer=seen.dealer,
        scores=seen.scores,
        redealt=seen.redealt,
        phase=seen.phase,
        dealt=dealt,
        calls=seen.calls,
        nello=seen.nello,
        tricks=_restore_tricks(seen, tuple(hands)),
        claimer=None if seen.result is None else seen.result.claimer,
        result=seen.result,
        outcome=seen.outcome,
    )


def _restore_tricks(seen: FortytwoObservation, hands: tuple[int, ...]) -> Tricks | None:
    if seen.trump is None or seen.highest is None:
        return None
    past = tuple(map(_restore_trick, seen.past))
    if seen.trick is not None:
        current = _restore_trick(seen.trick)
        # with step 1, turns go clockwise
        return Tricks(suits(seen.trump), 1, hands, current.leader, current.led, current.tiles, past, seen.idle)
    leader = past[-1].winner if past else seen.to_act
    assert leader is not None
    return Tricks(suits(seen.trump), step=1, hands=hands, leader=leader, finished=past, idle=seen.idle)


def _restore_trick(trick: TrickSeen) -> Trick:
    return Trick(trick.laid[0].seat, trick.led, tuple(SET.index[laid.tile] for laid in trick.laid), trick.winner)
