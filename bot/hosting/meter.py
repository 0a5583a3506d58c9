"""Counters about a running bot for `/metrics`, without ids and names."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.runtime.loops import Loop

if TYPE_CHECKING:
    import aiohttp

SEPARATE_STATUSES = frozenset({200, 201, 204, 400, 401, 403, 404, 429, 500, 502, 503, 504})
"""HTTP status codes that are counted separately; all others are counted together."""
PRESS_BUCKETS = (0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 2.5, 3, 5)
DRAWING_BUCKETS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""The upper limits of the buckets of the two histograms, in seconds."""


class Meter:
    """The metrics of one bot. Counting is thread-safe."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        meaning = "Time from a press or command to its acknowledgement"
        self.presses = Histogram("boneyard_press_seconds", meaning, buckets=PRESS_BUCKETS, registry=registry)
        meaning = "Time that drawing took, without waiting"
        self.drawings = Histogram("boneyard_drawing_seconds", meaning, buckets=DRAWING_BUCKETS, registry=registry)
        self.requests = Counter(
            "boneyard_discord_requests", "Answers of Discord by their code", ["code"], registry=registry
        )
        self.faults = Counter("boneyard_faults", "Lines of the log at the level ERROR or above", registry=registry)
        self.tables = Gauge("boneyard_tables", "Open tables by status", ["status"], registry=registry)
        meaning = "How overdue the most overdue table is"
        self.overdue = Gauge("boneyard_overdue_seconds", meaning, registry=registry)
        meaning = "Computer players' moves that are queued or being worked out"
        self.thinking = Gauge("boneyard_computer_moves_waiting", meaning, registry=registry)
        self.ready = Gauge("boneyard_ready", "1 while the bot is on Discord", registry=registry)
        self.disk_short = Gauge(
            "boneyard_disk_short", "1 while the disk of the database is nearly full", registry=registry
        )
        meaning = "When the newest daily copy was made, 0 if there is none"
        self.copies = Gauge("boneyard_newest_copy_timestamp_seconds", meaning, registry=registry)
        self.copies.set(math.nan)
        self.loops = Gauge("boneyard_loop_failing", "Runs in a row that failed, by loop", ["loop"], registry=registry)

    @contextmanager
    def measure_drawing(self) -> Iterator[None]:
        """Measure how long the drawing inside the `with` block takes."""
        with self.drawings.time():
            yield

    def measure_press(self) -> Callable[[], None]:
        """Start timing a press. Call the result once the press is acknowledged; only the first call counts."""
        began = time.monotonic()
        is_acknowledged = False

        def acknowledge() -> None:
            nonlocal is_acknowledged
            if not is_acknowledged:
                is_acknowledged = True
                self.presses.observe(time.monotonic() - began)

        return acknowledge

    async def on_request_end(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Count one of Discord's answers by its status code."""
        code = ended.response.status
        self.requests.labels(str(code) if code in SEPARATE_STATUSES else "other").inc()

    def record_loop(self, loop: Loop) -> None:
        """Record how many runs of a loop have failed in a row."""
        self.loops.labels(loop.name).set(loop.counts.failing)

    def render_metrics(self) -> bytes:
        """Return all metrics in Prometheus format."""
        return generate_latest(self.registry)


class Faults(logging.Handler):
    """Counts log lines at the level ERROR or above, and keeps none of them."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(logging.ERROR)
        self._meter = meter

    def emit(self, record: logging.LogRecord) -> None:
        self._meter.faults.inc()
