"""A map of the whole table beside a picture of a part.

Each tile is in miniature, and a frame is around what is in view.

small = minimap.minimap([((0.0, 0.0), 2), ((1.6, 0.0), 0)], view, table.size, (200, 150))
canvas.paste(small, (left, top))
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderers.kit.geometry import Bounds, Camera, Point, bounds_around, direction, square
from renderers.kit.palette import DARK, FACE, LABEL

_SMOOTH = 2
"""How many times larger the map is drawn before it is reduced."""
_MARGIN = 3
"""In pixels."""


def minimap(
    tiles: Sequence[tuple[Point, int]], view: Camera, shown: tuple[int, int], size: tuple[int, int]
) -> Image.Image:
    """Return a map of tiles in `size` pixels, with a frame around the part in view.

    A tile is given by its middle and its heading; the last tile is yellow. The frame is around what the camera
    `view` shows in a picture of `shown` (width, height) pixels.
    """
    left, top = -view.x / view.unit, -view.y / view.unit
    in_view = Bounds(left, top, left + shown[0] / view.unit, top + shown[1] / view.unit)
    length = 2  # of a tile in u, so a square of this side holds it at any heading
    bounds = bounds_around((square(centre, length) for centre, _ in tiles), in_view)
    scale = min((size[0] - 2 * _MARGIN) / bounds.width, (size[1] - 2 * _MARGIN) / bounds.height) * _SMOOTH
    middle = (bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2
    large = Image.new("RGB", (size[0] * _SMOOTH, size[1] * _SMOOTH), DARK)

    def point_at(x: float, y: float) -> tuple[float, float]:
        return large.width / 2 + (x - middle[0]) * scale, large.height / 2 + (y - middle[1]) * scale

    pen = ImageDraw.Draw(large)
    for i, ((x, y), heading) in enumerate(tiles):
        dx, dy = direction(heading)
        ends = [point_at(x + side * dx, y + side * dy) for side in (-1, 1)]
        tile_width = max(round(scale), 2 * _SMOOTH)  # 1 u, but at least two pixels
        pen.line(ends, LABEL if i == len(tiles) - 1 else FACE, tile_width)
    frame = (*point_at(in_view.left, in_view.top), *point_at(in_view.right, in_view.bottom))
    pen.rectangle(frame, outline=LABEL, width=3 * _SMOOTH)
    return large.reduce(_SMOOTH)
