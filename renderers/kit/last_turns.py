"""The last turn of each seat: its tiles, or that it drew or passed; for any game that lays tiles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import dist
from typing import Protocol

from PIL import Image

from engine.dominoes.line import Sign
from engine.game import Seat
from engine.tiles import Tile
from engine.words import Message, count, msg
from renderers.kit import picture, sprites
from renderers.kit.geometry import Camera, Point, point_ahead

_BADGE = 0.6
"""The size in u of a seat's mark at its newest tile."""
_FROM_LONG_SIDE = 0.68
"""The distance in u from the middle of a tile to a mark at its long side."""
_FROM_END = 1.14
"""The distance in u from the middle of a tile to a mark at its short side."""
_CLEAR = 0.78
"""A mark hides nothing of a half or letter if their middles are at least this far apart, in u."""


class Laid(Protocol):
    """A tile on the table."""

    @property
    def tile(self) -> Tile: ...
    @property
    def seat(self) -> Seat: ...


class Played(Protocol):
    """A round as everybody saw it: the tiles that were laid, and other actions."""

    @property
    def laid(self) -> Sequence[Laid]: ...
    @property
    def signs(self) -> Sequence[Sign]: ...


def find_last_turn(seen: Played) -> int:
    """Return the index in `laid` of the first tile of the last turn.

    All later tiles were laid in that turn, too.
    """
    first = len(seen.laid)
    while first and seen.laid[first - 1].seat == seen.laid[-1].seat and not _signs_between(seen, first):
        first -= 1
    return first


def _signs_between(seen: Played, tiles: int) -> bool:
    """Return whether a seat drew or passed while exactly this number of tiles lay on the table."""
    return tiles < len(seen.laid) and any(sign.tiles_on_table == tiles for sign in seen.signs)


def last_turn_text(seen: Played, seat: Seat) -> Message | None:
    """Return what a seat did in its last turn.

    If the seat drew or passed last, the text says so. Otherwise it lists the tiles of the turn, or is None if another
    seat has laid a tile since. A pass is left out if the seat turned out to have a play.
    """
    tiles = [place for place, laid in enumerate(seen.laid) if laid.seat == seat]
    last_index = tiles[-1] if tiles else -1  # -1 if the seat has laid no tile
    signs = [
        sign
        for sign in seen.signs
        if sign.seat == seat and sign.tiles_on_table > last_index and (sign.drew or not sign.could_play)
    ]
    if signs:
        drew = sum(sign.drew for sign in signs if sign.tiles_on_table == signs[-1].tiles_on_table)
        return count("drew {n}", "drew {n}", drew) if drew else msg("passed")
    if last_index < 0 or last_index < len(seen.laid) - 1:
        return None
    return msg("{tiles}", tiles=", ".join(str(laid.tile) for laid in seen.laid[find_last_turn(seen) :]))


def halves(centre: Point, across: int) -> Sequence[Point]:
    """Return the middles of the halves of a tile that lies along the heading `across`."""
    return point_ahead(centre, across, 0.5), point_ahead(centre, across + 4, 0.5)


def badge_spot(centre: Point, across: int, taken: Collection[Point]) -> Point:
    """Return the point for a seat's mark at a tile.

    It is at the upper or left long side, or at another side if the mark hides less there. `taken` are the middles of
    the halves and letters that the mark could hide.
    """
    long_sides = [point_ahead(centre, across + turn, _FROM_LONG_SIDE) for turn in (2, 6)]  # 2: a right angle
    ends = [point_ahead(centre, across + turn, _FROM_END) for turn in (0, 4)]
    # sorted by y, then by x
    upper_left_first = [spot for spots in (long_sides, ends) for spot in sorted(spots, key=lambda spot: spot[::-1])]
    return max(upper_left_first, key=lambda spot: min([_CLEAR, *(dist(spot, point) for point in taken)]))


def badge(canvas: Image.Image, seat: Seat, place: Point, view: Camera, side: int | None = None) -> None:
    """Draw a seat's mark at a tile of the last turn, with the number of its side if players have partners."""
    picture.stamp_whole(canvas, sprites.mark(seat, max(round(_BADGE * view.unit), 10), side=side), *view.at(place))
