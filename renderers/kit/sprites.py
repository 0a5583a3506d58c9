"""Sprites: tiles at any heading, discs with a letter, the marks of seats.

Each is drawn once, then stamped.

    picture.stamp(canvas, sprites.tile(6, 2, heading=0, unit=48), x, y)   # 6 on the left, x, y the centre

Everything is drawn at its heading, four times too large, and reduced; rotating pixels is slower and less sharp. In the
functions below, `large` is the enlarged picture, and `big` its number of pixels per u.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.kit import palette, text
from renderers.kit.geometry import direction
from renderers.kit.palette import Colour
from renderers.kit.picture import SMOOTH, WIDTH, Sprite, smooth

Pen = ImageDraw.ImageDraw


class Style(Enum):
    """What the halves of a tile show."""

    PIPS = "pips"
    NUMERALS = "numerals"
    FILLED = "filled"
    """White numerals on halves filled with the number's colour."""


def style_for(unit: int, picture_width: int = WIDTH) -> Style:
    """Return the style that can still be read at `unit` pixels per u.

    The picture is `picture_width` pixels wide, and is shown 550 pixels wide.
    """
    shown_unit = unit * 550 / picture_width
    if shown_unit >= 19:
        return Style.PIPS
    return Style.NUMERALS if shown_unit >= 14.4 else Style.FILLED


_RADIUS = 0.15
"""The radius of a tile's corners in u, as all below."""
_BORDER = 0.035
"""The width of a tile's border."""
_EDGE = 0.055
"""The height of a tile's lower edge."""
_SHADOW = 0.07
"""How far down the shadow falls."""
_MARGIN = 0.1
"""The margin around a tile in its sprite, for the shadow."""
_HALO_WIDTH = 0.15
"""The width of a halo."""
_HALO_MARGIN = 0.2
"""The margin around a tile with a halo."""

Spot = tuple[float, float]
"""x and y."""
_CORNERS = ((-0.28, -0.28), (0.28, 0.28), (0.28, -0.28), (-0.28, 0.28))
"""The centres of pips in the corners of a half, from its middle; two and three pips use only the first two."""
_SIDES = ((-0.28, 0.0), (0.28, 0.0))
"""The centres of pips at the left and right."""
_ENDS = {0: (), 1: (0.0,), 2: (-0.12, 0.12), 3: (-0.18, 0.0, 0.18), 4: (-0.216, -0.072, 0.072, 0.216)}
"""The x of the pips above or below a numeral, by their number."""


@cache
def pips(number: int) -> tuple[Sequence[Spot], float]:
    """Return the centres of a half's pips from its middle, and their radius.

    They are in u, for an upright tile. From 10 pips on they form a ring around the numeral: five on each side, the
    others above and below it.
    """
    if number >= 10:
        ring = [(x, 0.18 * i) for x in (-0.36, 0.36) for i in range(-2, 3)]
        above = (number - 10 + 1) // 2  # half of the pips that are not at the sides, rounded up
        ring += [(x, -0.36) for x in _ENDS[above]] + [(x, 0.36) for x in _ENDS[number - 10 - above]]
        return tuple(ring), 0.062 if number <= 16 else 0.056
    spots: list[Spot] = [(0.0, 0.0)] if number % 2 else []
    spots += _CORNERS[:2] if number >= 2 else ()
    spots += _CORNERS[2:] if number >= 4 else ()
    spots += _SIDES if number >= 6 else ()
    spots += [(0.0, -0.28), (0.0, 0.28)] if number >= 8 else ()
    return tuple(spots), 0.105 if number <= 6 else 0.095


@lru_cache(maxsize=512)
def tile(
    near: int,
    far: int,
    heading: int,
    unit: int,
    style: Style = Style.PIPS,
    *,
    dim: bool = False,
    halo: bool = False,
) -> Sprite:
    """Return a tile face up.

    `heading` leads from the half that shows `near` to the half that shows `far`, `unit` is pixels per u.

    `dim` is for a tile that cannot be played now, `halo` for the tile that was laid last.
    """
    blank, mask = _blank_tile(heading % 4, unit, halo)  # without numbers, both directions look the same
    large = blank.copy()
    dx, dy = direction(heading)
    x, y, big = large.width / 2, large.height / 2, unit * SMOOTH
    for number, offset in (near, -0.5), (far, 0.5):
        middle = (x + dx * offset * big, y + dy * offset * big)
        if style is Style.PIPS:
            _pips(large, number, middle, heading, unit)
        else:
            _numeral(large, number, middle, heading, unit, filled=style is Style.FILLED)
    return Sprite(large.reduce(SMOOTH), _dim_mask(mask) if dim else mask)


