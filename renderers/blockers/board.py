"""The board of Blockers, with the groups of tiles and a frame around the newest tile; below it the seats."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.blockers.board import SIDE, SPACES, Space, column, row, space_name, zone
from engine.games.blockers.events import Move
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import SYMBOLS, Tile
from engine.words import Words
from renderers.blockers import panel, pieces, shapes
from renderers.kit import picture, text
from renderers.kit.palette import (
    GRID,
    GRID_LIGHT,
    GRID_LIGHTER,
    GRID_LINE,
    GRID_SYMBOL,
    GRID_TEXT,
    INK,
    LABEL,
    LOSS,
    WHITE,
)
from renderers.kit.picture import stamp, tint
from renderers.look import Layout

WIDTH = 900
"""Narrower than other tables, so that a space is 37 pixels wide in a phone's preview of 360."""
CELL = 92
"""The side of a space in pixels."""
_LEFT, _TOP = 56, 50
"""The room for the letters of the rows, left of the spaces, and for the numbers of the columns, above them."""
HEIGHT = _TOP + SIDE * CELL + 16
_MAX_HEIGHT = 1200
_NEIGHBOURS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Row and column steps of the eight neighbours, in the order of `pieces.Sides`."""


def table(seen: BlockersObservation, _layout: Layout, words: Words, *, large: bool = False) -> Image.Image:
    """Return the board, which fills the width in any print, and a line for each seat."""
    panel_sizes = panel.large(seen.seats, _MAX_HEIGHT - HEIGHT) if large else panel.USUAL
    canvas = picture.blank(WIDTH, HEIGHT + panel_sizes.height(seen.seats), GRID)
    board(canvas, seen, 0)
    panel.panel(canvas, seen, HEIGHT, words, panel_sizes)
    return canvas


def stage(seen: BlockersObservation, _layout: Layout, _words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return only the board, scaled to `room`."""
    canvas = picture.blank(WIDTH, HEIGHT, GRID)
    board(canvas, seen, 0)
    scale = min(room[0] / WIDTH, room[1] / HEIGHT)
    return canvas.resize((round(WIDTH * scale), round(HEIGHT * scale)), Image.Resampling.LANCZOS)


def board(canvas: Image.Image, seen: BlockersObservation, top: int, chosen: Reach | None = None) -> None:
    """Draw the board below `top`, with the spaces that `chosen` can reach framed."""
    canvas.paste(_empty_board(), (0, top))
    for space, tile in enumerate(seen.board):
        if tile is not None:
            _tile(canvas, seen, space, tile, top)
    if seen.last is not None and chosen is None:
        _mark_last_move(canvas, seen.last, top)
    if chosen is not None:
        for space in chosen.free:
            stamp(canvas, pieces.target(CELL, takes=False), *centre(space, top))
        for space in chosen.captures:
            is_own = space in chosen.own
            stamp(canvas, pieces.target(CELL, takes=True), *centre(space, top))
            _corner(canvas, space, top, pieces.warning(CELL) if is_own else pieces.badge(CELL, LABEL, INK))


def mark_places(canvas: Image.Image, seen: BlockersObservation, played: str, better: str) -> None:
    """Frame the space that was played in red, and the better one in gold.

    If both are the same, the red frame lies within the golden one.
    """
    space_names = {choice.notation: choice.parts[-1] for choice in seen.choices}
    is_same_space = space_names.get(played) == space_names.get(better)
    for notation, shade, inset in (better, LABEL, 0.0), (played, LOSS, 0.12 if is_same_space else 0.0):
        space = next((space for space in SPACES if space_name(space) == space_names.get(notation)), None)
        if space is not None:
            stamp(canvas, pieces.ring(CELL, shade, 0.1, inset), *centre(space, 0))


def _tile(canvas: Image.Image, seen: BlockersObservation, space: Space, tile: Tile, top: int) -> None:
    sides = tuple(_has_colour_of(seen, row(space) + down, column(space) + right, tile) for down, right in _NEIGHBOURS)
    stamp(canvas, pieces.body(tile.colour, sides, CELL), *centre(space, top))
    locked = space in seen.protected[tile.colour]
    stamp(canvas, pieces.face(tile.colour, tile.sign, CELL, locked), *centre(space, top))


def _has_colour_of(seen: BlockersObservation, row: int, column: int, tile: Tile) -> bool:
    """Return whether a tile of the same colour lies in that row and column."""
    if row not in range(SIDE) or column not in range(SIDE):
        return False
    other = seen.board[row * SIDE + column]
    return other is not None and other.colour == tile.colour


def _mark_last_move(canvas: Image.Image, move: Move, top: int) -> None:
    """Frame the newest tile in white; if it took another tile, show that tile's colour at the upper left corner."""
    stamp(canvas, pieces.ring(CELL, WHITE, 0.055, 0.0), *centre(move.space, top))
    if move.captured is not None:
        _corner(canvas, move.space, top, pieces.prisoner(move.captured.colour, round(0.42 * CELL)), distance=0.42)


def _corner(canvas: Image.Image, space: Space, top: int, sprite: picture.Sprite, distance: float = 0.33) -> None:
    """Paste a sprite at a space's upper left corner, `distance` cells left of its centre and above it."""
    x, y = centre(space, top)
    stamp(canvas, sprite, x - round(distance * CELL), y - round(distance * CELL))


def centre(space: Space, top: int) -> tuple[int, int]:
    """Return the pixel in the middle of a space of a board that begins at `top`."""
    return _LEFT + column(space) * CELL + CELL // 2, top + _TOP + row(space) * CELL + CELL // 2


@lru_cache(maxsize=1)
def _empty_board() -> Image.Image:
    """Return the board without tiles, with letters, numbers, zones and their symbols."""
    canvas = picture.blank(WIDTH, HEIGHT, GRID)
    for space in SPACES:
        x, y = centre(space, 0)
        shade = GRID_LIGHTER if zone(space) % 2 else GRID_LIGHT
        picture.plate(canvas, (x - CELL // 2 + 2, y - CELL // 2 + 2, CELL - 4, CELL - 4), 8, shade)
        size = round(0.4 * CELL)
        tint(canvas, shapes.symbol(SYMBOLS[zone(space)], size), x - size // 2, y - size // 2, GRID_SYMBOL)
    for i in range(4):  # the edges of the zones of 3 by 3 spaces
        x, y = _LEFT + 3 * i * CELL, _TOP + 3 * i * CELL
        canvas.paste(GRID_LINE, (x - 1, _TOP - 1, x + 2, _TOP + SIDE * CELL + 2))
        canvas.paste(GRID_LINE, (_LEFT - 1, y - 1, _LEFT + SIDE * CELL + 2, y + 2))
    for i in range(SIDE):
        middle = i * CELL + CELL // 2
        text.draw(canvas, _LEFT + middle, _TOP - 12, str(i + 1), 40, GRID_TEXT, "centre", face=text.LABEL)
        text.draw(canvas, _LEFT // 2, _TOP + middle + 14, "ABCDEFGHI"[i], 40, GRID_TEXT, "centre", face=text.LABEL)
    return canvas
