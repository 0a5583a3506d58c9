"""The cord: a line from an end to a tile or a letter that has no room beside the end."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from renderers.kit import picture
from renderers.kit.geometry import Camera, Point
from renderers.kit.palette import BORDER, Colour


def cord(canvas: Image.Image, corners: Iterable[Point], view: Camera, shade: Colour, thickness: float) -> None:
    """Draw a line through these points, `thickness` u thick, with a dark edge."""
    pixels = [view.at(point) for point in corners]
    if len(pixels) < 2:
        return
    margin = view.unit
    left, top = min(x for x, _ in pixels) - margin, min(y for _, y in pixels) - margin
    right, bottom = max(x for x, _ in pixels) + margin, max(y for _, y in pixels) + margin
    points = [(x - left, y - top) for x, y in pixels]
    for colour, width in (BORDER, thickness + 0.1), (shade, thickness):
        mask = picture.smooth(
            right - left,
            bottom - top,
            lambda pen, scale, width=width: pen.line(  # type: ignore[misc]  # a loop's value, bound at once
                [(x * scale, y * scale) for x, y in points], 255, round(width * view.unit * scale), joint="curve"
            ),
        )
        picture.tint(canvas, mask, left, top, colour)
