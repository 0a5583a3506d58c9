"""The table with the line of play, its open ends, the boneyard and the seats.

Lengths on the table are in u, the side of half a tile.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence, Set
from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.words import Join, Message, Who, Words, format_signed, join_items, msg
from renderers.kit import foot, last_turns, phrases, picture, seats, sprites, text
from renderers.kit.cord import cord
from renderers.kit.foot import Foot
from renderers.kit.geometry import Bounds, Camera, Point, bounds_around, camera, point_ahead, square
from renderers.kit.minimap import minimap
from renderers.kit.palette import DARK, EDGE, LABEL, LINE, SOFT
from renderers.kit.partners import find_partners, find_side_number
from renderers.kit.seats import Plate, Score
from renderers.line import branches
from renderers.line.ends import DISC, end, find_closed_numbers, spots
from renderers.line.table import LineOfPlay, Manner, T, Table
from renderers.look import Layout

_MARGIN = 24
_MAX_HEIGHT = 1200
"""The greatest height of the picture in pixels."""
_MAX_EARLY_HEIGHT = 900
"""The greatest height with fewer than _MANY tiles on the table."""
_MANY = 30
_LEAST_HEIGHT = 400
"""The least height of the line of play in pixels."""
_WAITING_HEIGHT = 480
"""The least height of the table before the first tile, in pixels."""
_EARLY_UNITS = (136, 120, 104, 92, 84, 76, 70)
"""The scales to try early in a round, in pixels per u; the first at which everything fits is used."""
_LEAST_EARLY_EXTENT = 1.6
"""Early in a round, at least this many u are shown on each side of the first tile."""
_MAX_WHOLE_SIZE = (1600, 1200)
"""The greatest width and height of a picture of the whole line, in pixels."""
_LEAST_WHOLE_WIDTH = 800
"""The least width of that picture."""
_MAP_WIDTH = 240
"""The width of a map of the whole line beside the foot."""
_MAP_PAD = 10
"""The margin inside that map."""
_ANTICLOCKWISE = "anticlockwise"
"""The value of `direction` with which the next player sits on the right."""
_STEP = 8
"""The view of a part moves in steps of this many u, so that it mostly stays in place."""


class _BoardSize(NamedTuple):
    """How large things are drawn."""

    width: int
    readable_unit: int
    """Pixels per u below which only a part of the line is shown."""
    part_unit: int
    """Pixels per u of that part."""
    least_extent: float
    """At least this many u are shown on each side of the first tile."""


_USUAL = _BoardSize(picture.WIDTH, readable_unit=24, part_unit=28, least_extent=8)
_LARGE = _BoardSize(picture.LARGE_WIDTH, readable_unit=36, part_unit=44, least_extent=5)


def board(
    manner: Manner[T], seen: T, layout: Layout, words: Words, *, large: bool = False, shown: View | None = None
) -> Image.Image:
    """Return the table, 1200 pixels wide, in large print 800.

    If the line is too long to be read on a phone, only the part around the tile laid last is drawn. If `shown` is
    given, that view is drawn instead.
    """
    width = (_LARGE if large else _USUAL).width
    if not seen.laid:
        return _waiting(manner, seen, words, width)
    table_foot = _foot(manner, seen, words, width, live=_live(seen))
    shown = shown or view(seen, layout, large=large, foot_height=table_foot.height)
    if shown.is_part:
        return _part(manner, seen, layout, words, large=large)
    top = seats.height(len(seen.sizes), width, shown.height + table_foot.height)
    canvas = picture.blank(width, top + shown.height + table_foot.height)
    lowered_camera = shown.camera._replace(y=shown.camera.y + top)
    line_of_play(canvas, seen, layout, lowered_camera, _live(seen), manner.pins(seen), grey=manner.grey_ends(seen))
    return _draw_seats_and_foot(canvas, manner, seen, words, top, table_foot)


def _part(manner: Manner[T], seen: T, layout: Layout, words: Words, *, large: bool) -> Image.Image:
    """Return the table with the part around the tile laid last.

    A map of the whole line is beside the foot.
    """
    width = (_LARGE if large else _USUAL).width
    table_foot = _foot(manner, seen, words, width, live=_live(seen), left=_MAP_WIDTH)
    foot_height = max(table_foot.height, foot.height(2))
    shown = view(seen, layout, large=large, foot_height=foot_height)
    table = picture.blank(width, shown.height)
    line_of_play(table, seen, layout, shown.camera, _live(seen), manner.pins(seen), grey=manner.grey_ends(seen))
    top = seats.height(len(seen.sizes), width, shown.height + foot_height)
    canvas = picture.blank(width, top + shown.height + foot_height)
    canvas.paste(table, (0, top))
    box = _MARGIN // 2, top + shown.height + 2, _MAP_WIDTH - _MARGIN // 2, foot_height - _MARGIN // 2
    picture.plate(canvas, box, 14, DARK, LINE, 3)
    positions = [(spot.centre, spot.heading) for spot in spots(layout)]
    small = minimap(positions, shown.camera, table.size, (box[2] - 2 * _MAP_PAD, box[3] - 2 * _MAP_PAD))
    canvas.paste(small, (box[0] + _MAP_PAD, box[1] + _MAP_PAD))
    return _draw_seats_and_foot(canvas, manner, seen, words, top, table_foot)


def _draw_seats_and_foot(
    canvas: Image.Image, manner: Manner[T], seen: T, words: Words, top: int, table_foot: Foot
) -> Image.Image:
    """Draw the seats into the upper `top` pixels of a picture, and the foot below."""
    table_foot.draw(canvas, canvas.height - table_foot.height)
    plates = [plate(manner, seen, seat, words) for seat in range(len(seen.sizes))]
    seats.strip(canvas, plates, top, scores=_scores(manner, seen), arrow=_arrow(seen))
    return canvas


def draw_frame(manner: Manner[T], seen: T, layout: Layout, words: Words, end: T, end_layout: Layout) -> Image.Image:
    """Return the table in large print, in the view that the end of its round needs.

    `end` and `end_layout` are the table and the layout at that end.
    """
    return board(manner, seen, layout, words, large=True, shown=_everything(end, end_layout, _LARGE))


def needs_whole_view(seen: Table, layout: Layout) -> bool:
    """Return whether `board` shows a part of the line of play, or all of it small."""
    room = (0, 0, picture.WIDTH, _max_height(seen, picture.WIDTH, 0))
    return bool(layout) and camera(extent(seen, layout), room).unit <= _USUAL.part_unit


def draw_whole(manner: Manner[T], seen: T, layout: Layout, words: Words) -> Image.Image | None:
    """Return the whole line of play as large as it gets, or None if `board` is enough.

    `board` is not enough if it shows only a part of the line, or all of it small.
    """
    if not needs_whole_view(seen, layout):
        return None
    bounds = extent(seen, layout)
    unit = camera(bounds, (0, 0, _MAX_WHOLE_SIZE[0], _MAX_WHOLE_SIZE[1] - foot.height(1))).unit
    width = max(math.ceil(bounds.width * unit), _LEAST_WHOLE_WIDTH)
    height = max(math.ceil(bounds.height * unit), _LEAST_HEIGHT)
    table_foot = _foot(manner, seen, words, width)
    canvas = picture.blank(width, height + table_foot.height)
    view = camera(bounds, (0, 0, width, height))
    line_of_play(canvas, seen, layout, view, _live(seen), manner.pins(seen), grey=manner.grey_ends(seen))
    table_foot.draw(canvas, height)
    return canvas


def stage(manner: Manner[T], seen: T, layout: Layout, _words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the line of play, as large as it gets."""
    if not layout:
        return None
    bounds = bounds_around((spot.box for spot in spots(layout)), Bounds(-2, -1, 2, 1)).with_margin(0.6)
    unit = camera(bounds, (0, 0, *room)).unit
    size = room[0], min(room[1], math.ceil(bounds.height * unit))
    canvas = picture.blank(*size)
    line_of_play(canvas, seen, layout, camera(bounds, (0, 0, *size)), set(), manner.pins(seen), lettered=False)
    return canvas


