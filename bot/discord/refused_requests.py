"""Counts our requests that Discord refused lately.

After 10,000 refusals in ten minutes, Discord shuts the whole address out.
"""

from __future__ import annotations

import time
from collections import deque
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.hosting.meter import Meter

COUNTED_STATUSES: Final = frozenset({401, 403, 404, 429})
"""Status codes that are counted.

Discord does not count 404, but a bot that often asks for missing things has a fault.
"""
MAX_REFUSALS: Final = 1000
WINDOW: Final = 600.0
"""With this many refusals within these seconds, no more requests are made."""


class RefusedRequests:
    """Counts refused requests of every kind, and returns how long to pause."""

    def __init__(self, meter: Meter | None = None) -> None:
        self._meter = meter
        self._times: deque[float] = deque(maxlen=MAX_REFUSALS)

    def trace(self) -> aiohttp.TraceConfig:
        """Return the aiohttp hooks that count each answer."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._on_request_end)
        if self._meter is not None:
            config.on_request_end.append(self._meter.on_request_end)
        return config

    def seconds_to_wait(self) -> float:
        """Return for how many seconds to hold back requests; 0 if few were refused."""
        if len(self._times) < MAX_REFUSALS:
            return 0.0
        return max(0.0, self._times[0] + WINDOW - time.monotonic())

    async def _on_request_end(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        if ended.response.status in COUNTED_STATUSES:
            self._times.append(time.monotonic())
