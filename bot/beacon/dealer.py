"""Makes the deals that wait for the public beacon, as soon as it is published.

A relay returns each round.
"""

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

EVERY = 60
"""Seconds until the next look for waiting deals in any case."""
AGAIN = 10
"""Seconds until the next try if a relay did not return a round."""
LOOKED = 3.0
"""Seconds that a deal waits at most for the check of its announcement."""
AT_ONCE = 25
"""Tables that a look begins with, the newest first.

After an absence there may be thousands, and presses come first.
"""


class Dealer:
    """One task for each table whose deal waits for the beacon."""

    def __init__(
        self, service: Service, relays: Relays, clock: Clock, examine: Callable[[int], Awaitable[None]]
    ) -> None:
        """Deal at the tables of a service; the relays are closed with it.

        `examine` checks whether the announcement of the deal that waits at a table is gone, and has that logged.
        """
        self._service = service
        self._examine = examine
        self._relays = relays
        self._clock = clock
        self._dealing: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._behind: list[int] = []
        self._silent = self._closed = False
        self.loop = Loop("deals", self.resume, every=EVERY, rest=1)
        service.repository.watch(self._on_table_change)

    def want(self, table: int) -> None:
        """Make the deal that waits at a table, if one does."""
        if table in self._dealing:
            self._again.add(table)
        elif not self._closed:
            task = asyncio.get_running_loop().create_task(self._serve(table), name=f"deal-{table}")
            self._dealing[table] = task
            task.add_done_callback(lambda _: self._on_done(table))

    async def resume(self) -> None:
        """Resume every deal that waits, as after a start or if no relay answered."""
        if not self._behind:
            self._behind = list(await self._service.listing.waiting_for_dealer())
        for _ in range(min(AT_ONCE, len(self._behind))):
            if (table := self._behind.pop()) not in self._dealing:
                self.want(table)
        if self._behind:
            self.loop.ring()

    async def wait_idle(self) -> None:
        """Wait until no deal is under way."""
        while self._dealing:
            await asyncio.gather(*self._dealing.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop; what is not dealt is dealt after the next start."""
        self._closed = True
        tasks = list(self._dealing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._relays.close()

    def _on_table_change(self, table: int) -> None:
        if self._service.repository.waits_for_beacon(table):
            self.want(table)

    def _on_done(self, table: int) -> None:
        del self._dealing[table]
        if table in self._again:
            self._again.discard(table)
            self._on_table_change(table)

    async def _serve(self, table: int) -> None:
        """Wait and deal; whatever goes wrong is tried again at the next look."""
        try:
            due = await self._service.tables.see(table, _waiting)
            if due is not None and due.message is not None:
                await self._deal(table, due, due.message)
        except NoBeacon:
            self._note(silent=True)
            self.loop.ring(AGAIN)
        except Refusal as refused:
            if not isinstance(refused, NoAnswer):
                log.debug("a deal was refused", table=table, error=type(refused).__name__)
        except Exception:
            log.exception("a deal cannot be made", table=table)

    async def _deal(self, table: int, due: DueDeal, message: int) -> None:
        """Make a deal once its round is published. Raises NoBeacon if it is not."""
        round_ = QUICKNET.round_of(message)
        await asyncio.sleep(self._seconds_until(round_, message))
        signature = await self._relays.signature(round_)
        self._note(silent=False)
        await self._check_announcement(table)
        await self._service.tables.do(table, NO_CAUSE, deals.deal, due.deal, signature)

    async def _check_announcement(self, table: int) -> None:
        """Check that the announcement is still there.

        After the deal it can no longer be reported as gone; no deal fails by this check.
        """
        try:
            async with asyncio.timeout(LOOKED):
                await self._examine(table)
        except TimeoutError:
            log.debug("an announcement was not looked at in time", table=table)
        except Exception:
            log.exception("an announcement cannot be looked at", table=table)

    def _seconds_until(self, round_: int, message: int) -> float:
        """Return the seconds until a round is published.

        They go by our clock, but are at most the time between the round and its announcement, which has been sent. So a
        clock that is behind delays nothing; a clock that is ahead only lets us ask too early.
        """
        speaks = QUICKNET.speaks_at(round_)
        return max(0.0, min(speaks - self._clock.now(), speaks - message_time(message) / 1000))

    def _note(self, *, silent: bool) -> None:
        """Log once that no relay returns the beacon, and once that one does again."""
        if silent and not self._silent:
            log.warning("no relay tells the beacon: deals wait for it")
        if self._silent and not silent:
            log.info("the beacon is told again")
        self._silent = silent


def _waiting(draft: Draft) -> DueDeal | None:
    """Return the deal of a table that waits for the beacon."""
    dealing = draft.table.standing.dealing
    return dealing.due if dealing.waits and draft.table.is_running else None
