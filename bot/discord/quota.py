"""Limits the requests of each process if several processes share the servers.

Together, the processes make no more requests than Discord accepts from one bot. A single process needs no such limit:
Discord's answers tell it when to wait.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.store import Share

MAX_PER_SECOND: Final = 50
"""How many requests a bot may make in a second; answers to interactions don't count."""
UNCOUNTED_PATHS: Final = ("/interactions/", "/webhooks/")
"""Parts of the paths of requests that do not count."""


class Quota:
    """Delays requests, so that a process makes no more than the share of its shards."""

    def __init__(
        self,
        share: Callable[[], Share],
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._share = share
        self._now = now
        self._sleep = sleep
        self._started_at: deque[float] = deque(maxlen=MAX_PER_SECOND)
        self._lock = asyncio.Lock()

    async def on_request_start(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, started: aiohttp.TraceRequestStartParams
    ) -> None:
        """Let a request that aiohttp is about to send wait for its turn."""
        if not any(part in started.url.path for part in UNCOUNTED_PATHS):
            await self.wait_turn()

    async def wait_turn(self) -> None:
        """Wait until one more request may be made."""
        async with self._lock:
            limit, seconds = self._rate_limit()
            if len(self._started_at) >= limit:
                wait = self._started_at[-limit] + seconds - self._now()  # from the first of the last `limit` requests
                if wait > 0:
                    await self._sleep(wait)
            self._started_at.append(self._now())

    def _rate_limit(self) -> tuple[int, float]:
        """Return a number of requests and the seconds in which they may be made, both at least 1."""
        share = self._share()
        per_second = MAX_PER_SECOND * max(1, len(share.shards)) / share.total
        limit = max(1, int(per_second))
        return limit, max(1.0, limit / per_second)
