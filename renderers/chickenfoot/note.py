"""A part of the farmyard: how much of it is shown, and a map of where that lies in the whole."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial

from PIL import Image, ImageDraw

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.words import Message, msg
from renderers.chickenfoot import tableau
from renderers.kit import picture
from renderers.kit.geometry import Bounds, Camera, around, direction
from renderers.kit.palette import DARK, FACE, LABEL, LINE
from renderers.look import Layout

Rectangle = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""
Pixel = tuple[int, int]

_EDGE, _PAD = 14, 10
_SIZES = ((240, 190), (200, 150), (160, 120))
"""The map of the whole in pixels, the largest at which it hides nothing."""
_CLEAR = 1.2
"""u around the map in which it would be too near to what it must not hide."""
_SMOOTH = 2
"""The map is drawn so many times larger and reduced."""
_WEIGHT = 20
"""An end that may be played on, or the tile laid last, hides worse than so many tiles."""


def note(
    canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, live: Set[str]
) -> Message | None:
    """Draw a map of the whole where it hides least, and say how much is shown; nothing where that is all."""
    tiles = [view.at(point) for point in tableau.centres(layout)]
    shown = sum(0 <= x < canvas.width and 0 <= y < canvas.height for x, y in tiles)
    if shown == len(layout):
        return None
    precious = [tiles[-1], *(view.at(point) for point in tableau.discs(seen, layout, live))]
    hidden = partial(_hidden, tiles, precious, round(_CLEAR * view.unit))
    for size in _SIZES:
        box = min(_places(canvas, *size), key=hidden)
        if not hidden(box):
            break
    left, top, wide, high = box
    picture.plate(canvas, box, 16, DARK, LINE, 3)
    _map(canvas, seen, layout, view, (left + _PAD, top + _PAD, wide - 2 * _PAD, high - 2 * _PAD))
    return msg("{shown} of {tiles} tiles", shown=shown, tiles=len(layout))


def _places(canvas: Image.Image, wide: int, high: int) -> Sequence[Rectangle]:
    """Return places along the lower and upper edge, and between them at the sides."""
    lefts = (_EDGE, (canvas.width - wide) // 2, canvas.width - wide - _EDGE)
    tops = (canvas.height - high - _EDGE, _EDGE, (canvas.height - high) // 2)
    return [(left, top, wide, high) for top in tops for left in lefts if top != tops[2] or left != lefts[1]]


def _hidden(tiles: Sequence[Pixel], precious: Sequence[Pixel], room: int, box: Rectangle) -> int:
    """Return how much a plate would hide."""
    left, top, right, bottom = box[0] - room, box[1] - room, box[0] + box[2] + room, box[1] + box[3] + room
    dear, plain = (sum(left <= x < right and top <= y < bottom for x, y in points) for points in (precious, tiles))
    return _WEIGHT * dear + plain


def _map(canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, box: Rectangle) -> None:
    """Draw all tiles in miniature and a frame around those in view; the tile laid last is yellow."""
    left, top, wide, high = box
    x, y = -view.x / view.unit, -view.y / view.unit
    part = Bounds(x, y, x + canvas.width / view.unit, y + canvas.height / view.unit)
    tiles = tableau.lying(seen, layout)
    xs, ys = [tile.x for tile in tiles], [tile.y for tile in tiles]
    whole = around([(min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1, 0, 0, 0, 0)], part)
    scale = min((wide - 6) / whole.width, (high - 6) / whole.height) * _SMOOTH
    middle = (whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return wide * _SMOOTH / 2 + (x - middle[0]) * scale, high * _SMOOTH / 2 + (y - middle[1]) * scale

    large = Image.new("RGB", (wide * _SMOOTH, high * _SMOOTH), DARK)
    pen = ImageDraw.Draw(large)
    for i, tile in enumerate(tiles):
        dx, dy = direction(tile.heading + 2 if tile.double else tile.heading)
        ends = [at(tile.x + side * dx, tile.y + side * dy) for side in (-1, 1)]
        pen.line(ends, LABEL if i == len(tiles) - 1 else FACE, max(round(scale), 2 * _SMOOTH))
    pen.rectangle((*at(*part[:2]), *at(*part[2:])), outline=LABEL, width=3 * _SMOOTH)
    canvas.paste(large.reduce(_SMOOTH), (left, top))
