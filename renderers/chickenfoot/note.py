"""The note on a picture of a part of the farmyard: how much is shown, and a map of the whole."""

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
"""The margins around the map and inside it, in pixels."""
_SIZES = ((240, 190), (200, 150), (160, 120))
"""The sizes of the map to try, in pixels: the first at which it hides nothing, or else the last."""
_CLEARANCE = 1.2
"""A thing closer than this to the map counts as hidden, in u."""
_IMPORTANT_WEIGHT = 20
"""How many hidden tiles weigh as much as a hidden playable end or the tile laid last."""


def draw_map(
    canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, live: Set[str]
) -> Message | None:
    """Draw a map of the whole where it hides least, and return how much is shown.

    If the whole farmyard is shown, return None and leave the canvas as it is.
    """
    tiles = [view.at(point) for point in tableau.centres(layout)]
    shown_tiles = sum(0 <= x < canvas.width and 0 <= y < canvas.height for x, y in tiles)
    if shown_tiles == len(layout):
        return None
    important = [tiles[-1], *(view.at(point) for point in tableau.discs(seen, layout, live))]
    hiding_cost = partial(_hiding_cost, tiles, important, round(_CLEARANCE * view.unit))
    for size in _SIZES:
        box = min(_places(canvas, *size), key=hiding_cost)
        if not hiding_cost(box):
            break
    left, top, width, height = box
    picture.plate(canvas, box, 16, DARK, LINE, 3)
    # a double lies across its heading
    positions = [(tile.centre, tile.heading + 2 * tile.double) for tile in tableau.tile_positions(seen, layout)]
    canvas.paste(
        minimap(positions, view, canvas.size, (width - 2 * _PAD, height - 2 * _PAD)), (left + _PAD, top + _PAD)
    )
    return count("{shown} of {n} tile", "{shown} of {n} tiles", len(layout), shown=shown_tiles)


def _places(canvas: Image.Image, width: int, height: int) -> Sequence[Rectangle]:
    """Return places along the lower and upper edge, and between them at the sides."""
    left, centre, right = _EDGE, (canvas.width - width) // 2, canvas.width - width - _EDGE
    top, middle, bottom = _EDGE, (canvas.height - height) // 2, canvas.height - height - _EDGE
    corners = [(x, y) for y in (bottom, top) for x in (left, centre, right)] + [(left, middle), (right, middle)]
    return [(x, y, width, height) for x, y in corners]


def _hiding_cost(tiles: Sequence[Pixel], important: Sequence[Pixel], margin: int, box: Rectangle) -> int:
    """Return a measure of how much a map in this box would hide."""
    left, top, width, height = box

    def count_hidden(points: Sequence[Pixel]) -> int:
        return sum(-margin <= x - left < width + margin and -margin <= y - top < height + margin for x, y in points)

    return _IMPORTANT_WEIGHT * count_hidden(important) + count_hidden(tiles)
