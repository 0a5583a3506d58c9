"""The table: the line of play, its open ends, the boneyard and the seats."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.words import Join, Message, Who, Words, listed, msg
from renderers.kit import picture, seats, sprites, text
from renderers.kit.cord import cord
from renderers.kit.geometry import Bounds, Camera, Point, ahead, around, camera, square
from renderers.kit.legend import Legend
from renderers.kit.palette import EDGE, LABEL, MUTED, SOFT
from renderers.kit.pile import pile
from renderers.kit.seats import Plate
from renderers.line import branches
from renderers.line.ends import DISC, end, spots
from renderers.line.table import Line, Manner, T, Table
from renderers.look import Layout

_MARGIN, _FOOTER = 24, 84
_HIGHEST, _LEGEND = 1200, 84
"""The most pixels of the picture's height, and those of its legend."""
_LOWEST, _TALLEST = 400, 800
"""The room of the line of play, in pixels."""
_WHOLE = (1600, 1200)
_WORDS = 38
_STEP = 8
"""The u by which a part moves on: far, so that it mostly stays in place."""


class _Print(NamedTuple):
    """How large things are drawn."""

    wide: int
    readable: int
    """Pixels per u below which only a part of the line is shown,"""
    part: int
    """and those of that part."""
    least: float
    """How many u are shown at least on either side of the first tile."""


_USUAL, _LARGE = _Print(picture.WIDTH, 24, 28, 8), _Print(picture.LARGE_WIDTH, 36, 44, 5)


def board(manner: Manner[T], seen: T, layout: Layout, words: Words, *, large: bool = False) -> Image.Image:
    """Return the table, 1200 pixels wide, in large print 800; of a line too long to be read on a phone the part around
    the tile laid last."""
    wide = (_LARGE if large else _USUAL).wide
    top = seats.height(len(seen.sizes), wide)
    if not seen.laid:
        return _waiting(manner, seen, words, top, wide)
    ends, shown = _legend(seen, wide), view(seen, layout, large=large)
    canvas = picture.blank(wide, top + shown.high + ends.height + _FOOTER)
    table = picture.blank(wide, shown.high)
    line_of_play(table, seen, layout, shown.camera, _live(seen), manner.pins(seen))
    canvas.paste(table, (0, top))
    ends.draw(canvas, top + shown.high)
    seats.strip(canvas, [plate(manner, seen, seat, words) for seat in range(len(seen.sizes))])
    _footer(canvas, manner, seen, words, part=shown.part)
    return canvas


def whole(manner: Manner[T], seen: T, layout: Layout, words: Words) -> Image.Image | None:
    """Return the whole line of play as large as it gets, if `board` shows a part of it or all of it small."""
    if not layout:
        return None
    bounds = extent(seen, layout)
    if camera(bounds, (0, 0, picture.WIDTH, _room(seen, picture.WIDTH))).unit > _USUAL.part:
        return None
    unit = camera(bounds, (0, 0, _WHOLE[0], _WHOLE[1] - _FOOTER)).unit
    size = max(math.ceil(bounds.width * unit), 800), max(math.ceil(bounds.height * unit), _LOWEST)
    canvas = picture.blank(size[0], size[1] + _FOOTER)
    line_of_play(canvas, seen, layout, camera(bounds, (0, 0, *size)), _live(seen), manner.pins(seen))
    _footer(canvas, manner, seen, words)
    return canvas


