"""A rack of Blockers, and the spaces to which a chosen tile can go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.blockers.board import Space, row
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import SIGNS, Tile
from engine.games.blockers.words import goes_by_rows
from engine.words import Words
from renderers.blockers import pieces, shapes
from renderers.blockers.board import HEIGHT, WIDTH, board
from renderers.kit import picture, text
from renderers.kit.palette import FACE, GRID, GRID_TEXT, LABEL, WHITE, Colour
from renderers.kit.picture import Sprite
from renderers.look import Layout

_MARGIN = 24
_SMALL_TILE = 76
"""The size of a tile above a board, in pixels."""
_SMALL_PITCH = 86
"""The pixels from one such tile to the next."""
_SMALL_HEIGHT = 116
"""The height of the row of such tiles."""


class _TileSize(NamedTuple):
    """How large the tiles of a rack are, in pixels."""

    picture_width: int
    columns: int
    """The most tiles in a row."""
    tile: int
    pitch: int
    """The distance from one tile to the next."""
    row_pitch: int
    """The distance from one row to the next."""
    number_size: int


_USUAL = _TileSize(picture_width=WIDTH, columns=9, tile=132, pitch=166, row_pitch=196, number_size=36)
_LARGE = _TileSize(picture_width=600, columns=3, tile=160, pitch=196, row_pitch=246, number_size=46)


def hand(
    seen: BlockersObservation,
    _layout: Layout,
    _words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    hinted: tuple[str, ...] = (),
) -> Image.Image:
    """Return the viewer's rack, one row for each colour; the tile of a hint is framed.

    In large print at most three tiles stand in a row. With `chosen`, all tiles stand in one row above a board on which
    the spaces of that tile are framed.
    """
    if (reach := reach_of(seen, chosen)) is not None:
        return _with_board(seen, reach)
    size = _LARGE if large else _USUAL
    rows = _rows(seen, size.columns)
    canvas = picture.blank(size.picture_width, _MARGIN + max(len(rows), 1) * size.row_pitch, GRID)
    reaches = {reach.tile: reach for reach in seen.reach}
    hinted_reach = reach_of(seen, hinted[:1])
    for i, row_tiles in enumerate(rows):
        middle = _MARGIN + i * size.row_pitch + size.tile // 2
        base = middle + size.tile // 2 + size.number_size
        for tile, x in zip(row_tiles, _middles(len(row_tiles), size.pitch, size.picture_width), strict=True):
            _tile(canvas, tile, x, middle, size.tile)
            if hinted_reach is not None and tile == hinted_reach.tile:
                _frame(canvas, x, middle, size.tile)
            _draw_counts(canvas, reaches.get(tile), x, base, size.number_size, size.pitch - 8)
    return canvas


def _rows(seen: BlockersObservation, columns: int) -> list[tuple[Tile, ...]]:
    """Return the tiles of the viewer's racks in rows, each rack from a new row."""
    colours = () if seen.viewer is None else seen.colours(seen.viewer)
    racks = [seen.racks[colour] or () for colour in colours]
    # an empty rack takes a row too
    return [tiles[i : i + columns] for tiles in racks for i in range(0, max(len(tiles), 1), columns)]


