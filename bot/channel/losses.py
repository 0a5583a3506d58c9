"""Messages and threads that somebody deletes as soon as they are there, as a bot that keeps a channel clean does."""

from __future__ import annotations

import asyncio
from typing import Final

AT_ONCE: Final = 60.0
"""Seconds between two losses that belong together."""
MOST: Final = 3
"""How many in a row are one too many."""


class Losses:
    """Counts what was lost at each table."""

    def __init__(self) -> None:
        self._counts: dict[int, tuple[int, float]] = {}

    def too_many(self, table: int) -> bool:
        """One more was lost; whether it is no use to go on so."""
        now = asyncio.get_running_loop().time()
        count, last = self._counts.pop(table, (0, now))
        count = count + 1 if now - last <= AT_ONCE else 1
        if count < MOST:
            self._counts[table] = count, now
        return count >= MOST
