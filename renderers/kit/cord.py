"""A line from an end to a tile or letter that cannot touch it."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from renderers.kit import picture
from renderers.kit.geometry import Camera, Point
from renderers.kit.palette import BORDER, Colour


def cord(canvas: Image.Image, corners: Iterable[Point], view: Camera, shade: Colour, wide: float) -> None:
    """Draw a line through some points, `wide` u thick, with a dark edge."""
    pixels = [view.at(point) for point in corners]
    if len(pixels) < 2:
        return
    room = view.unit
    left, top = min(x for x, _ in pixels) - room, min(y for _, y in pixels) - room
    right, bottom = max(x for x, _ in pixels) + room, max(y for _, y in pixels) + room
    for colour, thick in (BORDER, wide + 0.1), (shade, wide):
        mask = picture.smooth(
            right - left,
            bottom - top,
            lambda pen, n, thick=thick: pen.line(  # type: ignore[misc]  # a loop's value, bound at once
                [((x - left) * n, (y - top) * n) for x, y in pixels], 255, round(thick * room * n), joint="curve"
            ),
        )
        picture.tint(canvas, mask, left, top, colour)
