"""`/metrics`: counters, and numbers that are read at each request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.hosting.health import Health
from bot.hosting.meter import Meter
from bot.runtime.loops import Loop
from bot.service import Service
from bot.table.log.model import Status
from bot.table.refusals import Refusal

PATH = "/metrics"


class Metrics:
    """Serves the metrics of a running bot."""

    def __init__(
        self,
        meter: Meter,
        service: Service,
        loops: Sequence[Loop],
        count_thinking: Callable[[], int],
        is_disk_short: Callable[[], bool],
        newest_copy: Callable[[], float],
        health: Health,
    ) -> None:
        """Serve what these parts and functions return at each request.

        `count_thinking` returns how many moves of computer players wait, `is_disk_short` whether the disk is nearly
        full, and `newest_copy` when the newest copy was made.
        """
        self._meter = meter
        self._service = service
        self._loops = loops
        self._count_thinking = count_thinking
        self._is_disk_short = is_disk_short
        self._newest_copy = newest_copy
        self._health = health

    async def answer(self, _: web.Request) -> web.Response:
        """Return all metrics. If the database doesn't answer, its numbers are the last ones that were read."""
        meter = self._meter
        with suppress(Refusal):
            await self._read_database()
        meter.thinking.set(self._count_thinking())
        meter.ready.set(self._health.ready())
        meter.disk_short.set(self._is_disk_short())
        meter.copies.set(self._newest_copy())
        for loop in self._loops:
            meter.record_loop(loop)
        return web.Response(body=meter.render_metrics(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _read_database(self) -> None:
        """Read the numbers that come from the database. Raises a Refusal if it doesn't answer."""
        meter, service = self._meter, self._service
        statuses = await service.listing.count_open_tables()
        for status in (Status.LOBBY, Status.RUNNING):
            meter.tables.labels(status.value).set(statuses.get(status.value, 0))
        next_due = await service.clockwork.next_wake()
        meter.overdue.set(0 if next_due is None else max(0, service.tables.now() - next_due))
