"""The pre-moves of Moon: a bid or a pass, and tiles to a trick."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.premoves import PASS, bid_group, bid_premove, make_premoves, tile_groups
from engine.games.moon.actions import BIDS, MOON, Bid
from engine.games.moon.observation import MoonObservation, Phase
from engine.premoves import Group


def groups(seen: MoonObservation) -> Sequence[Group]:
    """Return the pre-moves that a viewer can choose."""
    if _can_plan_bid(seen):
        # 21 can't be planned, because it needs a second answer
        bids = [bid_premove(Bid(bid), bid, BIDS[0]) for bid in BIDS if seen.bid < bid < MOON]
        return [bid_group([*bids, PASS])]
    return tile_groups(seen) if _can_plan_tile(seen) else []


def _can_plan_bid(seen: MoonObservation) -> bool:
    """Return whether the viewer has yet to call in the bidding."""
    callers = {call.seat for call in seen.calls}
    return seen.phase is Phase.BIDDING and seen.viewer is not None and seen.viewer not in callers


def _can_plan_tile(seen: MoonObservation) -> bool:
    """Return whether pre-moves for tricks can be chosen.

    During the bidding, they can be chosen as soon as the viewer has passed or was outbid.
    """
    if seen.phase is not Phase.BIDDING:
        return seen.phase is not Phase.BETWEEN
    bids = {call.seat: call.bid for call in seen.calls}
    highest_bid = max(*bids.values(), BIDS[0])  # a pass is below it even if nobody has bid
    return seen.viewer in bids and bids[seen.viewer] < highest_bid


PREMOVES = make_premoves(groups)
