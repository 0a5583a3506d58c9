"""Parts of a picture of tricks: the pill that names trump, remarks on tiles, the last trick."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.dominoes.tricks.seen import TrickSeen, TricksSeen
from engine.dominoes.tricks.suits import TRUMP_SUIT, Trump, suit_of, trump_title
from engine.game import Seat
from engine.tiles import Tile
from engine.words import Join, Message, Words, join_items, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import RIGHT
from renderers.kit.palette import DARK, INK, LABEL, LABEL_EDGE, SOFT, Colour
from renderers.kit.partners import find_side_number
from renderers.kit.sprites import Style
from renderers.kit.text.fonts import Face

MARGIN = 18
TITLE_SIZE = 56
_LEAST_SIZE = 30
"""The least size of words on one line."""
_PITCH = 1.06
"""The distance from one line to the next, as a multiple of the size of the letters."""
_LAST_UNIT = 44
"""Pixels per u (the side of half a tile) of the tiles of the last trick."""
_MARK_SIZE = 30
"""The size of the marks beside those tiles."""


def pill(canvas: Image.Image, left: int, middle: int, words: str) -> None:
    """Draw a dark pill with a text, such as the trump."""
    picture.plate(canvas, (left, middle - 40, pill_width(words), 80), 40, DARK)
    text.draw(canvas, left + 36, middle + 20, words, TITLE_SIZE, LABEL, face=text.LABEL)


def pill_width(words: str) -> int:
    """Return the width of the pill with a text."""
    return text.width(words, TITLE_SIZE, text.LABEL) + 72


def trump_pill(canvas: Image.Image, trump: Trump, middle: int, words: Words) -> None:
    """Draw the pill that names the trump, at the left edge."""
    pill(canvas, MARGIN, middle, words.text(trump_title(trump)))


def find_tile(trick: TrickSeen | None, seat: Seat) -> Tile | None:
    """Return the tile that a seat laid to a trick, if it did."""
    return next((laid.tile for laid in trick.laid if laid.seat == seat), None) if trick else None


def draw_count(canvas: Image.Image, x: int, top: int, points: int, unit: int) -> None:
    """Draw the badge of a tile that counts, such as "+10", on the middle of its upper edge, above all pips."""
    size = max(26, round(0.34 * unit))
    words = f"+{points}"
    height = round(1.1 * size)
    width = text.width(words, size, text.LABEL) + size // 2
    picture.plate(canvas, (x - width // 2, top + unit // 12 - height, width, height), height // 2, LABEL, LABEL_EDGE, 3)
    text.draw(canvas, x, top + unit // 12 - round(0.2 * height), words, size, INK, "centre", face=text.LABEL)


def tile_caption(seen: TricksSeen, trick: TrickSeen, seat: Seat, tile: Tile, full: int) -> Message | None:
    """Return a remark on a tile of a trick of `full` tiles, such as "led, winning"."""
    remarks = []
    if seat == trick.laid[0].seat:
        remarks.append(msg("led"))
    elif trick.led != TRUMP_SUIT and seen.trump is not None and suit_of(tile, seen.trump) == TRUMP_SUIT:
        remarks.append(msg("trump"))
    if seat == trick.winner and len(trick.laid) > 1:
        remarks.append(msg("won") if len(trick.laid) == full else msg("winning"))
    return join_items(remarks, Join.COMMA) if remarks else None


def draw_last_trick(canvas: Image.Image, seen: TricksSeen, seats: Sequence[Seat], middle: int, words: Words) -> None:
    """Draw the last trick at the right edge, in this order of seats; the winner's tile has a halo."""
    trick = seen.past[-1]
    x = canvas.width - MARGIN - 12
    for seat in reversed(seats):
        tile = find_tile(trick, seat)
        if tile is None:
            continue  # a seat that sits out
        sprite = sprites.tile(tile.high, tile.low, RIGHT, _LAST_UNIT, Style.NUMERALS, halo=seat == trick.winner)
        picture.stamp(canvas, sprite, x - _LAST_UNIT, middle)
        mark = sprites.mark(seat, _MARK_SIZE, side=find_side_number(seen, seat))
        picture.stamp(canvas, mark, x - 2 * _LAST_UNIT - 2, middle - _LAST_UNIT // 2 - 2)
        x -= 2 * _LAST_UNIT + 32
    text.draw(canvas, x - 4, middle + 13, words.text(msg("Last trick")), 36, SOFT, "right", limit=240)


def draw_fitting(
    canvas: Image.Image, place: tuple[int, int, int], sentence: str, size: int, shade: Colour, face: Face = text.TEXT
) -> int:
    """Write a text on one line, or on two if it is too long, and return its width.

    The place is the left edge, the middle of the height, and the greatest width. Each of two lines may be narrowed down
    to NARROWEST. A text that would need three lines is cut on one line instead.
    """
    left, middle, limit = place
    sizes = range(size, _LEAST_SIZE - 1, -2)
    size_on_one_line = next((smaller for smaller in sizes if text.width(sentence, smaller, face) <= limit), None)
    lines = [sentence]
    if size_on_one_line is None:
        narrowed_lines = text.lines(sentence, _LEAST_SIZE, int(limit / text.NARROWEST), face)
        lines = narrowed_lines if len(narrowed_lines) <= 2 else [sentence]
    size_to_use = size_on_one_line or _LEAST_SIZE
    width = 0
    for i, line in enumerate(lines):
        base = middle + round(0.36 * size_to_use + (i - (len(lines) - 1) / 2) * _PITCH * size_to_use)
        width = max(width, text.name(canvas, left, base, line, size_to_use, shade, face=face, limit=limit))
    return width
