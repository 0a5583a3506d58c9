"""Tiles, swatches and rings of Blockers, drawn once and stamped."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.blockers.tiles import Colour, Sign
from renderers.blockers import shapes
from renderers.kit.palette import BLOCKERS, FACE, GRID, INK, LABEL, WHITE, blockers_rim, contrast
from renderers.kit.palette import Colour as Shade
from renderers.kit.picture import Sprite, plate, smooth, tint

_INSET = 0.055
"""The gap around a group, as a share of a cell."""
_RIM = 0.045
"""The width of a group's outline, as a share of a cell."""
_CORNER_RADIUS = 0.12
"""The radius of a group's corners, as a share of a cell."""
_FACE = 0.79
"""The share of a cell's side that lies within the outline."""

Sides = tuple[bool, ...]
"""Whether each of the eight neighbours has the same colour, clockwise from the top."""
_CORNERS = ((0, 2, 1), (2, 4, 3), (4, 6, 5), (6, 0, 7))
"""For each corner, clockwise from the upper right, its two sides and its diagonal in `Sides`."""


@lru_cache(maxsize=512)
def body(colour: Colour, sides: Sides, cell: int) -> Sprite:
    """Return the coloured ground of a tile with the outline of its group.

    On sides with a neighbour of the same group it extends to the edge of the cell.
    """
    outer = _group_mask(sides, cell, _INSET)
    inner = _group_mask(sides, cell, _INSET + _RIM)
    image = Image.new("RGB", (cell, cell), blockers_rim(BLOCKERS[colour]))
    image.paste(BLOCKERS[colour], (0, 0), inner)
    return Sprite(image, outer)


def _group_mask(sides: Sides, cell: int, inset: float) -> Image.Image:
    """Return the mask of a cell, smaller by `inset` on every side on which the group ends."""
    up, _, right, _, down, _, left, _ = sides

    def draw(pen: shapes.Pen, scale: int) -> None:
        side = cell * scale
        near, far = round(inset * side), side - 1 - round(inset * side)
        box = (0 if left else near, 0 if up else near, side if right else far, side if down else far)
        round_corners = [not (sides[a] or sides[b]) for a, b, _ in _CORNERS]
        upper_right, lower_right, lower_left, upper_left = round_corners
        corners = (upper_left, upper_right, lower_right, lower_left)
        pen.rounded_rectangle(box, round((_CORNER_RADIUS - inset / 2) * side), 255, corners=corners)
        # where two neighbours meet but the tile between them is of another colour, the group has an inner corner
        notches = ((far + 1, 0), (far + 1, far + 1), (0, far + 1), (0, 0))
        for (x, y), (a, b, diagonal) in zip(notches, _CORNERS, strict=True):
            if sides[a] and sides[b] and not sides[diagonal]:
                pen.rectangle((x, y, x + near - 1, y + near - 1), 0)

    return smooth(cell, cell, draw)


