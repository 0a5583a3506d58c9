"""The table of Chickenfoot.

It shows the seats, the farmyard, and below it what may be played.
"""

from __future__ import annotations

from collections.abc import Set
from math import ceil
from typing import NamedTuple

from PIL import Image

from engine.game import DEALER, Seat
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.words import describe_search, missing_label
from engine.tiles import Tile
from engine.words import Join, Message, Who, Words, join_items, msg
from renderers import farmyard
from renderers.chickenfoot import tableau
from renderers.chickenfoot.note import draw_map
from renderers.chickenfoot.words import dead_foot_note, name_ending
from renderers.kit import foot, last_turns, phrases, picture, seats, sprites, text
from renderers.kit.foot import Foot
from renderers.kit.geometry import DOWN, Camera
from renderers.kit.palette import LABEL, LOSS, SOFT
from renderers.kit.seats import Plate
from renderers.look import Layout

_MAX_HEIGHT = 1200
"""The greatest height of the picture in pixels."""
_MAX_EARLY_HEIGHT = 900
"""The greatest height while fewer than farmyard.MANY tiles are on the table."""
_MUCH_LARGER = 1.25
"""A narrow picture of few tiles is chosen if it shows them larger by this factor on a phone."""
_MARGIN = 24
_WHOLE_SIZE = (1600, 1200)
"""The greatest width and height of a picture of the whole farmyard, in pixels."""
_LEAST_WHOLE_WIDTH = 800
"""The least width of a picture of the whole farmyard."""
_LEAST_HEIGHT = 420
"""The least height of the farmyard in pixels."""
_WAITING_HEIGHT = 560
"""The height of the table before the first tile, in pixels."""


class Shown(NamedTuple):
    """The part of the farmyard that is shown, with its width and height in pixels."""

    camera: Camera
    width: int
    height: int