def _live(seen: Table) -> Set[str]:
    """Return the letters of the ends on which a tile can still be played."""
    if seen.is_scored:
        return set()
    closed = find_closed_numbers(seen)
    return {open_end.letter for open_end in seen.ends if open_end.number not in closed}


def _max_height(seen: Table, width: int, foot_height: int) -> int:
    """Return the greatest height of the line of play above a foot.

    The foot is `foot_height` pixels high, or of the usual height if that is more. With few tiles the board is lower,
    except in large print.
    """
    height = _MAX_EARLY_HEIGHT if len(seen.laid) < _MANY and width == picture.WIDTH else _MAX_HEIGHT
    return height - seats.reserved_height(len(seen.sizes), width, height) - max(foot_height, _usual_foot(width))


def _least_height(seen: Table, width: int, foot_height: int) -> int:
    """Return the least height of the line of play.

    In a lower picture, the seats would take too large a share.
    """
    return max(_LEAST_HEIGHT, seats.least_height_below(len(seen.sizes), width) - max(foot_height, _usual_foot(width)))


def _usual_foot(width: int) -> int:
    """Return the height of the usual foot, which has one row less than a foot may have."""
    return foot.height(foot.rows(width) - 1)


class View(NamedTuple):
    """What is shown of the line of play."""

    camera: Camera
    height: int
    """The height in pixels."""
    is_part: bool
    """Whether only a part of the line is shown."""


