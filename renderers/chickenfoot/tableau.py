"""Draws the farmyard, all of it or the part that matters.

It consists of tiles, connectors, letters of open ends, and places of missing toes or arms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from math import ceil, cos, dist, radians, sin

from PIL import Image, ImageDraw

from engine.games.chickenfoot.observation import ChickenfootObservation, OpenEnd
from engine.tiles import Tile
from renderers.chickenfoot import window
from renderers.chickenfoot.arrange import joining_numbers, spots
from renderers.chickenfoot.window import Lying
from renderers.farmyard import TILE_NUMBERS, Placement, Spot
from renderers.kit import last_turns, picture, sprites
from renderers.kit.cord import cord
from renderers.kit.geometry import (
    Bounds,
    Box,
    Camera,
    Point,
    bounds_around,
    camera,
    direction,
    point_ahead,
    square,
    tile_box,
)
from renderers.kit.palette import DARK, EDGE, LABEL, MUTED, Colour
from renderers.kit.picture import Sprite
from renderers.look import Layout

READABLE = {picture.WIDTH: 24, picture.TALL_WIDTH: 20, picture.LARGE_WIDTH: 40}
"""The least readable pixels per u (the side of half a tile), by picture width.

With fewer pixels, tiles can't be told apart on a phone, which shows each picture 360 pixels wide.
"""
_PART_UNIT = {picture.WIDTH: 30, picture.TALL_WIDTH: 24, picture.LARGE_WIDTH: 36}
"""Pixels per u of a part of the farmyard, by picture width.

The tiles of a part can be larger. In large print they have only 36 pixels per u, or 16 on a phone, so that the letters
around them fit, too.
"""
_FAR = 1.2
"""The distance in u between an end and its letter above which a line joins them."""
_MARGIN = 0.3
_EARLY_UNITS = {picture.WIDTH: (84, 72), picture.TALL_WIDTH: (67, 58), picture.LARGE_WIDTH: (84, 72)}
"""The scales to try early in a round, in pixels per u, by picture width."""
_LEAST_BOUNDS = Bounds(-3.4, -3.4, 3.4, 3.4)
"""The least part of the farmyard that is shown, in u around the centre of the opening double."""

Trial = tuple[OpenEnd, Placement]
"""An end and the row that a tile would get on it."""


def extent(seen: ChickenfootObservation, layout: Layout) -> Bounds:
    """Return the bounds of the whole farmyard, in u.

    They hold tiles, connectors, letters and the places of missing toes.
    """
    return _required_bounds(seen, layout, _LEAST_BOUNDS)


def _required_bounds(seen: ChickenfootObservation, layout: Layout, least: Bounds, more: Iterable[Box] = ()) -> Bounds:
    """Return the bounds of everything that is drawn, of `least` and of `more`.

    Letters may stand at the edge of these bounds; everything else keeps a margin from the edge.
    """
    ends = spots(seen, layout) if seen.result is None else {}
    boxes = [*more, *(tile.box for tile in tile_positions(seen, layout))]
    boxes += [square(point, 1) for row in layout for point in connector(row)]
    boxes += [_end_box(*end_and_spot) for end_and_spot in ends.items() if _is_place(*end_and_spot)]
    letters = (_end_box(*end_and_spot) for end_and_spot in ends.items() if not _is_place(*end_and_spot))
    return bounds_around(letters, bounds_around(boxes, least).with_margin(_MARGIN))


@lru_cache(maxsize=4)  # one picture needs it several times
def tile_positions(seen: ChickenfootObservation, layout: Layout) -> Sequence[Lying]:
    """Return the tiles on the table with their places."""
    return [
        Lying(
            x=row[0],
            y=row[1],
            heading=int(row[2]),
            double=laid.tile.double,
            parent=-1 if laid.parent is None else laid.parent,
            near=near,
            far=laid.tile.other(near),
            # the arms of the opening double, three toes of any other double, one tile at a single
            room=seen.options.arms if laid.parent is None else 3 if laid.tile.double else 1,
        )
        for laid, row, near in zip(seen.laid, layout, joining_numbers(seen), strict=True)
    ]


def _is_place(end: OpenEnd, spot: Spot) -> bool:
    """Return whether an end is shown as the place of an owed tile."""
    return end.is_owed and spot.heading is not None


def _end_box(end: OpenEnd, spot: Spot) -> Box:
    """Return the box of an end's letter, or of the tile that is owed."""
    if end.is_owed and spot.heading is not None:
        return tile_box(_letter_centre(end, spot), spot.heading)
    return square(_letter_centre(end, spot), 1.0)


def _letter_centre(end: OpenEnd, spot: Spot) -> Point:
    """Return the centre of an end's letter.

    The letter of an owed tile stands in the middle of that tile's place.
    """
    if end.is_owed and spot.heading is not None:
        return point_ahead(spot.edge, spot.heading, 1)
    return spot.centre


