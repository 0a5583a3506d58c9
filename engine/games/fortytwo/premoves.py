"""The pre-moves of Texas 42: a bid or a pass, and tiles to a trick."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.premoves import PASS, bid_group, bid_premove, make_premoves, tile_groups
from engine.games.fortytwo.actions import MARK, POINT_BIDS, Bid
from engine.games.fortytwo.actions import PASS as NO_BID
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.premoves import Group


def groups(seen: FortytwoObservation) -> Sequence[Group]:
    """Return the pre-moves that a viewer can choose."""
    if _can_plan_bid(seen):
        bids = [bid_premove(Bid(bid), bid, POINT_BIDS[0]) for bid in (*POINT_BIDS, MARK) if bid > seen.bid]
        return [bid_group([PASS, *bids])]
    return tile_groups(seen) if _can_plan_tile(seen) else []


def _can_plan_bid(seen: FortytwoObservation) -> bool:
    """Return whether the viewer has yet to call in the bidding."""
    return seen.phase is Phase.BIDDING and seen.viewer not in (None, *(call.seat for call in seen.calls))


def _can_plan_tile(seen: FortytwoObservation) -> bool:
    """Return whether pre-moves for tricks can be chosen.

    During the bidding, they can be chosen as soon as the viewer has passed or was outbid. A player who sits out needs
    none.
    """
    if seen.phase is not Phase.BIDDING:
        return seen.phase is not Phase.BETWEEN and (seen.viewer is None or seen.viewer != seen.idle)
    bids = {call.seat: call.bid for call in seen.calls}
    least_bid = max(seen.bid, NO_BID + 1)  # a pass is below it even if nobody has bid
    return seen.viewer in bids and bids[seen.viewer] < least_bid


PREMOVES = make_premoves(groups)
