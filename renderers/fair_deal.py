"""The picture of what a fair deal is made of, for the last page of every game's rules."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.words import Message, Words, lines, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, PANEL, SOFT
from renderers.kit.picture import WIDTH


class _Part(NamedTuple):
    """One of the things that are mixed, and why nobody can choose it."""

    name: Message
    why: Message


PARTS = (
    _Part(msg("My secret number"), msg("fixed when the table opens")),
    _Part(msg("The public beacon"), msg("drawn after the announcement")),
)
MIXED = msg("Together they make the deal.")
ALT = lines(msg("Each deal is made of two numbers:"), *(msg("{n}: {w}.", n=n, w=w) for n, w in PARTS), MIXED)

HEIGHT = 520
"""The height of the picture in pixels."""
MARGIN = 40
PART_PITCH = 200
"""The pixels from the top of a part to the top of the next."""
PART_HEIGHT = 136
PART_WIDTH = 664
DEAL = 960
"""The x of the middle of the deal."""
UNIT = 76
"""Pixels per u, the side of half a tile."""


def fair(words: Words) -> Image.Image:
    """Draw what is mixed on the left, and the deal that comes of it on the right.

    The deal lies face down.
    """
    canvas = picture.blank(WIDTH, HEIGHT)
    middle = MARGIN + PART_PITCH // 2 + PART_HEIGHT // 2
    for row, part in enumerate(PARTS):
        top = MARGIN + row * PART_PITCH
        _thread(canvas, (MARGIN + PART_WIDTH, top + PART_HEIGHT // 2), (DEAL - 190, middle))
        _part(canvas, top, row + 1, part, words)
    for dx, dy in ((-110, -88), (0, -88), (110, -88), (-110, 88), (0, 88), (110, 88)):
        picture.stamp(canvas, sprites.back(DOWN, UNIT), DEAL + dx, middle + dy)
    text.draw(canvas, WIDTH // 2, HEIGHT - MARGIN, words.text(MIXED), 52, LABEL, "centre", limit=WIDTH - 2 * MARGIN)
    return canvas


def _part(canvas: Image.Image, top: int, number: int, part: _Part, words: Words) -> None:
    picture.plate(canvas, (MARGIN, top, PART_WIDTH, PART_HEIGHT), 18, PANEL, LINE, 3)
    picture.stamp(canvas, sprites.label(str(number), 78), MARGIN + 62, top + PART_HEIGHT // 2)
    left, room = MARGIN + 120, PART_WIDTH - 140
    text.draw(canvas, left, top + 62, words.text(part.name), 50, FACE, face=text.LABEL, limit=room)
    text.draw(canvas, left, top + 112, words.text(part.why), 36, SOFT, limit=room)


def _thread(canvas: Image.Image, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draw the line from a part to the deal, with a head where it arrives."""
    pen, bend = ImageDraw.Draw(canvas), (start[0] + end[0]) // 2
    pen.line((*start, bend, start[1], bend, end[1], *end), LINE, 8, joint="curve")
    pen.polygon((end[0] + 30, end[1], end[0] - 4, end[1] - 20, end[0] - 4, end[1] + 20), LABEL, DARK)
