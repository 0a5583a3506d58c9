"""A hand of Draw, and where a chosen tile can go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.draw.observation import DrawObservation
from engine.words import Words
from renderers import picture
from renderers.draw.board import extent, line_of_play
from renderers.draw.words import fitting_ends
from renderers.geometry import camera
from renderers.hand import HEADER, MARGIN, WIDTH, Rack, header
from renderers.look import Layout
from renderers.palette import LINE

_TABLE = 400


def hand(seen: DrawObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = ()) -> Image.Image:
    """The viewer's hand, 680 pixels wide; with `chosen`, the line of play below it with the ends that fit."""
    tiles = sorted((seen.hands[seen.viewer] if seen.viewer is not None else None) or ())
    ends, rack = fitting_ends(seen, chosen), Rack.of(len(tiles))
    below = _TABLE if chosen and seen.laid else 0
    canvas = picture.blank(WIDTH, HEADER + rack.high(max(1, len(tiles))) + MARGIN + below)
    header(canvas, seen.viewer, tiles, words)
    rack.stand(canvas, tiles, HEADER, ends, waiting=seen.viewer != seen.to_act)
    if below:
        _target(canvas, seen, layout, ends, canvas.height - below)
    return canvas


def _target(
    canvas: Image.Image, seen: DrawObservation, layout: Layout, ends: Mapping[str, Sequence[str]], top: int
) -> None:
    """The line of play with the chosen tile's ends lit."""
    picture.plate(canvas, (MARGIN, top, WIDTH - 2 * MARGIN, 2), 0, LINE)
    live = {letter for letters in ends.values() for letter in letters}
    area = (MARGIN, top + MARGIN, WIDTH - 2 * MARGIN, _TABLE - 2 * MARGIN)
    line_of_play(canvas, seen, layout, camera(extent(seen, layout), area), live)
