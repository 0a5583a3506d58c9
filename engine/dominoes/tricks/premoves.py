"""Pre-moves in tricks: the tile that a seat plays, or what it bids, on its next turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from engine.dominoes.tricks.seen import TricksSeen, find_viewer_hand
from engine.dominoes.tricks.suits import SET, find_suits
from engine.game import Action
from engine.premoves import Group, Premove, Premoves
from engine.tiles import Tile
from engine.words import msg, term

PASS = Premove("pass", term("Pass", "move"), msg("Whatever the others bid"))
_LOW = Premove("low", msg("Follow with the lowest"), msg("The lowest tile that you may play, unless you lead"))
_WIN = Premove("win", msg("Win if possible"), msg("With the lowest tile that beats the others, unless you lead"))
_TILE = re.compile(r"tile ([0-9]-[0-9])")

S = TypeVar("S", bound=TricksSeen)


def tile_groups(seen: TricksSeen) -> Sequence[Group]:
    """Return the pre-moves for a tile that a viewer with a hand can choose."""
    tiles = find_viewer_hand(seen)
    return [Group(msg("A tile"), [_WIN, _LOW, *map(_tile_premove, tiles)])] if tiles else []


def bid_group(premoves: Sequence[Premove]) -> Group:
    """Return the pre-moves for the bidding as a group."""
    return Group(msg("A bid"), premoves)


def bid_premove(bid: Action, amount: int, lowest: int) -> Premove:
    """Return the pre-move of a bid, which overbids every lower bid; `lowest` is the lowest amount allowed."""
    condition = msg("If the bidding is at {low} or less", low=amount - 1)
    return Premove(str(bid), bid.label, msg("If nobody bids before you") if amount == lowest else condition)


def make_premoves(groups: Callable[[S], Sequence[Group]]) -> Premoves[S]:
    """Return the pre-moves of a game from the groups that a viewer can choose."""
    return Premoves(groups, partial(_read, groups), _find_action)


def _read(groups: Callable[[S], Sequence[Group]], seen: S, text: str) -> Premove | None:
    """Return the pre-move with this text."""
    # a function of the module, so that the pre-moves of a series can be pickled
    return next((premove for group in groups(seen) for premove in group.premoves if premove.text == text), None)


def _find_action(seen: TricksSeen, text: str) -> str | None:
    """Return the notation of the action that a text means now; None if it is not possible."""
    notations = [choice.notation for choice in seen.choices]
    if text == PASS.text or text.startswith("bid "):
        return text if text in notations else None
    if (match := _TILE.fullmatch(text)) is not None:
        plays = [notation for notation in notations if notation.split()[:2] == ["play", match[1]]]
        return plays[0] if len(plays) == 1 else None  # a lead may need a choice of suit
    tile = _lowest_to_follow(seen, win=text == _WIN.text) if text in (_WIN.text, _LOW.text) else None
    return None if tile is None else f"play {tile}"


def _lowest_to_follow(seen: TricksSeen, *, win: bool) -> Tile | None:
    """Return the lowest tile that the viewer may play to a trick; None for a lead.

    With `win`, return the lowest tile that beats the tiles played so far; None if no tile beats them.
    """
    trick = seen.trick
    if trick is None or seen.trump is None or not seen.playable:
        return None
    strength = find_suits(SET.all, seen.trump).strength[trick.led]
    to_beat = max(strength[SET.index[laid.tile]] for laid in trick.laid)
    tiles = [tile for tile in seen.playable if not win or strength[SET.index[tile]] > to_beat]
    return min(tiles, key=lambda tile: (strength[SET.index[tile]], tile.pips, tile), default=None)


def _tile_premove(tile: Tile) -> Premove:
    return Premove(f"tile {tile}", msg("Play {tile}", tile=str(tile)), msg("If the suit allows it, or as a lead"))
