"""Makes deals that wait for a round of the public beacon, as soon as the round is published."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.beacon.relays import NoBeacon, Relays
from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.service import Service
from bot.table.log.beacon import QUICKNET, message_time
from bot.table.log.dealing import DueDeal
from bot.table.log.draft import Draft
from bot.table.log.model import NO_CAUSE
from bot.table.refusals import NoAnswer, Refusal
from bot.table.rules import deals

log = structlog.get_logger()

INTERVAL = 60
"""Seconds between two searches for waiting deals."""
RETRY_DELAY = 10
"""Seconds until the next search if no relay returned a round."""
CHECK_TIMEOUT = 3.0
"""The most seconds that a deal waits for the check of its announcement."""
BATCH = 25
"""The most tables of the backlog whose tasks are started at a time, newest first.

After an outage there may be thousands of tables, and their deals must not delay presses.
"""


class Dealer:
    """Runs one task for each table whose deal waits for the beacon."""

    def __init__(
        self, service: Service, relays: Relays, clock: Clock, examine: Callable[[int], Awaitable[None]]
    ) -> None:
        """Deal at the tables of a service. Closing the dealer also closes the relays.

        `examine` is called with a table whose deal waits, and records if the announcement was deleted.
        """
        self._service = service
        self._examine = examine
        self._relays = relays
        self._clock = clock
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changed_meanwhile: set[int] = set()
        self._backlog: list[int] = []
        self._silent = self._closed = False
        self.loop = Loop("deals", self.resume, every=INTERVAL, rest=1)
        service.repository.watch(self._on_table_change)

    def start_deal(self, table: int) -> None:
        """Start a task that makes the waiting deal of a table, if there is one."""
        if table in self._tasks:
            self._changed_meanwhile.add(table)
        elif not self._closed:
            task = asyncio.get_running_loop().create_task(self._deal_when_published(table), name=f"deal-{table}")
            self._tasks[table] = task
            task.add_done_callback(lambda _: self._on_done(table))

    async def resume(self) -> None:
        """Start tasks for some waiting deals that have no task, for example because the bot was down."""
        if not self._backlog:
            self._backlog = list(await self._service.listing.waiting_for_dealer())
        for _ in range(min(BATCH, len(self._backlog))):
            if (table := self._backlog.pop()) not in self._tasks:
                self.start_deal(table)
        if self._backlog:
            self.loop.ring()

    async def wait_idle(self) -> None:
        """Wait until no deal is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop. Deals that are not made yet are made after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._relays.close()

    def _on_table_change(self, table: int) -> None:
        if self._service.repository.waits_for_beacon(table):
            self.start_deal(table)

    def _on_done(self, table: int) -> None:
        del self._tasks[table]
        if table in self._changed_meanwhile:
            self._changed_meanwhile.discard(table)
            self._on_table_change(table)

    async def _deal_when_published(self, table: int) -> None:
        """Wait for the round, then deal. If that fails, the next search tries again."""
        try:
            due_deal = await self._service.tables.read(table, _find_waiting_deal)
            if due_deal is not None and due_deal.message is not None:  # the announcement is posted
                await self._make_deal(table, due_deal, due_deal.message)
        except NoBeacon:
            self._log_silence(silent=True)
            self.loop.ring(RETRY_DELAY)
        except Refusal as refused:
            if not isinstance(refused, NoAnswer):
                log.debug("deal refused", table=table, error=type(refused).__name__)
        except Exception:
            log.exception("deal failed", table=table)

    async def _make_deal(self, table: int, due_deal: DueDeal, message: int) -> None:
        """Make a deal once its round is published. Raises NoBeacon if no relay returns the round."""
        round_ = QUICKNET.round_of(message)
        await asyncio.sleep(self._seconds_until(round_, message))
        signature = await self._relays.signature(round_)
        self._log_silence(silent=False)
        await self._check_announcement(table)
        await self._service.tables.do(table, NO_CAUSE, deals.deal, due_deal.deal, signature)

    async def _check_announcement(self, table: int) -> None:
        """Check that the announcement still exists. If the check fails, deal anyway.

        The check comes before the deal, because a deletion can't be recorded later.
        """
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                await self._examine(table)
        except TimeoutError:
            log.debug("announcement not checked in time", table=table)
        except Exception:
            log.exception("announcement not checked", table=table)

    def _seconds_until(self, round_: int, message: int) -> float:
        """Return the seconds until a round is published.

        Our clock may be wrong. If our clock is behind, the wait is at most the time from the announcement to the round,
        since the announcement has been sent already. If our clock is ahead, we only ask too early.
        """
        published_at = QUICKNET.publication_time(round_)
        return max(0.0, min(published_at - self._clock.now(), published_at - message_time(message) / 1000))

    def _log_silence(self, *, silent: bool) -> None:
        """Log that no relay returns the beacon any more, or that a relay returns it again.

        Each change is logged once.
        """
        if silent and not self._silent:
            log.warning("no relay returns the beacon; deals wait for it")
        if self._silent and not silent:
            log.info("relays return the beacon again")
        self._silent = silent


def _find_waiting_deal(draft: Draft) -> DueDeal | None:
    """Return the deal that waits for the beacon at a table, if any."""
    dealing = draft.table.standing.dealing
    return dealing.due if dealing.waits_for_beacon and draft.table.is_running else None
