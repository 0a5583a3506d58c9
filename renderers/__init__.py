"""Pictures of what one viewer may see.

A new game is one line in RENDERERS. All games share the parts in `kit`, and games with a line of play those in `line`.
Chickenfoot has a `farmyard`. The caches are not thread-safe, so only one thread of a process may draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from renderers import blockers, chickenfoot, draw, fives, fortytwo, moon
from renderers.look import Look
from renderers.series import adapt_to_series

RENDERERS: Mapping[str, Look[Any]] = {
    "draw": adapt_to_series(draw.LOOK),
    "moon": adapt_to_series(moon.LOOK),
    "chickenfoot": adapt_to_series(chickenfoot.LOOK),
    "blockers": adapt_to_series(blockers.LOOK),
    "fives": adapt_to_series(fives.LOOK),
    "fortytwo": adapt_to_series(fortytwo.LOOK),
}
