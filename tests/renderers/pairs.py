"""Tables of partners, and what is written in their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.games.draw.options import DrawOptions
from engine.rounds import is_scored
from renderers.kit import seats, text
from tests.engine.play import Setup, walk

SETUP = Setup(GAMES["draw"], DrawOptions(mode="block", teams="pairs"), 4)
LONGEST = ("Maximiliane von Habsburg", "კონსტანტინე გამსახურდია", "Nguyễn Thị Hạnh", "Wilhelmina Overdijkink")
"""Long names that no plate cuts."""


def states(setup: Setup = SETUP, seed: int = 1) -> Iterator[Any]:
    """Yield the positions of a random round, the last one when it was scored."""
    for turn in walk(setup, Random(seed), 1):
        yield turn.step.state
        if is_scored(turn.step.state):
            return


def written_texts(monkeypatch: pytest.MonkeyPatch, draw: Callable[[], object]) -> list[str]:
    """Return every text that is written while something is drawn, as it was cut."""
    found = list[str]()
    usual = text.draw

    def note(canvas: Image.Image, x: int, base: int, words: str, size: int, *more: Any, **named: Any) -> int:
        limit = named.get("limit") and int(named["limit"] / text.NARROWEST)
        face = named.get("face", text.TEXT)
        found.append(words if limit is None else text.cut_to_width(words, size, limit, face))
        return usual(canvas, x, base, words, size, *more, **named)

    with monkeypatch.context() as patched:
        patched.setattr(text, "draw", note)
        seats._plate_image.cache_clear()
        draw()
    return found
