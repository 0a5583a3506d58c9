"""`/metrics`: counters, and figures that are read when it is requested."""

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
        thinking: Callable[[], int],
        short: Callable[[], bool],
        copied: Callable[[], float],
        health: Health,
    ) -> None:
        """Take what is read at each request.

        `thinking` returns how many moves of computer players wait, `short` whether the disk is nearly full, and
        `copied` when the newest copy was made.
        """
        self._meter = meter
        self._service = service
        self._loops = loops
        self._thinking = thinking
        self._short = short
        self._copied = copied
        self._health = health

    async def answer(self, _: web.Request) -> web.Response:
        """Return all metrics; if the database doesn't answer, its last figures."""
        meter = self._meter
        with suppress(Refusal):
            await self._read()
        meter.thinking.set(self._thinking())
        meter.ready.set(self._health.ready())
        meter.space.set(self._short())
        meter.copies.set(self._copied())
        for loop in self._loops:
            meter.record_loop(loop)
        return web.Response(body=meter.render_metrics(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _read(self) -> None:
        """Read the database's figures. Raises a Refusal if it doesn't answer."""
        meter, service = self._meter, self._service
        statuses = await service.listing.count_open_tables()
        for status in (Status.LOBBY, Status.RUNNING):
            meter.tables.labels(status.value).set(statuses.get(status.value, 0))
        due = await service.clockwork.next_wake()
        meter.overdue.set(0 if due is None else max(0, service.tables.now() - due))