def _with_board(seen: BlockersObservation, chosen: Reach) -> Image.Image:
    canvas = picture.blank(WIDTH, _SMALL_HEIGHT + HEIGHT, GRID)
    tiles = [reach.tile for reach in seen.reach]
    for tile, x in zip(tiles, _middles(len(tiles), _SMALL_PITCH, WIDTH), strict=True):
        _tile(canvas, tile, x, _SMALL_HEIGHT // 2, _SMALL_TILE)
        if tile == chosen.tile:
            _frame(canvas, x, _SMALL_HEIGHT // 2, _SMALL_TILE)
    board(canvas, seen, _SMALL_HEIGHT, chosen)
    return canvas


def _middles(tiles: int, pitch: int, picture_width: int) -> list[int]:
    """Return the x of the middle of each tile in a row."""
    return [picture_width // 2 + round((i - (tiles - 1) / 2) * pitch) for i in range(tiles)]


def _tile(canvas: Image.Image, tile: Tile, x: int, middle: int, size: int) -> None:
    no_neighbours = (False,) * 8
    picture.stamp(canvas, pieces.body(tile.colour, no_neighbours, size), x, middle)
    picture.stamp(canvas, pieces.face(tile.colour, tile.sign, size), x, middle)


def _frame(canvas: Image.Image, x: int, middle: int, size: int) -> None:
    """Draw a frame around a tile."""
    picture.stamp(canvas, pieces.ring(size + 12, LABEL, 0.075, 0.0), x, middle)


def reach_of(seen: BlockersObservation, chosen: Sequence[str]) -> Reach | None:
    """Return the spaces to frame for a chosen tile, or None without one.

    `chosen` has the tile, and then perhaps its row. If a joker could go nearly everywhere, only the
    tiles that it can take are framed until its row is chosen.
    """
    if not chosen:
        return None
    tile, *rows = chosen
    reach = next((reach for reach in seen.reach if tile in (SIGNS[reach.tile.sign], str(reach.tile))), None)
    if reach is not None and not rows and goes_by_rows(reach):
        return reach._replace(free=())  # frames around nearly all spaces would say nothing
    if reach is None or not rows:
        return reach
    chosen_row = "ABCDEFGHI".index(rows[0][0])

    def in_row(spaces: Sequence[Space]) -> tuple[Space, ...]:
        return tuple(space for space in spaces if row(space) == chosen_row)

    return Reach(reach.tile, in_row(reach.free), in_row(reach.captures), in_row(reach.own))


def _draw_counts(canvas: Image.Image, reach: Reach | None, x: int, base: int, size: int, room: int) -> None:
    """Write how many free spaces a tile has, and how many tiles it could take.

    A cross stands beside the number of other players' tiles, a warning beside the number of the player's own tiles. The
    numbers get smaller if they need more than `room`.
    """
    if reach is None:
        return
    numbers = [len(reach.free), *(len(spaces) for spaces in (reach.captures, reach.own) if spaces)]
    # a count needs 1.45 of its size for its sign and the gap; as `captures` includes `own`, this may be a bit too much
    needed = sum(round(1.45 * size) + text.width(str(n), size, text.LABEL) for n in numbers)
    size = min(size, size * room // needed)
    counts = _signs_and_counts(reach, size)
    gap = round(0.45 * size)
    middle = base - round(0.36 * size)
    widths = [size + text.width(str(n), size, text.LABEL) for _, n, _ in counts]
    left = x - (sum(widths) + gap * (len(counts) - 1)) // 2
    for (sprite, n, shade), width in zip(counts, widths, strict=True):
        picture.stamp(canvas, sprite, left + round(0.42 * size), middle)
        text.draw(canvas, left + size, base, str(n), size, shade, face=text.LABEL)
        left += width + gap


def _signs_and_counts(reach: Reach, size: int) -> list[tuple[Sprite, int, Colour]]:
    """Return each count of a tile's spaces with its sign and its colour."""
    counts = [(_square(round(0.9 * size)), len(reach.free), FACE if reach.free else GRID_TEXT)]
    # `own` is a part of `captures`
    if from_others := len(reach.captures) - len(reach.own):
        counts.append((_cross(round(0.95 * size)), from_others, LABEL))
    if reach.own:
        counts.append((pieces.warning(round(2.4 * size)), len(reach.own), WHITE))
    return counts


def _square(size: int) -> Sprite:
    """Return a frame, the sign of a free space."""
    return pieces.ring(size, GRID_TEXT, 0.12, 0.04)


def _cross(size: int) -> Sprite:
    mask = shapes.cross(size)
    return Sprite(Image.new("RGB", mask.size, LABEL), mask)