def stage(manner: Manner[T], seen: T, layout: Layout, _words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return the line of play alone, as large as it gets."""
    if not layout:
        return None
    bounds = around((spot.box for spot in spots(layout)), Bounds(-2, -1, 2, 1)).grown(0.6)
    unit = camera(bounds, (0, 0, *room)).unit
    size = room[0], min(room[1], math.ceil(bounds.height * unit))
    canvas = picture.blank(*size)
    line_of_play(canvas, seen, layout, camera(bounds, (0, 0, *size)), set(), manner.pins(seen), lettered=False)
    return canvas


def _live(seen: Table) -> Set[str]:
    return {open_end.letter for open_end in seen.ends} if not seen.scored else set()


def _legend(seen: Table, wide: int) -> Legend:
    return Legend(((end.number, end.letter) for end in seen.ends if end.letter in _live(seen)), wide)


def _room(seen: Table, wide: int) -> int:
    """Return the most pixels that the line of play may be high."""
    return min(_TALLEST, _HIGHEST - seats.height(len(seen.sizes), wide) - _LEGEND - _FOOTER)


class View(NamedTuple):
    """What is shown of the line of play."""

    camera: Camera
    high: int
    """In pixels."""
    part: bool


def view(seen: Table, layout: Layout, *, large: bool = False) -> View:
    """Return the whole line, or where that cannot be read the part around the tile laid last; after the round always
    all."""
    wide, readable, part, _ = _LARGE if large else _USUAL
    bounds, room = extent(seen, layout, large=large), _room(seen, wide)
    unit = camera(bounds, (0, 0, wide, room)).unit
    if unit >= readable or seen.scored:
        high = max(_LOWEST, math.ceil(bounds.height * unit))
        return View(camera(bounds, (0, 0, wide, high)), high, part=False)
    high = min(room, max(_LOWEST, math.ceil(bounds.height * part)))
    return View(near(spots(layout)[-1].centre, bounds, wide, high, part), high, part=True)


def near(point: Point, bounds: Bounds, wide: int, high: int, unit: int) -> Camera:
    """Return the window of `wide` by `high` pixels on a part of `bounds` that has a point near its middle."""
    x, y = (
        _begin(at, low, most, size / unit)
        for at, low, most, size in zip(point, bounds[:2], bounds[2:], (wide, high), strict=True)
    )
    return Camera(unit, -x * unit, -y * unit)


def _begin(at: float, low: float, high: float, size: float) -> float:
    """Return where a window of a size begins that has `at` near its middle and shows nothing beyond low and high."""
    if high - low <= size:
        return (low + high - size) / 2
    return min(max(_STEP * round((at - size / 2) / _STEP), low), high - size)


def extent(seen: Line, layout: Layout, *, large: bool = False) -> Bounds:
    """Return what must be seen, in u: the tiles, the discs, and at least 16 by 5 u around the first tile, less in large
    print."""
    boxes = [spot.box for spot in spots(layout)]
    boxes += [square(point, 1) for point in discs(seen, layout).values()]
    least = (_LARGE if large else _USUAL).least
    return around(boxes, Bounds(-least, -2.5, least, 2.5)).grown(0.4)


def line_of_play(
    canvas: Image.Image,
    seen: Line,
    layout: Layout,
    view: Camera,
    live: Set[str],
    pins: Collection[int],
    *,
    lettered: bool = True,
) -> None:
    """Stamp the tiles, those in `pins` marked as spinners, and the open ends where they are `lettered`; those not in
    `live` are grey."""
    style = sprites.style_for(view.unit, canvas.width)
    rows, last = spots(layout), len(layout) - 1
    for way in branches.cords(seen, rows) if seen.branching else ():
        cord(canvas, way, view, EDGE, 0.2)
    for i, (laid, spot) in enumerate(zip(seen.laid, rows, strict=True)):
        far = laid.tile.other(spot.near)
        tile = sprites.tile(spot.near, far, spot.heading, view.unit, style, halo=i == last)
        picture.stamp(canvas, tile, *view.at(spot.centre))
        if i in pins:
            picture.stamp(canvas, sprites.pin(view.unit), *view.at(spot.centre))
    for letter, point in discs(seen, layout).items() if lettered else ():
        disc = sprites.label(letter, view.unit, LABEL if letter in live else MUTED)
        picture.stamp(canvas, disc, *view.at(point))


def discs(seen: Line, layout: Layout) -> dict[str, Point]:
    """Return where the letter of each open end stands."""
    rows = spots(layout)
    if seen.branching:
        return branches.discs(seen, rows)
    ends = {open_end.letter: end(seen, rows, open_end.letter) for open_end in seen.ends}
    return {letter: ahead(place.point, place.heading, DISC) for letter, place in ends.items()}


def _footer(canvas: Image.Image, manner: Manner[T], seen: T, words: Words, *, part: bool = False) -> None:
    """Draw the boneyard and what else matters below the line of play."""
    if not seen.round:
        return
    middle = canvas.height - _FOOTER // 2
    base = middle + 13
    x = pile(canvas, 2 * _MARGIN, middle, seen.boneyard) + 40
    right = canvas.width - _MARGIN - 12
    right -= text.draw(canvas, right, base, words.text(msg("Round {round}", round=seen.round)), _WORDS, SOFT, "right")
    notes = manner.notes(seen)
    said = [*([_block(seen)] if seen.confirmed else []), *notes]
    said += [msg("a part") if notes else msg("a part of the line")] if part else []
    if said:
        text.draw(canvas, x, base, words.text(listed(said, Join.DOT)), _WORDS, LABEL, limit=right - x - 40)


def _block(seen: Table) -> Message:
    return msg("Blocked? {number} of {seats} passed", number=len(seen.confirmed), seats=len(seen.sizes))


def plate(manner: Manner[T], seen: T, seat: Seat, words: Words) -> Plate:
    """Return what the strip shows of a seat."""
    gain = manner.gains(seen)[seat]
    return Plate(
        seat,
        words.name(seat),
        tiles=seen.sizes[seat],
        score=str(seen.points[seat]).replace("-", "−"),
        note=f"+{gain}" if gain else "",
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


_HEAP = 18


def _heap(tiles: int) -> Iterator[tuple[Point, int]]:
    """Yield tiles strewn over an ellipse like the seeds of a sunflower: where each lies and its heading."""
    for i in range(tiles):
        angle, radius = i * math.radians(137.5), math.sqrt((i + 0.5) / tiles)
        yield (5.4 * radius * math.cos(angle), 2.3 * radius * math.sin(angle)), 3 * i % 8


def _waiting(manner: Manner[T], seen: T, words: Words, top: int, wide: int) -> Image.Image:
    """Draw what there is before the first tile: the heap of tiles face down, and who opens."""
    canvas = picture.blank(wide, top + 480 + _FOOTER)
    view = Camera(60, wide / 2, top + 200)
    for point, heading in _heap(_HEAP):
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at(point))
    opener = seen.to_act
    shuffled = opener is None or opener < 0
    line = msg("The tiles are being shuffled") if shuffled else msg("{who} opens the round", who=Who(opener or 0))
    text.draw(canvas, wide // 2, top + 440, words.text(line), 48, LABEL, "centre", limit=wide - 4 * _MARGIN)
    seats.strip(canvas, [plate(manner, seen, seat, words) for seat in range(len(seen.sizes))])
    _footer(canvas, manner, seen, words)
    return canvas
