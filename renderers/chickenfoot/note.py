"""A note beside a part of the farmyard.

It says how much is shown, and a map shows the place of the part in the whole.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial

from PIL import Image

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.words import Message, count
from renderers.chickenfoot import tableau
from renderers.kit import picture
from renderers.kit.geometry import Camera
from renderers.kit.minimap import minimap
from renderers.kit.palette import DARK, LINE
from renderers.look import Layout

Rectangle = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""
Pixel = tuple[int, int]

_EDGE, _PAD = 14, 10
_SIZES = ((240, 190), (200, 150), (160, 120))
"""Sizes of the map in pixels; the largest at which it hides nothing is taken."""
_CLEAR = 1.2
"""u around the map within which a thing counts as hidden."""
_WEIGHT = 20
"""How many hidden tiles weigh as much as a hidden playable end or the tile laid last."""


def note(
    canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, live: Set[str]
) -> Message | None:
    """Draw a map of the whole where it hides least, and return how much is shown.

    If all of it is shown, return None and leave the canvas as it is.
    """
    tiles = [view.at(point) for point in tableau.centres(layout)]
    shown = sum(0 <= x < canvas.width and 0 <= y < canvas.height for x, y in tiles)
    if shown == len(layout):
        return None
    precious = [tiles[-1], *(view.at(point) for point in tableau.discs(seen, layout, live))]
    hidden = partial(_hiding_cost, tiles, precious, round(_CLEAR * view.unit))
    for size in _SIZES:
        box = min(_places(canvas, *size), key=hidden)
        if not hidden(box):
            break
    left, top, wide, high = box
    picture.plate(canvas, box, 16, DARK, LINE, 3)
    lying = [(tile.centre, tile.heading + 2 * tile.double) for tile in tableau.tile_positions(seen, layout)]
    canvas.paste(minimap(lying, view, canvas.size, (wide - 2 * _PAD, high - 2 * _PAD)), (left + _PAD, top + _PAD))
    return count("{shown} of {n} tile", "{shown} of {n} tiles", len(layout), shown=shown)


def _places(canvas: Image.Image, wide: int, high: int) -> Sequence[Rectangle]:
    """Return places along the lower and upper edge, and between them at the sides."""
    lefts = (_EDGE, (canvas.width - wide) // 2, canvas.width - wide - _EDGE)
    tops = (canvas.height - high - _EDGE, _EDGE, (canvas.height - high) // 2)
    return [(left, top, wide, high) for top in tops for left in lefts if top != tops[2] or left != lefts[1]]


def _hiding_cost(tiles: Sequence[Pixel], precious: Sequence[Pixel], room: int, box: Rectangle) -> int:
    """Return a measure of how much a plate would hide."""
    left, top, right, bottom = box[0] - room, box[1] - room, box[0] + box[2] + room, box[1] + box[3] + room
    dear, plain = (sum(left <= x < right and top <= y < bottom for x, y in points) for points in (precious, tiles))
    return _WEIGHT * dear + plain
