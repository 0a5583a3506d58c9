"""Pictures: what one viewer may see, drawn. A new game is one line in RENDERERS.

What they are made of: `palette` (colours), `text` (names and numbers), `geometry` (places in units, collisions, zoom),
`sprites` (tiles, discs, marks), `seats` (the strip of players), `picture` (canvas and file). Drawing keeps what it drew
in caches that are not made for several threads at once: let one thread draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from renderers.blockers import BlockersLook
from renderers.chickenfoot import ChickenfootLook
from renderers.draw import DrawLook
from renderers.look import Look
from renderers.moon import MoonLook
from renderers.series import SeriesLook

RENDERERS: Mapping[str, Look[Any]] = {
    "draw": SeriesLook(DrawLook()),
    "moon": SeriesLook(MoonLook()),
    "chickenfoot": SeriesLook(ChickenfootLook()),
    "blockers": SeriesLook(BlockersLook()),
}
