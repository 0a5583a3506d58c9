"""Makes the deals that wait for a round of the public beacon, as soon as it is published."""

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
"""How many tables of the backlog are begun at once, the newest first.

After an outage there may be thousands, and presses come first.
"""


class Dealer:
    """One task for each table whose deal waits for the beacon."""

    def __init__(
        self, service: Service, relays: Relays, clock: Clock, examine: Callable[[int], Awaitable[None]]
    ) -> None:
        """Deal at the tables of a service; closing the dealer closes the relays.

        `examine` checks whether the announcement of the deal that waits at a table is gone, and records that.
        """
        self._service = service
        self._examine = examine
        self._relays = relays
        self._clock = clock
        self._dealing: dict[int, asyncio.Task[None]] = {}
        self._changed_meanwhile: set[int] = set()
        self._backlog: list[int] = []
        self._silent = self._closed = False
        self.loop = Loop("deals", self.resume, every=INTERVAL, rest=1)
        service.repository.watch(self._on_table_change)

    def start_deal(self, table: int) -> None:
        """Start a task that makes the deal of a table, if one waits."""
        if table in self._dealing:
            self._changed_meanwhile.add(table)
        elif not self._closed:
            task = asyncio.get_running_loop().create_task(self._deal_when_published(table), name=f"deal-{table}")
            self._dealing[table] = task
            task.add_done_callback(lambda _: self._on_done(table))

    async def resume(self) -> None:
        """Start a batch of the deals that wait without a task, for example since the bot was down."""
        if not self._backlog:
            self._backlog = list(await self._service.listing.waiting_for_dealer())
        for _ in range(min(BATCH, len(self._backlog))):
            if (table := self._backlog.pop()) not in self._dealing:
                self.start_deal(table)
        if self._backlog:
            self.loop.ring()

    async def wait_idle(self) -> None:
        """Wait until no deal is under way."""
        while self._dealing:
            await asyncio.gather(*self._dealing.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop; the deals that are not made yet are made after the next start."""
        self._closed = True
        tasks = list(self._dealing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._relays.close()

    def _on_table_change(self, table: int) -> None:
        if self._service.repository.waits_for_beacon(table):
            self.start_deal(table)

    def _on_done(self, table: int) -> None:
        del self._dealing[table]
        if table in self._changed_meanwhile:
            self._changed_meanwhile.discard(table)
            self._on_table_change(table)

    async def _deal_when_published(self, table: int) -> None:
        """Wait and deal; a deal that fails is tried again at the next search."""
        try:
            due = await self._service.tables.see(table, _waiting)
            if due is not None and due.message is not None:
                await self._deal(table, due, due.message)
        except NoBeacon:
            self._log_silence(silent=True)
            self.loop.ring(RETRY_DELAY)
        except Refusal as refused:
            if not isinstance(refused, NoAnswer):
                log.debug("a deal was refused", table=table, error=type(refused).__name__)
        except Exception:
            log.exception("a deal cannot be made", table=table)

    async def _deal(self, table: int, due: DueDeal, message: int) -> None:
        """Make a deal once its round is published. Raises NoBeacon if no relay has it then."""
        round_ = QUICKNET.round_of(message)
        await asyncio.sleep(self._seconds_until(round_, message))
        signature = await self._relays.signature(round_)
        self._log_silence(silent=False)
        await self._check_announcement(table)
        await self._service.tables.do(table, NO_CAUSE, deals.deal, due.deal, signature)

    async def _check_announcement(self, table: int) -> None:
        """Check that the announcement is still there; no deal fails because of this check.

        After the deal, a deleted announcement can't be reported any more.
        """
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                await self._examine(table)
        except TimeoutError:
            log.debug("an announcement was not looked at in time", table=table)
        except Exception:
            log.exception("an announcement cannot be looked at", table=table)

    def _seconds_until(self, round_: int, message: int) -> float:
        """Return the seconds until a round is published.

        They go by our clock, but are at most the time from the announcement, which has been sent, to the round. So a
        clock that is behind delays nothing by more than that; a clock that is ahead only lets us ask too early.
        """
        published_at = QUICKNET.speaks_at(round_)
        return max(0.0, min(published_at - self._clock.now(), published_at - message_time(message) / 1000))

    def _log_silence(self, *, silent: bool) -> None:
        """Log once that no relay returns the beacon, and once that one does again."""
        if silent and not self._silent:
            log.warning("no relay tells the beacon: deals wait for it")
        if self._silent and not silent:
            log.info("the beacon is told again")
        self._silent = silent


def _waiting(draft: Draft) -> DueDeal | None:
    """Return the deal that waits for the beacon at a table, if any."""
    dealing = draft.table.standing.dealing
    return dealing.due if dealing.waits and draft.table.is_running else None
