"""A rack of Blockers, and the spaces to which a chosen tile can go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.blockers.board import row
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import SIGNS, Tile
from engine.games.blockers.words import goes_by_rows
from engine.words import Words
from renderers.blockers import pieces, shapes
from renderers.blockers.board import HEIGHT, WIDTH, board
from renderers.kit import picture, text
from renderers.kit.palette import FACE, GRID, GRID_TEXT, LABEL, WHITE
from renderers.kit.picture import Sprite
from renderers.look import Layout

_MARGIN = 24
_SMALL, _SMALL_PITCH, _SMALL_HIGH = 76, 86, 116


class _TileSize(NamedTuple):
    """How large the tiles of a rack are, in pixels."""

    wide: int
    """The width of the picture."""
    columns: int
    tile: int
    pitch: int
    """The distance from one tile to the next."""
    high: int
    """The distance from one row to the next."""
    words: int


_USUAL, _LARGE = _TileSize(WIDTH, 9, 132, 166, 196, 36), _TileSize(600, 3, 160, 196, 246, 46)


def hand(
    seen: BlockersObservation, _layout: Layout, _words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
) -> Image.Image:
    """Return the viewer's rack, one row for each colour.

    In large print at most three tiles stand in a row. With `chosen`, all tiles stand in one row above a board on which
    the spaces of that tile are framed.
    """
    if (reach := reach_of(seen, chosen)) is not None:
        return _with_board(seen, reach)
    colours = () if seen.viewer is None else seen.colours(seen.viewer)
    size = _LARGE if large else _USUAL
    racks = [seen.racks[colour] or () for colour in colours]
    rows = [tiles[i : i + size.columns] for tiles in racks for i in range(0, max(len(tiles), 1), size.columns)]
    canvas = picture.blank(size.wide, _MARGIN + max(len(rows), 1) * size.high, GRID)
    reaches = {reach.tile: reach for reach in seen.reach}
    for i, part in enumerate(rows):
        middle = _MARGIN + i * size.high + size.tile // 2
        for tile, x in zip(part, _places(len(part), size.pitch, size.wide), strict=True):
            _tile(canvas, tile, x, middle, size.tile)
            _counts(canvas, reaches.get(tile), x, middle + size.tile // 2 + size.words, size.words, size.pitch - 8)
    return canvas


def _with_board(seen: BlockersObservation, chosen: Reach) -> Image.Image:
    canvas = picture.blank(WIDTH, _SMALL_HIGH + HEIGHT, GRID)
    tiles = [reach.tile for reach in seen.reach]
    for tile, x in zip(tiles, _places(len(tiles), _SMALL_PITCH, WIDTH), strict=True):
        _tile(canvas, tile, x, _SMALL_HIGH // 2, _SMALL)
        if tile == chosen.tile:
            picture.stamp(canvas, pieces.ring(_SMALL + 12, LABEL, 0.075, 0.0), x, _SMALL_HIGH // 2)
    board(canvas, seen, _SMALL_HIGH, chosen)
    return canvas


def _places(tiles: int, pitch: int, wide: int) -> list[int]:
    """Return the x of the middle of each tile in a row across `wide` pixels."""
    return [wide // 2 + round((i - (tiles - 1) / 2) * pitch) for i in range(tiles)]


def _tile(canvas: Image.Image, tile: Tile, x: int, middle: int, size: int) -> None:
    picture.stamp(canvas, pieces.body(tile.colour, (False,) * 8, size), x, middle)
    picture.stamp(canvas, pieces.face(tile.colour, tile.sign, size), x, middle)


def reach_of(seen: BlockersObservation, chosen: Sequence[str]) -> Reach | None:
    """Return the spaces to frame for a chosen tile, or None without one.

    Of a joker that could go nearly everywhere, only the tiles it can take are framed until its row is chosen.
    """
    if not chosen:
        return None
    reach = next((reach for reach in seen.reach if chosen[0] in (SIGNS[reach.tile.sign], str(reach.tile))), None)
    if reach is not None and len(chosen) == 1 and goes_by_rows(reach):
        return reach._replace(free=())  # frames around nearly all spaces would say nothing
    if reach is None or len(chosen) == 1:
        return reach
    kept = ["ABCDEFGHI".index(chosen[1][0])]
    free, captures, own = (
        tuple(s for s in spaces if row(s) in kept) for spaces in (reach.free, reach.captures, reach.own)
    )
    return Reach(reach.tile, free, captures, own)


def _counts(canvas: Image.Image, reach: Reach | None, x: int, base: int, size: int, room: int) -> None:
    """Write how many free spaces a tile has.

    Beside a cross stands how many tiles of other players it could take, and beside a warning how many of its own
    player. The numbers get smaller if they need more than `room`.
    """
    if reach is None:
        return
    figures = [len(reach.free), *(len(taken) for taken in (reach.captures, reach.own) if taken)]
    size = min(size, size * room // sum(round(1.45 * size) + text.width(str(n), size, text.LABEL) for n in figures))
    takes, middle = len(reach.captures) - len(reach.own), base - round(0.36 * size)
    counted = [(_square(round(0.9 * size)), len(reach.free), FACE if reach.free else GRID_TEXT)]
    counted += [(_cross(round(0.95 * size)), takes, LABEL)] if takes else []
    counted += [(pieces.warning(round(2.4 * size)), len(reach.own), WHITE)] if reach.own else []
    widths = [size + text.width(str(n), size, text.LABEL) for _, n, _ in counted]
    left = x - (sum(widths) + round(0.45 * size) * (len(counted) - 1)) // 2
    for (sprite, n, shade), wide in zip(counted, widths, strict=True):
        picture.stamp(canvas, sprite, left + round(0.42 * size), middle)
        text.draw(canvas, left + size, base, str(n), size, shade, face=text.LABEL)
        left += wide + round(0.45 * size)


def _square(size: int) -> Sprite:
    """Return an empty space."""
    return pieces.ring(size, GRID_TEXT, 0.12, 0.04)


def _cross(size: int) -> Sprite:
    mask = shapes.cross(size)
    return Sprite(Image.new("RGB", mask.size, LABEL), mask)
