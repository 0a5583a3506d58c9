"""Positions for the pages of the rules: a bid, following suit, a trick, a score."""

from __future__ import annotations

from engine.game import Scene
from engine.games.moon.observation import MoonObservation, Phase


def _is_bidding(seen: MoonObservation) -> bool:
    return seen.phase is Phase.BIDDING and bool(seen.bid)


def _is_following_suit(seen: MoonObservation) -> bool:
    if seen.trick is None or seen.viewer is None:
        return False
    return 0 < len(seen.playable) < seen.sizes[seen.viewer] - 1  # at least two tiles of the hand don't fit


def _is_trick_ending(seen: MoonObservation) -> bool:
    return seen.trick is not None and len(seen.trick.laid) == 2 and len(seen.past) >= 2


def _is_bid_scored(seen: MoonObservation) -> bool:
    return seen.result is not None and seen.result.bidder is not None


SCENES = (
    Scene(_is_bidding, shows_hand=True),
    Scene(_is_following_suit, shows_hand=True),
    Scene(_is_trick_ending),
    Scene(_is_bid_scored),
)
