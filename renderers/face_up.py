"""A table with all hands below it, for a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.words import Words
from renderers.look import Layout, Look

_MOST_IN_ONE_COLUMN = 2
"""Up to this many hands have a row each; more hands are two in a row."""


def face_up(look: Look[Any], seen: Any, hands: Sequence[Any], layout: Layout, words: Words) -> Image.Image:
    """Return the board in large print above each seat's hand.

    The board is what everybody saw, and each hand what its player saw.
    """
    board = look.board(seen, layout, words, large=True)
    columns = 1 if len(hands) <= _MOST_IN_ONE_COLUMN else 2
    width = board.width // columns
    pictures = [_scale_to_width(look.hand(hand, layout, words), width) for hand in hands]
    rows = [pictures[first : first + columns] for first in range(0, len(pictures), columns)]
    height = board.height + sum(map(_row_height, rows))
    # the ground has the colour of the board's lower left corner
    canvas = board.crop((0, board.height - 1, 1, board.height)).resize((board.width, height))
    canvas.paste(board, (0, 0))
    top = board.height
    for row in rows:
        for column, hand_picture in enumerate(row):
            canvas.paste(hand_picture, (column * width, top))
        top += _row_height(row)
    return canvas


def _row_height(row: Sequence[Image.Image]) -> int:
    return max(hand.height for hand in row)


def _scale_to_width(hand: Image.Image, width: int) -> Image.Image:
    return hand.resize((width, hand.height * width // hand.width), Image.Resampling.LANCZOS)
