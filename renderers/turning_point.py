"""A turning point of a game.

It shows the board before a move, the played move in red, the better move in gold, and the hand. If the moves
name places on the board, those are marked, too.

image = turning(look, seen, layout, words, Option("play 1-1", "1-1 on A"), Option("play 3-1 A", "3-1 on A"))
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from PIL import Image

from engine.tiles import Tile
from engine.words import Message, Words, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import RIGHT
from renderers.kit.palette import DARK, FACE, LABEL, LOSS, Colour
from renderers.look import Layout, Look

_TILE = re.compile(r"\b(\d+)-(\d+)\b")
_MARGIN = 18
_HEIGHT = 190
"""The height of the band with both moves, in pixels."""
_UNIT = 54
"""Pixels per u, the side of half a tile."""
_SIZES = (44, 38, 32, 28)


class Option(NamedTuple):
    """An action, as its notation and the words on its button."""

    notation: str
    label: str


def decision(look: Look[Any], seen: Any, layout: Layout, words: Words) -> Image.Image:
    """Return the board and the hand as a player saw them, in large print."""
    return picture.stack_pictures(look.board(seen, layout, words, large=True), look.hand(seen, layout, words))


def turning(look: Look[Any], seen: Any, layout: Layout, words: Words, played: Option, better: Option) -> Image.Image:
    """Return the picture of a decision as its player saw it, in large print."""
    board = look.board(seen, layout, words, large=True)
    look.mark_places(board, seen, played.notation, better.notation)
    band = picture.blank(board.width, _HEIGHT)
    card_width = (board.width - 3 * _MARGIN) // 2
    _card(band, (_MARGIN, card_width), msg("You chose"), played, LOSS, words)
    _card(band, (2 * _MARGIN + card_width, card_width), msg("Better"), better, LABEL, words)
    return picture.stack_pictures(picture.stack_pictures(board, band), look.hand(seen, layout, words))


def _card(
    canvas: Image.Image, place: tuple[int, int], heading: Message, option: Option, shade: Colour, words: Words
) -> None:
    """Draw an action in a frame of its colour.

    It has the action's tile, if it names one, and its words.
    """
    left, width = place
    picture.plate(canvas, (left, 8, width, _HEIGHT - 16), 22, DARK, shade, 8)
    start, room = left + 28, width - 56
    text.draw(canvas, start, 62, words.text(heading), 36, shade, limit=room)
    if (tile_match := _TILE.search(option.notation)) is not None:
        tile = Tile(int(tile_match[1]), int(tile_match[2]))
        picture.stamp(canvas, sprites.tile(tile.high, tile.low, RIGHT, _UNIT), start + _UNIT, 120)
        start, room = start + 2 * _UNIT + 24, room - 2 * _UNIT - 24
    size = next((size for size in _SIZES if text.width(option.label, size) <= room), _SIZES[-1])
    lines = text.lines(option.label, size, room)[:2]
    for number, line in enumerate(lines):
        base = 136 + round((number - (len(lines) - 1) / 2) * size * 1.2)
        text.draw(canvas, start, base, line, size, FACE, limit=room)