def view(seen: Table, layout: Layout, *, large: bool = False, foot_height: int = 0) -> View:
    """Return the view of the whole line, or of a part if the whole can't be read.

    Below it is a foot `foot_height` pixels high. The part is around the tile laid last. After the round the whole line
    is always shown.
    """
    size = _LARGE if large else _USUAL
    least_height = _least_height(seen, size.width, foot_height)
    close_camera = None if large else _close(seen, layout, least_height)
    if close_camera is not None:
        return View(close_camera, least_height, is_part=False)
    everything = _everything(seen, layout, size, foot_height)
    if everything.camera.unit >= size.readable_unit or seen.is_scored:
        return everything
    bounds = extent(seen, layout, large=large)
    height = max(least_height, math.ceil(bounds.height * size.part_unit))
    height = min(height, _max_height(seen, size.width, foot_height))
    return View(camera_near(spots(layout)[-1].centre, bounds, size.width, height, size.part_unit), height, is_part=True)


def _everything(seen: Table, layout: Layout, size: _BoardSize, foot_height: int = 0) -> View:
    """Return the view of the whole line."""
    bounds = _around(seen, layout, size.least_extent)
    unit = camera(bounds, (0, 0, size.width, _max_height(seen, size.width, foot_height))).unit
    height = max(_least_height(seen, size.width, foot_height), math.ceil(bounds.height * unit))
    return View(camera(bounds, (0, 0, size.width, height)), height, is_part=False)


