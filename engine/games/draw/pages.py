"""The pages of the rules, and how long a match takes."""

from __future__ import annotations

from engine.games.draw.options import DrawOptions
from engine.words import msg

PAGES = (msg("x"),)


def turns(options: DrawOptions, seats: int) -> range:
    return range(1, 100)
