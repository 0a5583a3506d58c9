"""Rate limits as Discord has them: of each route by its place, told in headers, and of all routes together."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

PLACED = re.compile(r"/channels/(\d+)/messages(/\d+)?")
"""Routes that count for a place; what answers interactions counts for nothing here, as with Discord."""
FREE = re.compile(r"/(interactions|webhooks)/.*")


@dataclass
class Window:
    """How often something was done since a window began."""

    most: int
    seconds: float
    began: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        """Count a request; return whether the window has room for it."""
        if now - self.began >= self.seconds:
            self.began, self.used = now, 0
        self.used += 1
        return self.used <= self.most

    def seconds_left(self, now: float) -> float:
        """Seconds until the window is over."""
        return max(0.0, self.began + self.seconds - now)


@dataclass
class Limits:
    """The most requests of a kind in a place, and of all kinds together, and in which seconds."""

    most: int = 5
    seconds: float = 5.0
    overall: Window = field(default_factory=lambda: Window(50, 1.0))
    limited: int = 0
    """Requests that were refused."""
    _windows: dict[str, Window] = field(default_factory=dict)

    def take(self, method: str, path: str) -> tuple[Mapping[str, str], float, bool]:
        """Return the headers of the answer, the seconds to wait (0: it is answered), and whether that is for all."""
        now = time.monotonic()
        if FREE.fullmatch(path):
            return {}, 0.0, False
        if not self.overall.take(now):
            self.limited += 1
            return {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, self.overall.seconds_left(now), True
        found = PLACED.fullmatch(path)
        if not found:
            return {}, 0.0, False
        kind = f"{method} {found[1]} {'one' if found[2] else 'all'}"
        window = self._windows.setdefault(kind, Window(self.most, self.seconds))
        taken = window.take(now)
        self.limited += not taken
        return self._headers(kind, window, now), 0.0 if taken else window.seconds_left(now), False

    def _headers(self, kind: str, window: Window, now: float) -> Mapping[str, str]:
        left = window.seconds_left(now)
        return {
            "X-RateLimit-Limit": str(window.most),
            "X-RateLimit-Remaining": str(max(0, window.most - window.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": kind.replace(" ", "-"),
            "X-RateLimit-Scope": "user",
        }
