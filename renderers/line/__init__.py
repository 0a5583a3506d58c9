"""The look of a game whose tiles lie in a line of play.

`build_look` makes it from the `Manner` of a game, whose observation is a `table.Table`. A row of the layout is an
`ends.Spot`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL.Image import Image

from engine.words import Words
from renderers.kit import tally
from renderers.line import board, hand, words
from renderers.line.arrange import extend_layout
from renderers.line.table import Manner, T
from renderers.look import Arrangement, Look

__all__ = ["Manner", "build_look"]


def build_look(manner: Manner[T], *, score: Callable[[T, Words], Image | None] | None = None) -> Look[T]:
    """Return the look of a game whose tiles lie in a line.

    If the game has no `score` function of its own, the score of a round is drawn from its tally.
    """
    return Look(
        board=partial(board.board, manner),
        stage=partial(board.stage, manner),
        score=score or tally.picture_of(manner.voice),
        hand=partial(hand.hand, manner),
        alt=partial(words.alt, manner),
        hand_alt=partial(words.hand_alt, manner),
        text=partial(words.board_text, manner),
        arrangement=Arrangement(
            arrange=extend_layout,
            count_rows=lambda seen: len(seen.laid),
            needs_whole_view=board.needs_whole_view,
            draw_whole=partial(board.draw_whole, manner),
            draw_frame=partial(board.draw_frame, manner),
        ),
    )
