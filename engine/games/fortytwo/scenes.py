"""Positions for the pages of the rules: a bid, a named trump, following suit, a score."""

from __future__ import annotations

from engine.game import Scene
from engine.games.fortytwo.observation import FortytwoObservation, Phase


def _is_bidding(seen: FortytwoObservation) -> bool:
    return seen.phase is Phase.BIDDING and bool(seen.bid)


def _is_leading(seen: FortytwoObservation) -> bool:
    return seen.phase is Phase.PLAY and not seen.past and seen.trick is None


def _is_following_suit(seen: FortytwoObservation) -> bool:
    if seen.trick is None or seen.viewer is None:
        return False
    return 0 < len(seen.playable) < seen.sizes[seen.viewer] - 1  # at least two tiles of the hand don't fit


def _is_bid_scored(seen: FortytwoObservation) -> bool:
    return seen.result is not None and seen.result.contract is not None


SCENES = (
    Scene(_is_bidding, shows_hand=True),
    Scene(_is_leading, shows_hand=True),
    Scene(_is_following_suit, shows_hand=True),
    Scene(_is_bid_scored),
)
