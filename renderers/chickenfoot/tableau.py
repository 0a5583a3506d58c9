"""The farmyard itself: tiles, letters of open ends, places of missing toes; all of it or the part that matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from itertools import product
from math import ceil, cos, floor, hypot, radians, sin

from PIL import Image, ImageDraw

from engine.games.chickenfoot.observation import ChickenfootObservation
from renderers import picture, sprites
from renderers.chickenfoot.arrange import joined, spots
from renderers.farmyard import TILE_NUMBERS, Row
from renderers.geometry import Bounds, Box, Camera, Point, around, camera, direction
from renderers.look import Layout
from renderers.palette import BORDER, EDGE, LABEL, MUTED, Colour
from renderers.picture import Sprite

READABLE = 30
"""Pixels per u from which on tiles can be told apart when a picture 1200 pixels wide is shown 360 pixels wide."""
_PART = 36
"""Pixels per u of a part."""
_FAR = 1.2
"""u between an end and its letter from which on a line leads there."""
_LEAST = Bounds(-8, -5, 8, 5)
_MARGIN = 0.7
_CONTEXT = 1.6
"""u that are kept around what a crop must show."""


def extent(seen: ChickenfootObservation, layout: Layout) -> Bounds:
    """What the whole farmyard needs, in u: tiles, connectors and letters."""
    boxes = [Box.around(Point(*row[:2]), int(row[2]), *_size(seen, i)) for i, row in enumerate(layout)]
    points = [point for row in layout for point in connector(row)]
    points += [Point(*spot.centre) for spot in spots(seen, layout).values()]
    boxes += [Box.around(point, 0, 1, 1) for point in points]
    return around(boxes, _LEAST).grown(_MARGIN)


def connector(row: Row) -> list[Point]:
    """The corners of the line to a tile that does not touch; empty for all others."""
    numbers = row[TILE_NUMBERS:]
    return [Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def view_of_all(seen: ChickenfootObservation, layout: Layout, wide: int, high: int) -> Camera:
    """The whole farmyard in so many pixels."""
    return camera(extent(seen, layout), (0, 0, wide, high))


def view_of_part(
    seen: ChickenfootObservation, layout: Layout, wide: int, high: int, live: Set[str], unit: int = _PART
) -> Camera:
    """The part of the farmyard that shows most of what matters: the last tile, the foot, the ends in `live`."""
    must, wanted = _what_matters(seen, layout, live)
    groups = (must, wanted, [Point(*row[:2]) for row in layout])
    width, height = wide / unit, high / unit
    bounds = extent(seen, layout).grown(_CONTEXT)
    lefts = _steps(bounds.left, bounds.right, width)
    tops = _steps(bounds.top, bounds.bottom, height)
    columns = {x: [_within([p.x for p in group], x, width) for group in groups] for x in lefts}
    rows = {y: [_within([p.y for p in group], y, height) for group in groups] for y in tops}

    def shown(corner: tuple[int, int]) -> tuple[int, ...]:
        pairs = zip(columns[corner[0]], rows[corner[1]], strict=True)
        return tuple((across & down).bit_count() for across, down in pairs)

    left, top = max(product(lefts, tops), key=shown)
    return Camera(unit, -left * unit, -top * unit)


def _steps(low: float, high: float, size: float) -> Sequence[int]:
    """Where a window of a size can begin so that it shows nothing beyond, in whole u; centred if it is the larger."""
    if high - low <= size:
        return [round((low + high - size) / 2)]
    return range(floor(low), ceil(high - size) + 1)


def tiles_in(layout: Layout, view: Camera, box: tuple[int, int, int, int]) -> int:
    """How many tiles have their centre in a box of pixels: left, top, width, height."""
    pixels = (view.at(Point(*row[:2])) for row in layout)
    return sum(0 <= x - box[0] < box[2] and 0 <= y - box[1] < box[3] for x, y in pixels)


def draw(canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, live: Set[str]) -> None:
    """Stamp everything; the letters that are not in `live` are grey, those owed to the double in progress ringed."""
    style = sprites.style_for(view.unit, canvas.width)
    for row in layout:
        _cord(canvas, connector(row), view, EDGE, 0.2)
    for i, (number, row) in enumerate(zip(joined(seen), layout, strict=True)):
        tile, heading = seen.laid[i].tile, int(row[2])
        across = heading + 2 if tile.double else heading
        halo = i == len(layout) - 1
        sprite = sprites.tile(number, tile.other(number), across % 8, view.unit, style, halo=halo)
        picture.stamp(canvas, sprite, *view.at(Point(*row[:2])))
    if seen.result is None:
        _letters(canvas, seen, layout, view, live)


def _letters(canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, view: Camera, live: Set[str]) -> None:
    for end, spot in spots(seen, layout).items():
        shade = LABEL if end.letter in live else MUTED
        centre, edge = Point(*spot.centre), Point(*spot.end)
        if end.owed and spot.heading is not None:
            centre = edge.ahead(spot.heading, 1)
            picture.stamp(canvas, _outline(spot.heading, view.unit, shade), *view.at(centre))
        elif hypot(edge.x - centre.x, edge.y - centre.y) > _FAR:
            _cord(canvas, [edge, centre], view, shade, 0.08)
        disc = sprites.label(end.letter, view.unit, shade, ring=end.owed and end.letter in live)
        picture.stamp(canvas, disc, *view.at(centre))


def _size(seen: ChickenfootObservation, index: int) -> tuple[float, float]:
    return (1.0, 2.0) if seen.laid[index].tile.double else (2.0, 1.0)


def _what_matters(
    seen: ChickenfootObservation, layout: Layout, live: Set[str]
) -> tuple[Sequence[Point], Sequence[Point]]:
    must = [Point(*layout[-1][:2])]
    wanted = [Point(*spot.centre) for end, spot in spots(seen, layout).items() if end.letter in live]
    if seen.unfinished:
        must.append(Point(*layout[seen.unfinished.place][:2]))
        must += wanted
    return must, wanted


def _within(values: Sequence[float], low: float, size: float) -> int:
    """Which of the values lie well inside a window, as bits."""
    first, last = low + _CONTEXT, low + size - _CONTEXT
    return sum(1 << i for i, value in enumerate(values) if first <= value <= last)


def _cord(canvas: Image.Image, corners: Iterable[Point], view: Camera, shade: Colour, wide: float) -> None:
    """A line through some points, with a dark edge."""
    pixels = [view.at(point) for point in corners]
    if len(pixels) < 2:
        return
    room = view.unit
    left, top = min(x for x, _ in pixels) - room, min(y for _, y in pixels) - room
    right, bottom = max(x for x, _ in pixels) + room, max(y for _, y in pixels) + room
    for colour, thick in (BORDER, wide + 0.1), (shade, wide):
        mask = picture.smooth(
            right - left,
            bottom - top,
            lambda pen, n, thick=thick: pen.line(  # type: ignore[misc]  # a loop's value, bound at once
                [((x - left) * n, (y - top) * n) for x, y in pixels], 255, round(thick * room * n), joint="curve"
            ),
        )
        picture.tint(canvas, mask, left, top, colour)


@lru_cache(maxsize=64)
def _outline(heading: int, unit: int, shade: Colour) -> Sprite:
    """A tile that is still to come."""
    (dx, dy), size = direction(heading), 3 * unit

    def draw(pen: ImageDraw.ImageDraw, n: int) -> None:
        for inset, level in (0.0, 255), (0.07, 0):
            corners = _rounded(1 - inset, 0.5 - inset, 0.2 - inset)
            turned = [(a * dx - b * dy, a * dy + b * dx) for a, b in corners]
            pen.polygon([((size / 2 + x * unit) * n, (size / 2 + y * unit) * n) for x, y in turned], level)

    return Sprite(Image.new("RGB", (size, size), shade), picture.smooth(size, size, draw))


def _rounded(x: float, y: float, radius: float) -> Sequence[tuple[float, float]]:
    """A rectangle with round corners, from -x to x and from -y to y."""
    middles = ((x - radius, y - radius), (radius - x, y - radius), (radius - x, radius - y), (x - radius, radius - y))
    turns = [[radians(90 * quarter + step) for step in (0, 30, 60, 90)] for quarter in range(4)]
    return [(a + radius * cos(t), b + radius * sin(t)) for (a, b), arc in zip(middles, turns, strict=True) for t in arc]