def board(
    seen: ChickenfootObservation, layout: Layout, words: Words, *, large: bool = False, shown: Shown | None = None
) -> Image.Image:
    """Return the table.

    If the farmyard is too large to be read on a phone, only the part that matters is drawn. `shown` replaces the part
    that the board would choose.
    """
    if seen.laid:
        canvas, top = _draw_farmyard(seen, layout, words, shown or view(seen, layout, large=large))
    else:
        width = picture.LARGE_WIDTH if large else picture.WIDTH
        table_foot = _foot(seen, _main_note(seen), words, width)
        height = max(_WAITING_HEIGHT, _least_table_height(seen, width, table_foot))
        top = seats.height(len(seen.sizes), width, height + table_foot.height)
        canvas = picture.blank(width, top + height + table_foot.height)
        _draw_waiting(canvas, seen, words, top + (height - _WAITING_HEIGHT) // 2)
        table_foot.draw(canvas, top + height)
    seats.strip(canvas, [plate(seen, seat, words) for seat in range(len(seen.sizes))], top)
    return canvas


def draw_frame(
    seen: ChickenfootObservation, layout: Layout, words: Words, end: ChickenfootObservation, end_layout: Layout
) -> Image.Image:
    """Return the table in large print, in the view that the end of its round needs.

    So all pictures of a round show the same part. `end` and `end_layout` are the table and the layout at that end.
    """
    width = picture.LARGE_WIDTH
    return board(seen, layout, words, large=True, shown=_everything(end, end_layout, width, _room(end, width)))


def _draw_farmyard(seen: ChickenfootObservation, layout: Layout, words: Words, shown: Shown) -> tuple[Image.Image, int]:
    """Draw the farmyard and the foot; return the canvas and the height that is left for the seats."""
    camera, width, height = shown
    live = playable(seen)
    table = None
    part_note = None
    if tableau.tiles_in(layout, camera, (0, 0, width, height)) < len(layout):
        # a part is drawn on a canvas of its own: it is cut off at the edges, and gets a small map of the whole
        table = picture.blank(width, height)
        tableau.draw(table, seen, layout, camera, live)
        part_note = draw_map(table, seen, layout, camera, live)
    messages = (_main_note(seen), _none_left_note(seen), part_note)
    note_text = join_items([message for message in messages if message], Join.DOT)
    table_foot = _foot(seen, note_text, words, width, live=live if seen.result is None else set())
    table_height = max(height, _least_table_height(seen, width, table_foot))
    top = seats.height(len(seen.sizes), width, table_height + table_foot.height)
    canvas = picture.blank(width, top + table_height + table_foot.height)
    farmyard_top = top + (table_height - height) // 2
    if table is None:
        tableau.draw(canvas, seen, layout, camera._replace(y=camera.y + farmyard_top), live)
    else:
        canvas.paste(table, (0, farmyard_top))
    table_foot.draw(canvas, top + table_height)
    return canvas, top


def _least_table_height(seen: ChickenfootObservation, width: int, table_foot: Foot) -> int:
    """Return the least height between the seats and the foot.

    In a lower picture, the seats would take too large a share.
    """
    return seats.least_height_below(len(seen.sizes), width) - table_foot.height


def needs_whole_view(seen: ChickenfootObservation, layout: Layout) -> bool:
    """Return whether players need a larger picture of the whole farmyard than `board`.

    During a round, `board` may show only a part. After the round it shows all, which may be too small to read.
    """
    if not layout:
        return False
    width = _best_width(seen, layout)
    return tableau.view_of_part(seen, layout, width, _room(seen, width)) is not None


def draw_whole(seen: ChickenfootObservation, layout: Layout, words: Words) -> Image.Image | None:
    """Return the whole farmyard, as large as it gets, or None if `board` shows it large enough."""
    if not needs_whole_view(seen, layout):
        return None
    width, height = _WHOLE_SIZE
    height -= foot.height(1)
    bounds = tableau.extent(seen, layout)
    unit = tableau.view_of_all(seen, layout, width, height).unit
    size = max(ceil(bounds.width * unit), _LEAST_WHOLE_WIDTH), max(ceil(bounds.height * unit), _LEAST_HEIGHT)
    table_foot = _foot(seen, _main_note(seen), words, size[0])
    canvas = picture.blank(size[0], size[1] + table_foot.height)
    tableau.draw(canvas, seen, layout, tableau.view_of_all(seen, layout, *size), playable(seen))
    table_foot.draw(canvas, size[1])
    return canvas


def stage(seen: ChickenfootObservation, layout: Layout, _words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the farmyard, as large as it gets."""
    if not layout:
        return None
    bounds = tableau.extent(seen, layout)
    unit = tableau.view_of_all(seen, layout, *room).unit
    width = min(room[0], ceil(bounds.width * unit))
    height = min(room[1], ceil(bounds.height * unit))
    canvas = picture.blank(width, height)
    tableau.draw(canvas, seen, layout, tableau.view_of_all(seen, layout, width, height), set())
    return canvas


def playable(seen: ChickenfootObservation) -> set[str]:
    """Return the letters of the ends on which a tile may be laid now.

    Several ends can start from one laid tile. If fewer tiles with its number are left, only that many ends count.
    """
    letters: dict[int, list[str]] = {}
    for end in seen.ends:
        parent_letters = letters.setdefault(end.parent, [])
        if end.playable and len(parent_letters) < seen.left[end.number]:
            parent_letters.append(end.letter)
    return {letter for parent_letters in letters.values() for letter in parent_letters}


def plate(seen: ChickenfootObservation, seat: Seat, words: Words) -> Plate:
    """Return what the strip of seats shows of a seat."""
    points = seen.result.values[seat] if seen.result else 0
    last_turn = None if seen.result else last_turns.last_turn_text(seen, seat)
    note = words.text(last_turn) if last_turn else ""
    return Plate(
        seat,
        words.name(seat),
        tiles=None if seen.result else seen.sizes[seat],
        score=str(seen.totals[seat]),
        note=f"+{points}" if points else note,
        shade=LOSS if points else SOFT,
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


def view(seen: ChickenfootObservation, layout: Layout, *, large: bool = False) -> Shown:
    """Return the part of the farmyard that is shown.

    After the round no end matters any more, so all of it is shown.
    """
    width = picture.LARGE_WIDTH if large else _best_width(seen, layout)
    room = _room(seen, width)
    part = tableau.view_of_part(seen, layout, width, room) if seen.result is None else None
    if part is not None:
        return Shown(part, width, room)
    # early in a round there is room for a fixed scale, with the opening double in the middle
    if beginning := tableau.view_of_beginning(seen, layout, width, room):
        camera, height = beginning
        return Shown(camera, width, height)
    return _everything(seen, layout, width, room)


def _everything(seen: ChickenfootObservation, layout: Layout, width: int, room: int) -> Shown:
    """Return the view of the whole farmyard, at most `room` pixels high."""
    unit = tableau.view_of_all(seen, layout, width, room).unit
    height = max(_LEAST_HEIGHT, ceil(tableau.extent(seen, layout).height * unit))
    return Shown(tableau.view_of_all(seen, layout, width, height), width, height)


def _best_width(seen: ChickenfootObservation, layout: Layout) -> int:
    """Return the width of the picture with which a phone shows the largest tiles.

    A phone shows all pictures equally wide. With few tiles the narrow picture has to show them much larger.
    """
    if farmyard.is_tall(seen.highest, len(seen.laid)):
        return picture.TALL_WIDTH
    # the size of the tiles on a phone, with either width
    usual, tall = (_unit(seen, layout, width) / width for width in (picture.WIDTH, picture.TALL_WIDTH))
    least_gain = 1 if len(seen.laid) >= farmyard.MANY else _MUCH_LARGER
    return picture.TALL_WIDTH if tall > usual * least_gain else picture.WIDTH


def _unit(seen: ChickenfootObservation, layout: Layout, width: int) -> int:
    """Return the scale at which a picture of this width shows the whole farmyard.

    It is in pixels per u, the side of half a tile.
    """
    room = _room(seen, width)
    beginning = tableau.view_of_beginning(seen, layout, width, room)
    return (beginning[0] if beginning else tableau.view_of_all(seen, layout, width, room)).unit


def _room(seen: ChickenfootObservation, width: int) -> int:
    """Return the greatest height between the seats and the foot.

    With few tiles a picture of the usual width is lower. Narrow pictures always have the full height.
    """
    height = _MAX_EARLY_HEIGHT if len(seen.laid) < farmyard.MANY and width == picture.WIDTH else _MAX_HEIGHT
    foot_height = foot.height(1, width) if seen.result else foot.reserved_height(width)
    return height - seats.reserved_height(len(seen.sizes), width, height) - foot_height


def _foot(
    seen: ChickenfootObservation, note_text: Message | None, words: Words, width: int, live: Set[str] = frozenset()
) -> Foot:
    """Return the foot of the table.

    It shows the yard, what the game is waiting for, the ends that may be played on, and the round.
    """
    number = max(seen.round, 1)
    progress = msg(
        "{double} · round {round} of {rounds}", double=_double(seen.double), round=number, rounds=seen.rounds
    )
    return Foot(
        width,
        tiles=seen.yard,
        note=words.text(note_text) if note_text else "",
        ends=[(end.number, end.letter) for end in seen.ends if end.letter in live],
        # the first of these texts that fits is shown
        progress=[words.text(progress), words.text(msg("Round {round}", round=number)), ""],
    )


def _main_note(seen: ChickenfootObservation) -> Message | None:
    """Return the most important fact about the table, in a few words."""
    if seen.result is not None:
        return name_ending(seen, seen.result)
    missing_note = _missing_note(seen)
    if seen.confirmed:
        blocked = msg("{number} of {seats} passed", number=len(seen.confirmed), seats=len(seen.sizes))
        return join_items([missing_note, blocked], Join.DOT) if missing_note else blocked
    return missing_note


def _none_left_note(seen: ChickenfootObservation) -> Message | None:
    """Return a note on the numbers that have no tiles left; their ends have no letters any more."""
    if seen.result is not None:
        return None
    # the main note names the number of a dead foot already
    stuck = None if seen.dead_foot is None else seen.dead_foot.number
    return phrases.none_left({end.number for end in seen.ends if not seen.left[end.number]} - {stuck})


def _missing_note(seen: ChickenfootObservation) -> Message | None:
    if seen.unfinished is None:
        return None
    if seen.dead_foot is not None:
        return dead_foot_note(seen.dead_foot)
    return missing_label(seen.unfinished)


_HEAP_TILES = (
    (-4.6, -1.1, 1), (-3.4, 1.2, 6), (-5.4, 0.7, 3), (-2.8, -1.3, 2), (-2.4, 2.0, 0), (-0.9, -2.0, 7),
    (0.9, -2.2, 4), (1.0, 2.2, 5), (3.0, -1.3, 3), (3.1, 1.3, 0), (4.5, -0.7, 6), (5.4, 0.9, 1),
)  # fmt: skip
"""The x, y and heading of each tile of the heap."""


def _draw_waiting(canvas: Image.Image, seen: ChickenfootObservation, words: Words, top: int) -> None:
    """Draw the table before the first tile: a heap of tiles face down, and in its middle the round's double."""
    view = Camera(min(64, canvas.width // 14), canvas.width / 2, top + 220)
    for x, y, heading in _HEAP_TILES:
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at((x, y)))
    sprite = sprites.tile(seen.double, seen.double, DOWN, 96, dim=True)
    picture.stamp(canvas, sprite, *view.at((0, 0)))
    lines = text.lines(words.text(_opening(seen)), 48, canvas.width - 4 * _MARGIN)[:2]
    for i, line in enumerate(lines):
        text.draw(canvas, canvas.width // 2, top + 528 - 28 * len(lines) + 56 * i, line, 48, LABEL, "centre")


def _opening(seen: ChickenfootObservation) -> Message:
    if seen.to_act is None or seen.to_act == DEALER or not seen.round:
        return msg("The tiles are being shuffled")
    if seen.searching:
        return describe_search(seen)
    return msg("{who} opens the round", who=Who(seen.to_act))


def _double(number: int) -> str:
    return str(Tile(number, number))