@lru_cache(maxsize=32)
def back(heading: int, unit: int) -> Sprite:
    """Return a tile face down."""
    large, mask = _body(heading, unit, palette.BACK_LIGHT, palette.BACK, halo=False)
    frame = _outline(large.size, -_EDGE / 2 * unit * SMOOTH, heading, unit, -0.15)
    ImageDraw.Draw(large).polygon(frame, outline=palette.BACK, width=round(0.06 * unit * SMOOTH))
    return Sprite(large.reduce(SMOOTH), mask)


@lru_cache(maxsize=24)
def _blank_tile(heading: int, unit: int, halo: bool) -> tuple[Image.Image, Image.Image]:
    """Return a tile without numbers, still enlarged, and its mask."""
    large, mask = _body(heading, unit, palette.FACE, palette.EDGE, halo)
    dx, dy = direction(heading + 2)
    x, y, reach = large.width / 2, large.height / 2, (0.5 - 0.14) * unit * SMOOTH  # the divider ends before the edges
    ends = [(x + dx * side * reach, y + dy * side * reach) for side in (-1, 1)]
    ImageDraw.Draw(large).line(ends, palette.DIVIDER, width=round(0.05 * unit * SMOOTH))
    return large, mask


def _body(heading: int, unit: int, face: Colour, edge: Colour, halo: bool) -> tuple[Image.Image, Image.Image]:
    """Return the parts of a tile, enlarged, and the mask of all of them, reduced.

    The parts are shadow, border, lower edge and face.
    """
    dx, dy = direction(heading)
    margin = _HALO_MARGIN if halo else _MARGIN
    big = unit * SMOOTH
    # half the width of a tile that lies at an angle is |dx| + |dy| / 2; for the height, dx and dy change places
    width, height = (2 * math.ceil((abs(a) + 0.5 * abs(b) + margin) * unit) * SMOOTH for a, b in ((dx, dy), (dy, dx)))
    size = (width, height)
    rim = _outline(size, 0, heading, unit, _HALO_WIDTH if halo else 0)
    shadow = rim if halo else _outline(size, _SHADOW * big, heading, unit, 0)
    large, mask = Image.new("RGB", size, palette.SHADOW), Image.new("L", size)
    for shape in shadow, rim:
        ImageDraw.Draw(mask).polygon(shape, 255)
    pen = ImageDraw.Draw(large)
    if halo:
        pen.polygon(rim, palette.LABEL)
        pen.polygon(_outline(size, 0, heading, unit, 0.035), palette.LABEL_EDGE)  # a dark line inside the halo
    pen.polygon(_outline(size, 0, heading, unit, 0), palette.BORDER)
    # the face is where the inner shape and its lifted copy overlap; the lower edge stays free
    inner, lifted = (Image.new("1", size) for _ in range(2))
    for image, down in (inner, 0.0), (lifted, -_EDGE * big):
        ImageDraw.Draw(image).polygon(_outline(size, down, heading, unit, -_BORDER), 1)
    pen.polygon(_outline(size, 0, heading, unit, -_BORDER), edge)
    large.paste(face, (0, 0), ImageChops.logical_and(inner, lifted))
    return large, mask.reduce(SMOOTH)


def _outline(size: tuple[int, int], down: float, heading: int, unit: int, growth: float) -> list[Spot]:
    """Return the tile's rounded rectangle in the middle of `size`.

    It is `down` pixels lower than the middle, and `growth` u larger on every side.
    """
    dx, dy = direction(heading)
    x, y, big = size[0] / 2, size[1] / 2 + down, unit * SMOOTH
    corners = _rounded_rectangle(1 + growth, 0.5 + growth, max(_RADIUS + growth, 0.02))
    return [(x + (a * dx - b * dy) * big, y + (a * dy + b * dx) * big) for a, b in corners]