def _close(seen: Table, layout: Layout, height: int) -> Camera | None:
    """Return a closer view of everything early in a round, `height` pixels high.

    None once it no longer fits.
    """
    bounds = _around(seen, layout, _LEAST_EARLY_EXTENT)
    for unit in _EARLY_UNITS:
        if bounds.width * unit <= picture.WIDTH and bounds.height * unit <= height:
            x, y = (bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2
            return Camera(unit, picture.WIDTH / 2 - x * unit, height / 2 - y * unit)
    return None


def camera_near(point: Point, bounds: Bounds, width: int, height: int, unit: int) -> Camera:
    """Return the camera for a window on a part of `bounds`.

    It has `point` near its middle, and is `width` by `height` pixels, at `unit` pixels per u.
    """
    x, y = (
        _window_start(middle, lower, upper, size / unit)
        for middle, lower, upper, size in zip(point, bounds[:2], bounds[2:], (width, height), strict=True)
    )
    return Camera(unit, -x * unit, -y * unit)


def _window_start(middle: float, lower: float, upper: float, size: float) -> float:
    """Return where a window with `middle` near its middle begins.

    The window is `size` long. If `lower` and `upper` are further apart, it shows nothing beyond them.
    """
    if upper - lower <= size:
        return (lower + upper - size) / 2  # everything fits, centred
    return min(max(_STEP * round((middle - size / 2) / _STEP), lower), upper - size)


def extent(seen: LineOfPlay, layout: Layout, *, large: bool = False) -> Bounds:
    """Return the bounds of what must be seen, in u.

    They hold the tiles, the letters of the ends, and at least 16 by 5 u around the first tile, less in large print.
    """
    return _around(seen, layout, (_LARGE if large else _USUAL).least_extent)


def close_bounds(seen: LineOfPlay, layout: Layout) -> Bounds:
    """Return the bounds of tiles and letters, with little room around the first tile.

    They are for a view that shows few tiles larger.
    """
    return _around(seen, layout, _LEAST_EARLY_EXTENT)


def _around(seen: LineOfPlay, layout: Layout, least_extent: float) -> Bounds:
    boxes = [spot.box for spot in spots(layout)]
    boxes += [square(point, 1) for point in discs(seen, layout).values()]
    x, y = least_extent, min(least_extent, 2.5)  # pictures are wider than high
    return bounds_around(boxes, Bounds(-x, -y, x, y)).with_margin(0.4)


def line_of_play(
    canvas: Image.Image,
    seen: Table,
    layout: Layout,
    view: Camera,
    live: Set[str],
    pins: Collection[int],
    *,
    lettered: bool = True,
    grey: Collection[str] = (),
) -> None:
    """Draw the tiles and the open ends.

    `pins` are the places in `laid` of the tiles that are marked as spinners. Ends have letters if they are `lettered`.
    Letters that are not in `live` are light on dark, and those in `grey` have a grey disc.
    """
    style = sprites.style_for(view.unit, canvas.width)
    rows, turn_start = spots(layout), last_turns.find_last_turn(seen)
    for cord_ends in branches.cords(seen, rows) if branches.needs_search(seen, rows) else ():
        cord(canvas, cord_ends, view, EDGE, 0.2)
    # the newest tiles come first, so that their neighbours cover their halos
    for i in (*range(turn_start, len(rows)), *range(turn_start)):
        laid, spot = seen.laid[i], rows[i]
        far = laid.tile.other(spot.near)
        tile = sprites.tile(spot.near, far, spot.heading, view.unit, style, halo=i >= turn_start)
        picture.stamp(canvas, tile, *view.at(spot.centre))
        if i in pins:
            picture.stamp(canvas, sprites.pin(view.unit), *view.at(spot.centre))
    picture.fade(canvas, [view.at(spot.centre) for spot in rows])
    letters = discs(seen, layout) if lettered else {}
    for i, (laid, spot) in enumerate(zip(seen.laid[turn_start:], rows[turn_start:], strict=True), turn_start):
        # the mark keeps away from the other tiles and from the letters
        covered = [
            half for other in (*rows[:i], *rows[i + 1 :]) for half in last_turns.halves(other.centre, other.heading)
        ]
        last_turns.badge(
            canvas,
            laid.seat,
            last_turns.badge_spot(spot.centre, spot.heading, [*covered, *letters.values()]),
            view,
            find_side_number(seen, laid.seat),
        )
    for letter, point in letters.items():
        live_shade = SOFT if letter in grey else LABEL
        disc = sprites.label(letter, view.unit, live_shade if letter in live else DARK)
        picture.stamp(canvas, disc, *view.at(point))


def discs(seen: LineOfPlay, layout: Layout) -> dict[str, Point]:
    """Return the centre of each open end's letter."""
    rows = spots(layout)
    if branches.needs_search(seen, rows):
        return branches.discs(seen, rows)
    ends = {open_end.letter: end(seen, rows, open_end.letter) for open_end in seen.ends}
    return {letter: point_ahead(place.point, place.heading, DISC) for letter, place in ends.items()}


def _foot(manner: Manner[T], seen: T, words: Words, width: int, *, live: Set[str] = frozenset(), left: int = 0) -> Foot:
    """Return the foot with the boneyard, the open ends, and what else matters."""
    block = _block(seen) if seen.confirmed else None
    none_left = None if seen.is_scored else phrases.none_left(find_closed_numbers(seen))
    notes = [note for note in (block, *manner.notes(seen), none_left) if note is not None]
    return Foot(
        width,
        tiles=seen.boneyard,
        note=words.text(join_items(notes, Join.DOT)) if notes else "",
        ends=[(end.number, end.letter) for end in seen.ends if end.letter in live],
        grey=manner.grey_ends(seen),
        by_letter=True,
        progress=[words.text(msg("Round {round}", round=seen.round)), ""] if seen.round else [""],
        left=left,
    )


def _block(seen: Table) -> Message:
    return msg("Blocked? {number} of {seats} passed", number=len(seen.confirmed), seats=len(seen.sizes))


def plate(manner: Manner[T], seen: T, seat: Seat, words: Words) -> Plate:
    """Return what the strip shows of a seat.

    The points and gains of partners are in the box of their side.
    """
    side = find_side_number(seen, seat)
    gain = 0 if side is not None and seen.is_scored else manner.gains(seen)[seat]
    last_turn = None if seen.is_scored else last_turns.last_turn_text(seen, seat)
    note = words.text(last_turn) if last_turn else ""
    return Plate(
        seat,
        words.name(seat),
        side=side,
        tiles=seen.sizes[seat],
        score=format_signed(seen.points[seat]) if side is None else "",
        note=f"+{gain}" if gain else note,
        shade=LABEL if gain else SOFT,
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


def _scores(manner: Manner[T], seen: T) -> Sequence[Score]:
    """Return the points of each pair of partners, and what the round brought them."""
    gains = manner.gains(seen) if seen.is_scored else [0] * len(seen.sizes)
    return [
        Score(number, format_signed(seen.points[side[0]]), f"+{gains[side[0]]}" if gains[side[0]] else "")
        for number, side in enumerate(find_partners(seen))
    ]


def _arrow(seen: Table) -> str:
    """Return the arrow that shows the order of turns.

    Players who sit clockwise and play alone need none.
    """
    if seen.options.direction == _ANTICLOCKWISE:
        return seats.LEFTWARD
    return seats.RIGHTWARD if find_partners(seen) else ""


_HEAP = 18
"""How many tiles of the heap are drawn."""


def _heap(tiles: int) -> Iterator[tuple[Point, int]]:
    """Yield the place and heading of tiles that are strewn over an ellipse.

    They lie like the seeds of a sunflower.
    """
    for i in range(tiles):
        angle, radius = i * math.radians(137.5), math.sqrt((i + 0.5) / tiles)
        yield (5.4 * radius * math.cos(angle), 2.3 * radius * math.sin(angle)), 3 * i % 8


def _waiting(manner: Manner[T], seen: T, words: Words, width: int) -> Image.Image:
    """Return the table before the first tile.

    It shows a heap of tiles face down, and who opens.
    """
    table_foot = _foot(manner, seen, words, width)
    height = max(_WAITING_HEIGHT, seats.least_height_below(len(seen.sizes), width) - table_foot.height)
    top = seats.height(len(seen.sizes), width, height + table_foot.height)
    canvas = picture.blank(width, top + height + table_foot.height)
    view = Camera(60, width / 2, top + height / 2 - 40)
    for point, heading in _heap(_HEAP):
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at(point))
    opener = seen.to_act
    shuffling = opener is None or opener < 0  # it is the dealer's turn
    line = msg("The tiles are being shuffled") if shuffling else msg("{who} opens the round", who=Who(opener or 0))
    base = top + height - 40
    text.draw(canvas, width // 2, base, words.text(line), 48, LABEL, "centre", limit=width - 4 * _MARGIN)
    return _draw_seats_and_foot(canvas, manner, seen, words, top, table_foot)
