"""A rack of Blockers, and where a chosen tile can go."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.games.blockers.board import row
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import SIGNS, Tile
from renderers import picture, text
from renderers.blockers import pieces, shapes
from renderers.blockers.board import HEIGHT, WIDTH, board
from renderers.palette import FACE, GRID, GRID_TEXT, LABEL
from renderers.picture import Sprite

_MARGIN = 24
_TILE, _PITCH, _HIGH = 132, 166, 196
_SMALL, _SMALL_PITCH, _SMALL_HIGH = 76, 86, 116


def hand(seen: BlockersObservation, chosen: tuple[str, ...] = ()) -> Image.Image:
    """The viewer's rack, one row a colour; with `chosen`, all in one row and below it the spaces of that tile."""
    if (reach := reach_of(seen, chosen)) is not None:
        return _with_board(seen, reach)
    colours = () if seen.viewer is None else seen.colours(seen.viewer)
    canvas = picture.blank(WIDTH, _MARGIN + max(len(colours), 1) * _HIGH, GRID)
    reaches = {reach.tile: reach for reach in seen.reach}
    for i, colour in enumerate(colours):
        tiles, middle = seen.racks[colour] or (), _MARGIN + i * _HIGH + _TILE // 2
        for tile, x in zip(tiles, _places(len(tiles), _PITCH), strict=True):
            _tile(canvas, tile, x, middle, _TILE)
            _counts(canvas, reaches.get(tile), x, middle + _TILE // 2 + 36)
    return canvas


def _with_board(seen: BlockersObservation, chosen: Reach) -> Image.Image:
    canvas = picture.blank(WIDTH, _SMALL_HIGH + HEIGHT, GRID)
    tiles = [reach.tile for reach in seen.reach]
    for tile, x in zip(tiles, _places(len(tiles), _SMALL_PITCH), strict=True):
        _tile(canvas, tile, x, _SMALL_HIGH // 2, _SMALL)
        if tile == chosen.tile:
            picture.stamp(canvas, pieces.ring(_SMALL + 12, LABEL, 0.075, 0.0), x, _SMALL_HIGH // 2)
    board(canvas, seen, _SMALL_HIGH, chosen)
    return canvas


def _places(tiles: int, pitch: int) -> list[int]:
    """Where the middles of so many tiles stand."""
    return [WIDTH // 2 + round((i - (tiles - 1) / 2) * pitch) for i in range(tiles)]


def _tile(canvas: Image.Image, tile: Tile, x: int, middle: int, size: int) -> None:
    picture.stamp(canvas, pieces.body(tile.colour, (False,) * 8, size), x, middle)
    picture.stamp(canvas, pieces.face(tile.colour, tile.sign, size), x, middle)


def reach_of(seen: BlockersObservation, chosen: Sequence[str]) -> Reach | None:
    """Where the chosen tile can go; of a joker perhaps in one row only."""
    if not chosen:
        return None
    reach = next((reach for reach in seen.reach if chosen[0] in (SIGNS[reach.tile.sign], str(reach.tile))), None)
    if reach is None or len(chosen) == 1:
        return reach
    kept = ["ABCDEFGHI".index(chosen[1][0])]
    free, captures = (tuple(s for s in spaces if row(s) in kept) for spaces in (reach.free, reach.captures))
    return Reach(reach.tile, free, captures)


def _counts(canvas: Image.Image, reach: Reach | None, x: int, base: int) -> None:
    """How many free spaces a tile has, and beside a cross how many tiles it could take."""
    if reach is None:
        return
    free, takes = str(len(reach.free)), str(len(reach.captures))
    wide = 36 + text.width(free, 36, text.LABEL)
    wide += 52 + text.width(takes, 36, text.LABEL) if reach.captures else 0
    left = x - wide // 2
    picture.stamp(canvas, _square(), left + 15, base - 13)
    left += 36 + text.draw(canvas, left + 36, base, free, 36, FACE if reach.free else GRID_TEXT, face=text.LABEL)
    if reach.captures:
        picture.stamp(canvas, _cross(), left + 30, base - 13)
        text.draw(canvas, left + 52, base, takes, 36, LABEL, face=text.LABEL)


def _square() -> Sprite:
    """An empty space."""
    return pieces.ring(32, GRID_TEXT, 0.12, 0.04)


def _cross() -> Sprite:
    mask = shapes.cross(34)
    return Sprite(Image.new("RGB", mask.size, LABEL), mask)