@cache
def _rounded_rectangle(x: float, y: float, radius: float) -> Sequence[Spot]:
    turns = [quarter * 90 + step * 15 for quarter in range(4) for step in range(7)]
    corners = {0: (1, 1), 1: (-1, 1), 2: (-1, -1), 3: (1, -1)}
    points = []
    for i, turn in enumerate(turns):
        sx, sy = corners[i // 7]
        angle = math.radians(turn)
        points.append((sx * (x - radius) + radius * math.cos(angle), sy * (y - radius) + radius * math.sin(angle)))
    return tuple(points)


def _pips(large: Image.Image, number: int, middle: Spot, heading: int, unit: int) -> None:
    pen, big = ImageDraw.Draw(large), unit * SMOOTH
    right, down = direction(heading + 2), direction(heading)
    spots, radius = pips(number)
    for x, y in spots:
        centre = (middle[0] + (x * right[0] + y * down[0]) * big, middle[1] + (x * right[1] + y * down[1]) * big)
        _disc(pen, centre, radius * big, palette.VALUES[number])
    if number >= 10:
        _draw_centred(large, str(number), middle, round(0.5 * big), palette.VALUES[number])


def _numeral(large: Image.Image, number: int, middle: Spot, heading: int, unit: int, filled: bool) -> None:
    big = unit * SMOOTH
    shade = palette.VALUES[number]
    if filled and number:
        _fill_half(large, middle, heading, unit, shade)
        shade = palette.WHITE
    one_digit, two_digits = (0.9, 0.8) if filled else (0.86, 0.74)
    height = one_digit if number <= 9 else two_digits
    _draw_centred(large, str(number), middle, round(height * big), shade)


def _fill_half(large: Image.Image, middle: Spot, heading: int, unit: int, shade: Colour) -> None:
    big = unit * SMOOTH
    tile_mask, half = (Image.new("L", large.size) for _ in range(2))
    ImageDraw.Draw(tile_mask).polygon(_outline(large.size, 0, heading, unit, -_BORDER), 255)
    outward = direction(heading)  # from the middle of the tile
    # a negative product: this half lies against the heading
    if (middle[0] - large.width / 2) * outward[0] + (middle[1] - large.height / 2) * outward[1] < 0:
        outward = (-outward[0], -outward[1])
    inner = -0.5 + 0.025  # half the divider stays
    sides = ((inner, -0.5), (0.5, -0.5), (0.5, 0.5), (inner, 0.5))
    dx, dy = outward
    corners = [(middle[0] + (a * dx - c * dy) * big, middle[1] + (a * dy + c * dx) * big) for a, c in sides]
    ImageDraw.Draw(half).polygon(corners, 255)
    large.paste(shade, (0, 0), ImageChops.darker(tile_mask, half))


def _disc(pen: Pen, centre: Spot, radius: float, shade: Colour | int) -> None:
    x, y = centre
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), shade)


def _draw_centred(large: Image.Image, words: str, middle: Spot, size: int, shade: Colour) -> None:
    """Draw numerals with the middle of their height at a spot."""
    text.draw(
        large, round(middle[0]), round(middle[1] + size * _CAP / 2), words, size, shade, "centre", face=text.LABEL
    )


_CAP = 0.69
"""The height of Fredoka's numerals and capitals, as a share of their size."""


def _dim_mask(mask: Image.Image) -> Image.Image:
    return mask.point([round(level * palette.DIM) for level in range(256)])


@lru_cache(maxsize=256)
def label(words: str, unit: int, shade: Colour = palette.LABEL, ring: bool = False) -> Sprite:
    """Return a disc 0.92 u wide with a letter or a small number.

    A disc with a dark `shade` has a light letter and edge. `ring` adds a white ring, such as for an owed toe.
    """
    ink, edge = (palette.SOFT, palette.MUTED) if shade == palette.DARK else (palette.INK, palette.LABEL_EDGE)
    size = 2 * math.ceil(0.56 * unit)
    large = Image.new("RGB", (size * SMOOTH, size * SMOOTH), palette.WHITE)
    pen, big = ImageDraw.Draw(large), unit * SMOOTH
    middle = (size * SMOOTH / 2, size * SMOOTH / 2)
    _disc(pen, middle, 0.46 * big, edge)
    _disc(pen, middle, 0.41 * big, shade)
    _draw_centred(large, words, middle, round((0.66 if len(words) == 1 else 0.5) * big), ink)
    radius = (0.55 if ring else 0.46) * unit
    return Sprite(large.reduce(SMOOTH), smooth(size, size, lambda pen, scale: _disc(pen, middle, radius * scale, 255)))


