"""The picture at the top of the README. `python -m tests.showcase` draws it into docs/board.png."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

from PIL.Image import Image

from engine.games import GAMES
from engine.words import Words
from renderers import RENDERERS
from renderers.look import Layout
from tests.engine.play import Setup, walk

PICTURE = Path(__file__).parent.parent / "docs" / "board.png"
NAMES = ("Ana", "Ben", "Bolt 🤖")
SEED, STEPS = 276, 46
"""A random game, and after how many steps it shows a chicken foot that is not finished."""


def draw_board() -> Image:
    """Draw a Chickenfoot table of three in the middle of its first round."""
    game, look = GAMES["chickenfoot"], RENDERERS["chickenfoot"]
    setup = Setup(game, next(iter(game.presets.values())), len(NAMES))
    layout: Layout = ()
    for turn in islice(walk(setup, Random(SEED), at_table=True), STEPS):
        seen = turn.step.state.observe(None)
        layout = look.arrange(seen, layout)
    return look.board(seen, layout, Words(NAMES))


if __name__ == "__main__":
    draw_board().save(PICTURE, optimize=True)
