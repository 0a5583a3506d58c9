"""The pre-moves of Moon: a bid or a pass, and tiles to a trick."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.games.moon.actions import BIDS, MOON
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.suits import SET, suits
from engine.premoves import Group, Premove, Premoves
from engine.tiles import Tile
from engine.words import msg, term

_PASS = Premove("pass", term("Pass", "move"), msg("Whatever the others bid"))
_LOW = Premove("low", msg("Follow with the lowest"), msg("The lowest tile that you may play, unless you lead"))
_WIN = Premove("win", msg("Win if possible"), msg("With the lowest tile that beats the others, unless you lead"))
_TILE = re.compile(r"tile ([0-9]-[0-9])")


def groups(seen: MoonObservation) -> Sequence[Group]:
    """Return the pre-moves that a viewer can choose."""
    if _can_plan_bid(seen):
        bids = [_bid_premove(bid) for bid in BIDS if seen.bid < bid < MOON]
        return [Group(msg("A bid"), [*bids, _PASS])]
    if not _can_plan_tile(seen) or not _viewer_hand(seen):
        return []
    return [Group(msg("A tile"), [_WIN, _LOW, *(_tile_premove(tile) for tile in _viewer_hand(seen))])]


def read(seen: MoonObservation, text: str) -> Premove | None:
    """Return the pre-move that a text means; None if it is out of date in this round."""
    known = {premove.text: premove for group in groups(seen) for premove in group.premoves}
    return known.get(text)


def action(seen: MoonObservation, text: str) -> str | None:
    """Return the notation of the action that a text means now; None if it is not possible."""
    if seen.phase is Phase.BIDDING:
        return text if text == _PASS.text or text.startswith("bid ") else None
    if seen.phase is not Phase.PLAY:
        return None
    if (match := _TILE.fullmatch(text)) is not None:
        plays = [choice.notation for choice in seen.choices if choice.notation.split()[1] == match[1]]
        return plays[0] if len(plays) == 1 else None  # a lead may need a choice of suit
    tile = _lowest_to_follow(seen, win=text == _WIN.text) if text in (_WIN.text, _LOW.text) else None
    return None if tile is None else f"play {tile}"


def _lowest_to_follow(seen: MoonObservation, *, win: bool) -> Tile | None:
    """Return the lowest tile that the viewer may play to a trick; None for a lead.

    With `win` it is the lowest tile that beats those played so far, None if no tile does.
    """
    trick = seen.trick
    if trick is None or seen.trump is None or not seen.playable:
        return None
    strength = suits(seen.trump).strength[trick.led]
    to_beat = max(strength[SET.index[laid.tile]] for laid in trick.laid)
    tiles = [tile for tile in seen.playable if not win or strength[SET.index[tile]] > to_beat]
    return min(tiles, key=lambda tile: (strength[SET.index[tile]], tile.pips, tile), default=None)


def _can_plan_bid(seen: MoonObservation) -> bool:
    """Return whether the viewer has yet to call in the bidding."""
    callers = {call.seat for call in seen.calls}
    return seen.phase is Phase.BIDDING and seen.viewer is not None and seen.viewer not in callers


def _can_plan_tile(seen: MoonObservation) -> bool:
    """Return whether pre-moves for tricks can be chosen.

    During the bidding they can once the viewer has passed or was outbid.
    """
    if seen.phase is not Phase.BIDDING:
        return seen.phase is not Phase.BETWEEN
    bids = {call.seat: call.bid for call in seen.calls}
    return seen.viewer in bids and bids[seen.viewer] < max(*bids.values(), BIDS[0])


def _viewer_hand(seen: MoonObservation) -> Sequence[Tile]:
    return () if seen.viewer is None else seen.hands[seen.viewer] or ()


def _bid_premove(bid: int) -> Premove:
    if bid == BIDS[0]:
        return Premove(f"bid {bid}", msg("Bid {bid}", bid=bid), msg("If nobody bids before you"))
    return Premove(f"bid {bid}", msg("Bid {bid}", bid=bid), msg("If the bidding is at {low} or less", low=bid - 1))


def _tile_premove(tile: Tile) -> Premove:
    return Premove(f"tile {tile}", msg("Play {tile}", tile=str(tile)), msg("If the suit allows it, or as a lead"))


PREMOVES: Premoves[MoonObservation] = Premoves(groups, read, action)