@lru_cache(maxsize=24)
def pin(unit: int) -> Sprite:
    """Return the brass pin in the middle of a spinner."""
    size = 2 * math.ceil(0.22 * unit)
    large = Image.new("RGB", (size * SMOOTH, size * SMOOTH), palette.LABEL_EDGE)
    middle, big = (size * SMOOTH / 2, size * SMOOTH / 2), unit * SMOOTH
    _disc(ImageDraw.Draw(large), middle, 0.15 * big, palette.LABEL)
    half = size / 2
    mask = smooth(size, size, lambda pen, scale: _disc(pen, (half * scale, half * scale), 0.2 * unit * scale, 255))
    return Sprite(large.reduce(SMOOTH), mask)


def _polygon(corners: int, turn: float, inner: float = 1.0) -> Sequence[Spot]:
    """Return a regular polygon, or with `inner` below 1 a star.

    The first corner points up and is then turned clockwise by `turn` degrees.
    """
    n = corners if inner == 1 else corners * 2  # a star also has inner corners
    points = []
    for i in range(n):
        angle = math.radians(turn - 90 + 360 * i / n)
        radius = inner if i % 2 else 1.0
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return tuple(points)


_PLUS = tuple((x, y) for x, y in (
    (-0.36, -0.95), (0.36, -0.95), (0.36, -0.36), (0.95, -0.36), (0.95, 0.36), (0.36, 0.36),
    (0.36, 0.95), (-0.36, 0.95), (-0.36, 0.36), (-0.95, 0.36), (-0.95, -0.36), (-0.36, -0.36),
))  # fmt: skip
_CIRCLE, _DIAMOND = _polygon(48, 0), _polygon(4, 0)
_SHAPES: Sequence[Sequence[Spot]] = (
    _CIRCLE,
    tuple((1.1 * x, 1.1 * y + 0.22) for x, y in _polygon(3, 0)),  # triangle
    tuple((1.2 * x, 1.2 * y) for x, y in _polygon(4, 45)),  # square
    _DIAMOND,
    tuple((1.08 * x, 1.08 * y + 0.08) for x, y in _polygon(5, 0, 0.5)),  # star
    _polygon(6, 30),  # hexagon
    _PLUS,
    tuple((1.1 * x, 1.1 * y - 0.22) for x, y in _polygon(3, 180)),  # triangle on its tip
)


def mark_shape(seat: int, size: int) -> Image.Image:
    """Return the shape of a seat alone, as a mask of `size` pixels square.

    It is for callers that draw it in another colour.
    """
    return _fill_shape(_SHAPES[seat], size)


def _fill_shape(shape: Sequence[Spot], size: int) -> Image.Image:
    half = size / 2

    def draw(pen: Pen, n: int) -> None:
        pen.polygon([((half + x * half * 0.92) * n, (half + y * half * 0.92) * n) for x, y in shape], 255)

    return smooth(size, size, draw)


_SIGNS = (_DIAMOND, _CIRCLE)
"""The shapes of `engine.sides.SIGNS`."""


@lru_cache(maxsize=128)
def mark(seat: int, size: int, numbered: bool = False, side: int | None = None) -> Sprite:
    """Return the mark of a seat, 0 to 7, perhaps with its number (from 1).

    The mark is the seat's colour and shape in `size` pixels. If players have partners, it is the sign of the seat's
    `side` with the seat's number.
    """
    if side is not None:
        return _add_number(sign(side, size), seat + 1)
    plain = Sprite(Image.new("RGB", (size, size), palette.SEATS[seat]), mark_shape(seat, size))
    # seats 1 and 7 have triangles, whose middle is not the middle of their box
    down = {1: 0.07, 7: -0.07}.get(seat, 0.0)
    return _add_number(plain, seat + 1, down) if numbered else plain


def _add_number(ground: Sprite, number: int, down: float = 0.0) -> Sprite:
    image, size = ground.image.copy(), ground.image.width
    _draw_centred(image, str(number), (size / 2, size * (0.5 + down)), round(size * 0.5), palette.DARK)
    return Sprite(image, ground.mask)


@lru_cache(maxsize=32)
def sign(side: int, size: int) -> Sprite:
    """Return the sign of partners in their colour, by the number of their side, in `size` pixels."""
    return Sprite(Image.new("RGB", (size, size), palette.SIDES[side]), _fill_shape(_SIGNS[side], size))


def tick(size: int, shade: Colour) -> Sprite:
    """Return a check mark."""

    def draw(pen: Pen, scale: int) -> None:
        points = [(x * size * scale, y * size * scale) for x, y in ((0.16, 0.54), (0.4, 0.78), (0.86, 0.24))]
        pen.line(points, 255, width=round(0.15 * size * scale), joint="curve")

    return Sprite(Image.new("RGB", (size, size), shade), smooth(size, size, draw))