def connector(row: Placement) -> list[Point]:
    """Return the corners of the line to a tile that doesn't touch its end, or an empty list if it does."""
    numbers = row[TILE_NUMBERS:]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def view_of_all(seen: ChickenfootObservation, layout: Layout, width: int, height: int) -> Camera:
    """Return a view of the whole farmyard in `width` by `height` pixels."""
    return camera(extent(seen, layout), (0, 0, width, height))


def view_of_trials(
    seen: ChickenfootObservation, layout: Layout, width: int, max_height: int, trials: Sequence[Box]
) -> tuple[Camera, int]:
    """Return a view of the whole farmyard and the `trials`, and the view's height.

    It is at most `max_height` pixels high.
    """
    bounds = _required_bounds(seen, layout, _LEAST_BOUNDS, trials)
    height = min(max_height, ceil(bounds.height * camera(bounds, (0, 0, width, max_height)).unit))
    return camera(bounds, (0, 0, width, height)), height


def view_of_beginning(
    seen: ChickenfootObservation, layout: Layout, width: int, max_height: int
) -> tuple[Camera, int] | None:
    """Return a closer view of everything early in a round, and its height in pixels.

    The opening double is in the middle between left and right. Return None once everything no longer fits into `width`
    by `max_height` pixels.
    """
    needed = _required_bounds(seen, layout, _LEAST_BOUNDS)
    reach = max(-needed.left, needed.right)
    for unit in _EARLY_UNITS[width]:
        height = ceil(needed.height * unit)
        if 2 * reach * unit <= width and height <= max_height:
            return Camera(unit, width / 2, -needed.top * unit), height
    return None


def view_of_part(seen: ChickenfootObservation, layout: Layout, width: int, height: int) -> Camera | None:
    """Return the window on the farmyard that shows what matters now.

    It is `width` by `height` pixels. Return None while the whole farmyard is READABLE there.
    """
    readable_unit, part_unit = READABLE[width], _PART_UNIT[width]
    size = (width / part_unit, height / part_unit)
    readable_size = (width / readable_unit, height / readable_unit)
    corner = window.corner(tile_positions(seen, layout), seen.highest, size, readable_size)
    # all tiles fit, but a letter lies so far away that the whole farmyard would be too small
    # (`min`: in large print, even a part has fewer pixels per u than READABLE)
    if corner is None and view_of_all(seen, layout, width, height).unit < min(readable_unit, part_unit):
        tiles = centres(layout)
        letters = [spot.centre for spot in spots(seen, layout).values()]
        corner = window.choose_corner(extent(seen, layout), size, Bounds(*tiles[-1], *tiles[-1]), letters, tiles)
    if corner is None:
        return None
    return _camera(window.shift_corner(corner, size, _owed_bounds(seen, layout)), part_unit)


def view_of_ends(
    seen: ChickenfootObservation, layout: Layout, width: int, height: int, live: Set[str], unit: int
) -> Camera:
    """Return the window with `unit` pixels per u that shows the most of the ends in `live`."""
    size = (width / unit, height / unit)
    ends = discs(seen, layout, live)
    others = centres(layout)
    first = ends[0] if ends else others[-1]
    return _camera(window.choose_corner(extent(seen, layout), size, Bounds(*first, *first), ends, others), unit)


def _camera(corner: Point, unit: int) -> Camera:
    return Camera(unit, -corner[0] * unit, -corner[1] * unit)


def _owed_bounds(seen: ChickenfootObservation, layout: Layout) -> Bounds:
    """Return the bounds of the tile laid last and of all owed tiles."""
    left, right, top, bottom = tile_positions(seen, layout)[-1].box[:4]
    marks = [_end_box(end, spot) for end, spot in spots(seen, layout).items() if end.is_owed]
    return bounds_around(marks, Bounds(left, top, right, bottom))


def centres(layout: Layout) -> list[Point]:
    """Return the middle of each tile, in order of play."""
    return [(row[0], row[1]) for row in layout]


def tiles_in(layout: Layout, view: Camera, box: tuple[int, int, int, int]) -> int:
    """Return how many tiles have their centre in a box of pixels.

    The box is left, top, width and height.
    """
    pixels = (view.at(point) for point in centres(layout))
    return sum(0 <= x - box[0] < box[2] and 0 <= y - box[1] < box[3] for x, y in pixels)


def discs(seen: ChickenfootObservation, layout: Layout, live: Set[str]) -> Sequence[Point]:
    """Return the centres of the letters of the ends in `live`."""
    return [_letter_centre(end, spot) for end, spot in spots(seen, layout).items() if end.letter in live]


