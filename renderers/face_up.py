"""A table with the hands of all below it, for a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.words import Words
from renderers.look import Layout, Look

_LARGE = 2
"""The most hands that have a row each; of more, two stand side by side."""


def face_up(look: Look[Any], seen: Any, hands: Sequence[Any], layout: Layout, words: Words) -> Image.Image:
    """Return the board in large print above each seat's hand.

    The board is what everybody saw, and each hand what its player saw.
    """
    board = look.board(seen, layout, words, large=True)
    columns = 1 if len(hands) <= _LARGE else 2
    wide = board.width // columns
    drawn = [_as_wide(look.hand(each, layout, words), wide) for each in hands]
    rows = [drawn[first : first + columns] for first in range(0, len(drawn), columns)]
    high = board.height + sum(map(_high, rows))
    canvas = board.crop((0, board.height - 1, 1, board.height)).resize((board.width, high))
    canvas.paste(board, (0, 0))
    top = board.height
    for row in rows:
        for place, hand in enumerate(row):
            canvas.paste(hand, (place * wide, top))
        top += _high(row)
    return canvas


def _high(row: Sequence[Image.Image]) -> int:
    return max(hand.height for hand in row)


def _as_wide(hand: Image.Image, wide: int) -> Image.Image:
    return hand.resize((wide, hand.height * wide // hand.width), Image.Resampling.LANCZOS)