@lru_cache(maxsize=512)
def face(colour: Colour, sign: Sign, cell: int, locked: bool = False) -> Sprite:
    """Return what is drawn on the ground of a tile.

    It is the sign on a light plate, and beside that the mark of the colour. A `locked` tile, which can't be taken, also
    has a padlock.
    """
    ground = BLOCKERS[colour]
    size = round(_FACE * cell)
    image = Image.new("RGB", (size, size), ground)
    width, height, edge = round(0.63 * size), round(0.92 * size), round(0.04 * size)
    plate(image, (edge, edge, width, height), round(0.13 * size), FACE)
    sign_mask = shapes.sign(sign, round(0.52 * size))
    tint(image, sign_mask, edge + (width - sign_mask.width) // 2, (size - sign_mask.height) // 2, INK)
    left, mark_size = edge + width + round(0.035 * size), round(0.275 * size)
    tint(image, shapes.mark(colour, mark_size), left, size - edge - mark_size - 2, ink_on(ground))
    if locked:
        tint(image, shapes.lock(mark_size + 2), left - 1, edge + 1, ink_on(ground))
    return Sprite(image, Image.new("L", (size, size), 255))


@lru_cache(maxsize=32)
def swatch(colour: Colour, size: int) -> Sprite:
    """Return a square of a colour with its mark, to show the colour in tables."""
    ground = BLOCKERS[colour]
    image = Image.new("RGB", (size, size), ground)
    mark = shapes.mark(colour, round(0.56 * size))
    edge = (size - mark.width) // 2
    tint(image, mark, edge, edge, ink_on(ground))

    def draw(pen: shapes.Pen, scale: int) -> None:
        side = size * scale
        pen.rounded_rectangle((0, 0, side - 1, side - 1), 0.24 * side, 255)

    return Sprite(image, smooth(size, size, draw))


def ink_on(ground: Shade) -> Shade:
    """Return white or black, whichever has more contrast to the ground."""
    return WHITE if contrast(WHITE, ground) > contrast(INK, ground) else INK


@lru_cache(maxsize=16)
def ring(cell: int, shade: Shade, width: float, inset: float) -> Sprite:
    """Return a frame inside a cell; `width` and `inset` are shares of its side."""

    def draw(pen: shapes.Pen, scale: int) -> None:
        side = cell * scale
        edge = round(inset * side)
        box = (edge, edge, side - 1 - edge, side - 1 - edge)
        pen.rounded_rectangle(box, 0.15 * side, None, 255, width=round(width * side))

    return Sprite(Image.new("RGB", (cell, cell), shade), smooth(cell, cell, draw))


def _dashes(cell: int) -> Image.Image:
    """Return a mask of a cell with three gaps on each side."""

    def draw(pen: shapes.Pen, scale: int) -> None:
        pen.rectangle((0, 0, cell * scale, cell * scale), 255)
        for i in (0.27, 0.46, 0.65):
            low, high = i * cell * scale, (i + 0.08) * cell * scale
            pen.rectangle((low, 0, high, cell * scale), 0)
            pen.rectangle((0, low, cell * scale, high), 0)

    return smooth(cell, cell, draw)


@lru_cache(maxsize=16)
def prisoner(colour: Colour, size: int) -> Sprite:
    """Return a swatch in a white frame, for the colour that was just taken."""
    image = Image.new("RGB", (size, size), WHITE)
    edge = round(0.1 * size)
    inner = swatch(colour, size - 2 * edge)
    image.paste(inner.image, (edge, edge), inner.mask)
    return Sprite(image, swatch(colour, size).mask)


@lru_cache(maxsize=16)
def badge(cell: int, ground: Shade, ink: Shade) -> Sprite:
    """Return a disc with a cross, which marks a tile that was or can be taken."""
    size = round(0.36 * cell)
    image = Image.new("RGB", (size, size), GRID)
    inner = smooth(size, size, lambda pen, n: pen.ellipse((2 * n, 2 * n, (size - 2) * n, (size - 2) * n), 255))
    image.paste(ground, (0, 0), inner)
    cross = shapes.cross(round(0.62 * size))
    tint(image, cross, (size - cross.width) // 2, (size - cross.width) // 2, ink)
    return Sprite(image, smooth(size, size, lambda pen, n: pen.ellipse((0, 0, size * n - 1, size * n - 1), 255)))


@lru_cache(maxsize=4)
def warning(cell: int) -> Sprite:
    """Return a white triangle with an exclamation mark.

    It warns that the tile that can be taken is the player's own.
    """
    size = round(0.42 * cell)
    image = Image.new("RGB", (size, size), INK)
    image.paste(WHITE, (0, 0), _triangle(size, 0.14))
    tint(image, _exclamation(size), 0, 0, INK)
    return Sprite(image, _triangle(size, 0.0))


def _triangle(size: int, inset: float) -> Image.Image:
    """Return a triangle, its point up, in a square of this size.

    `inset` is the margin to its left and right, as a share of the size.
    """

    def draw(pen: shapes.Pen, scale: int) -> None:
        low, high, top = inset * size * scale, (1 - inset) * size * scale, 1.3 * inset * size * scale
        base = (1 - 0.62 * inset) * size * scale
        pen.polygon(((size * scale / 2, top), (high, base), (low, base)), 255)

    return smooth(size, size, draw)


def _exclamation(size: int) -> Image.Image:
    def draw(pen: shapes.Pen, scale: int) -> None:
        side, half = size * scale, 0.06 * size * scale
        pen.rectangle((side / 2 - half, 0.36 * side, side / 2 + half, 0.66 * side), 255)
        pen.rectangle((side / 2 - half, 0.74 * side, side / 2 + half, 0.86 * side), 255)

    return smooth(size, size, draw)


@lru_cache(maxsize=4)
def target(cell: int, *, takes: bool) -> Sprite:
    """Return the frame of a space to which a chosen tile can go.

    It is solid if the space is free, and dashed on black if the tile would take another one there.
    """
    frame = ring(cell, LABEL, 0.085, 0.035)
    if takes:
        image = Image.new("RGB", (cell, cell), INK)
        image.paste(LABEL, (0, 0), _dashes(cell))
        return Sprite(image, frame.mask)
    return frame