def draw(
    canvas: Image.Image,
    seen: ChickenfootObservation,
    layout: Layout,
    view: Camera,
    live: Set[str],
    *,
    has_trials: bool = False,
) -> None:
    """Draw the farmyard.

    Letters in `live` are on a bright disc, with a ring if the double in progress needs a tile there. Other letters are
    light on dark. If the picture `has_trials`, the letters in `live` leave the outer half of the trial free.
    """
    style = sprites.style_for(view.unit, canvas.width)
    for row in layout:
        if len(row) > TILE_NUMBERS:
            cord(canvas, connector(row), view, EDGE, 0.2)
    numbers = joining_numbers(seen)
    # after scoring, `seen.signs` is empty, so it is unknown where the last turn began
    turn_start = last_turns.find_last_turn(seen) if seen.result is None else len(layout) - 1
    # the newest tiles come first, so that their neighbours cover their halos
    for i in (*range(turn_start, len(layout)), *range(turn_start)):
        number, row = numbers[i], layout[i]
        pixel = view.at((row[0], row[1]))
        if not _in_sight(canvas, pixel, 2 * view.unit):
            continue
        tile, heading = seen.laid[i].tile, int(row[2])
        across = heading + 2 if tile.double else heading
        sprite = sprites.tile(number, tile.other(number), across % 8, view.unit, style, halo=i >= turn_start)
        picture.stamp(canvas, sprite, *pixel)
    picture.fade(canvas, [view.at(point) for point in centres(layout)])
    letters = spots(seen, layout) if seen.result is None else {}
    for i in range(turn_start, len(layout)):
        last_turns.badge(canvas, seen.laid[i].seat, _badge_spot(seen, layout, i, letters), view)
    _draw_letters(canvas, letters, view, live, has_trials=has_trials)


def draw_trials(canvas: Image.Image, tile: Tile, trials: Sequence[Trial], view: Camera) -> None:
    """Draw a tile, dim, at each of its possible places.

    `draw` comes after it and puts the letters on top.
    """
    style = sprites.style_for(view.unit, canvas.width)
    for end, row in trials:
        cord(canvas, connector(row), view, MUTED, 0.2)
        across = int(row[2]) + 2 if tile.double else int(row[2])
        sprite = sprites.tile(end.number, tile.other(end.number), across % 8, view.unit, style, dim=True)
        picture.stamp(canvas, sprite, *view.at((row[0], row[1])))


def _in_sight(canvas: Image.Image, pixel: tuple[int, int], radius: int) -> bool:
    """Return whether a thing with this centre and radius can be visible on the canvas."""
    return -radius < pixel[0] < canvas.width + radius and -radius < pixel[1] < canvas.height + radius


def _badge_spot(seen: ChickenfootObservation, layout: Layout, index: int, letters: Mapping[OpenEnd, Spot]) -> Point:
    """Return the point for the mark of a tile's seat."""
    across = [int(row[2]) + (2 if laid.tile.double else 0) for laid, row in zip(seen.laid, layout, strict=True)]
    middles = list(zip(centres(layout), across, strict=True))
    obstacles = [half for i, tile in enumerate(middles) if i != index for half in last_turns.halves(*tile)]
    for end, spot in letters.items():
        obstacles.append(_letter_centre(end, spot))
        if end.is_owed and spot.heading is not None:
            obstacles += last_turns.halves(_letter_centre(end, spot), spot.heading)
    return last_turns.badge_spot(*middles[index], obstacles)


def _draw_letters(
    canvas: Image.Image, letters: Mapping[OpenEnd, Spot], view: Camera, live: Set[str], *, has_trials: bool
) -> None:
    for end, spot in letters.items():
        shade = LABEL if end.letter in live else MUTED
        centre, edge = _letter_centre(end, spot), spot.edge
        if end.is_owed and spot.heading is not None:
            picture.stamp(canvas, _outline(spot.heading, view.unit, shade), *view.at(centre))
        elif dist(edge, centre) > _FAR:
            cord(canvas, [edge, centre], view, shade, 0.08)
        ground = LABEL if end.letter in live else DARK
        disc = sprites.label(end.letter, view.unit, ground, ring=end.is_owed and end.letter in live)
        if has_trials and end.letter in live and spot.heading is not None:
            centre = point_ahead(edge, spot.heading, 0.5)
        picture.stamp_whole(canvas, disc, *view.at(centre))


@lru_cache(maxsize=64)
def _outline(heading: int, unit: int, shade: Colour) -> Sprite:
    """Return the outline of a tile that is owed."""
    dx, dy = direction(heading)
    size = 3 * unit

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, level in (0.0, 255), (0.07, 0):  # a full tile, then a smaller one cut out of it
            corners = _rounded_rectangle(1 - inset, 0.5 - inset, 0.2 - inset)
            turned = [(a * dx - b * dy, a * dy + b * dx) for a, b in corners]
            pen.polygon([((size / 2 + x * unit) * scale, (size / 2 + y * unit) * scale) for x, y in turned], level)

    return Sprite(Image.new("RGB", (size, size), shade), picture.smooth(size, size, draw))


def _rounded_rectangle(x: float, y: float, radius: float) -> Sequence[tuple[float, float]]:
    """Return a rectangle with round corners, from -x to x and from -y to y."""
    middles = ((x - radius, y - radius), (radius - x, y - radius), (radius - x, radius - y), (x - radius, radius - y))
    turns = [[radians(90 * quarter + step) for step in (0, 30, 60, 90)] for quarter in range(4)]
    return [(a + radius * cos(t), b + radius * sin(t)) for (a, b), arc in zip(middles, turns, strict=True) for t in arc]
