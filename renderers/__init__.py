"""Pictures: what one viewer may see, drawn. A new game is one line in RENDERERS.

What all games are made of lies in `kit`; those that lay a line share `line`, Chickenfoot grows a `farmyard`. Drawing
keeps what it drew in caches that are not made for several threads at once: let one thread of a process draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from renderers import blockers, chickenfoot, draw, fives, moon
from renderers.look import Look
from renderers.series import in_series

RENDERERS: Mapping[str, Look[Any]] = {
    "draw": in_series(draw.LOOK),
    "moon": in_series(moon.LOOK),
    "chickenfoot": in_series(chickenfoot.LOOK),
    "blockers": in_series(blockers.LOOK),
    "fives": in_series(fives.LOOK),
}
