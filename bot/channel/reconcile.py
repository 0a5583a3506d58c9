"""Decides when a table is shown: after every change, and again after a wait if Discord refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import structlog

from bot.channel.channel import Channel
from bot.channel.port import Refused, TryLater
from bot.channel.resting_postman import RestingPostman
from bot.service import Service
from bot.table.log.model import Status
from bot.table.refusals import Elsewhere, NoAnswer, Refusal
from bot.talk.trouble import Trouble

log = structlog.get_logger()

FIRST_WAIT = 10.0
LONGEST_WAIT = 300.0
"""Seconds between attempts while Discord does not answer.

Before each of them, the library has already tried several times.
"""
REFUSED_WAIT = 300.0
LONGEST_REFUSED_WAIT = 3600.0
"""Seconds between attempts after Discord refused.

A press or a change of permissions leads to an earlier attempt.
"""

PATIENCE = 5.0
"""Seconds that an answer waits for the message that it reports on."""
JUST_AFTER = 0.1
"""Seconds from the end of a place's rest until the next attempt there."""
BATCH = 5
"""How many outdated tables `resume` begins to show at once.

After an absence there may be thousands, and presses come first.
"""


class Reconciler:
    """Keeps every table's messages up to date, one task a table."""

    def __init__(self, service: Service, channel: Channel, postman: RestingPostman) -> None:
        self._service = service
        self._channel = channel
        self._postman = postman
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._waits: dict[int, float] = {}
        self._doubted: set[int] = set()
        self._refused: dict[int, Refused] = {}
        self._resting: set[int] = set()
        self._outdated: list[int] = []
        self._logged: dict[int, str] = {}
        self._watchers: list[Callable[[int], object]] = []

    def watch(self, watcher: Callable[[int], object]) -> None:
        """Call a function with each table whenever it was brought up to date."""
        self._watchers.append(watcher)

    async def resume(self) -> bool:
        """Show some tables that are outdated, as after a start, the newest first.

        Return whether others are left. Tables that wait for their next attempt go on waiting.
        """
        if not self._outdated:
            self._outdated = [table for table in await self._service.outbox.unshown_tables() if self._is_idle(table)]
        for _ in range(min(BATCH, len(self._outdated))):
            if self._is_idle(table := self._outdated.pop()):
                self.touch(table)
        return bool(self._outdated)

    def _is_idle(self, table: int) -> bool:
        return table not in self._later and table not in self._running and table not in self._resting

    def touch(self, table: int) -> None:
        """Show this table, since something may have changed there."""
        if table in self._resting:
            return
        if timer := self._later.pop(table, None):
            timer.cancel()
        if table in self._running:
            self._again.add(table)
            return
        if (refused := self._refused.get(table)) and (seconds := self._postman.seconds_left(refused.place)):
            self._wait(table, seconds + JUST_AFTER)
            return
        task = asyncio.get_running_loop().create_task(self._show(table), name=f"show-{table}")
        self._running[table] = task
        task.add_done_callback(lambda _: self._on_done(table))

    def recheck(self, table: int) -> None:
        """Check whether the newest message is still there.

        A user who asks for the table by a command may do so because the message was deleted.
        """
        self._doubted.add(table)
        self.touch(table)

    def mark_moved(self, table: int) -> None:
        """Note that the table has moved to another place.

        A refusal in the old place no longer matters.
        """
        self._refused.pop(table, None)
        self.touch(table)

    def find_refusal(self, table: int) -> Refused | None:
        """Return the refusal that keeps a table from being shown at present, if any."""
        return self._refused.get(table) or self._channel.threads.threadless.get(table)

    def has_refusal_in(self, place: int) -> bool:
        """Return whether Discord refused the newest message in a channel or thread."""
        return any(refused.place == place for refused in self._refused.values())

    async def wait_for_attempt(self, table: int) -> bool:
        """Wait until the running attempt to show a table is over.

        Return whether it was over within `PATIENCE` seconds.
        """
        if (task := self._running.get(table)) is None:
            return True
        return bool((await asyncio.wait({task}, timeout=PATIENCE))[0])

    async def place_deleted(self, place: int) -> None:
        """Check the tables of a channel or thread that was deleted."""
        for table in await self._service.listing.in_channel(place, (Status.RUNNING,)):
            self.recheck(table.id)

    async def place_changed(self, place: int) -> None:
        """Try again in a place that was changed: posting may be allowed now."""
        self._postman.forget_refusal(place)
        if self._refused:
            for table in await self._service.listing.in_channel(place, tuple(Status)):
                self._retry_if_refused(table.id)

    async def guild_changed(self, guild: int) -> None:
        """Try again on a server whose roles or permissions have changed."""
        if self._refused:
            for table in await self._service.outbox.open_in(guild):
                self._retry_if_refused(table)

    async def guild_left(self, guild: int) -> None:
        """Let the tables of a server rest while the bot is removed from it."""
        for table in await self._service.outbox.open_in(guild):
            self._resting.add(table)
            self._refused[table] = Refused(Trouble.LEFT, guild)
            if timer := self._later.pop(table, None):
                timer.cancel()

    async def guild_joined(self, guild: int) -> None:
        """Go on with the tables of a server that the bot is on (again).

        Messages that were deleted meanwhile are sent again.
        """
        for table in await self._service.outbox.open_in(guild):
            self._resting.discard(table)
            self._refused.pop(table, None)
            self.recheck(table)

    async def guilds_known(self, guilds: Collection[int]) -> None:
        """Note that the bot is on exactly these servers after it was away."""
        for guild in await self._service.outbox.open_guilds():
            if guild not in guilds:
                await self.guild_left(guild)
            elif not self._resting.isdisjoint(await self._service.outbox.open_in(guild)):
                await self.guild_joined(guild)

    async def wait_idle(self) -> None:
        """Wait until no attempt is under way; the next one may be due later."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def drop(self) -> None:
        """Cancel all running and waiting attempts.

        From now on, some tables may belong to another process. The next `resume` finds the tables that are not shown.
        """
        self._again.clear()
        self._outdated.clear()
        for timer in self._later.values():
            timer.cancel()
        self._later.clear()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop; outdated tables are shown after the next start."""
        await self.drop()

    def _forget(self, table: int) -> None:
        """Leave a table to the process that serves its server."""
        for by_table in (self._waits, self._logged, self._refused):
            by_table.pop(table, None)
        for tables in (self._doubted, self._resting, self._again):
            tables.discard(table)

    def _on_done(self, table: int) -> None:
        self._running.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.touch(table)

    async def _show(self, table: int) -> None:
        self._again.discard(table)
        doubted = table in self._doubted
        try:
            seconds = await self._channel.show(table, doubted=doubted)
        except Refused as refused:
            self._log_once("not allowed", table, str(refused))
            if table not in self._resting:
                self._refused[table] = refused
                self._wait(table, self._next_wait(table, REFUSED_WAIT, LONGEST_REFUSED_WAIT))
        except Elsewhere:
            self._forget(table)
        except TryLater as later:
            self._log_once("no answer", table, str(later))
            self._wait(table, later.seconds)
        except Refusal as refusal:
            if not isinstance(refusal, NoAnswer):
                self._log_once("cannot be shown", table, str(refusal))
            self._wait(table, None)
        except Exception:
            log.exception("showing failed", table=table)
            self._wait(table, None)
        else:
            for watcher in self._watchers:
                watcher(table)
            self._waits.pop(table, None)
            self._logged.pop(table, None)
            if doubted:
                self._doubted.discard(table)
            self._retry_same_place(self._refused.pop(table, None))
            if seconds is not None and table not in self._again:
                self._wait(table, seconds)

    def _log_once(self, event: str, table: int, reason: str) -> None:
        """Log why a table cannot be shown, once per reason."""
        if self._logged.get(table) != reason:
            log.warning(event, table=table, reason=reason)
        self._logged[table] = reason

    def _retry_if_refused(self, table: int) -> None:
        """Retry a table if Discord refused it: something was changed in its place."""
        if refused := self._refused.get(table):
            self._postman.forget_refusal(refused.place)
            self.touch(table)

    def _retry_same_place(self, ended: Refused | None) -> None:
        """Retry the tables that were refused in the place of a refusal that has ended."""
        for table, refused in self._refused.items():
            if ended is not None and refused.place == ended.place:
                self.touch(table)

    def _wait(self, table: int, seconds: float | None) -> None:
        """Show a table after some seconds; after None, as if Discord did not answer."""
        if seconds is None:
            seconds = self._next_wait(table, FIRST_WAIT, LONGEST_WAIT)
        self._later[table] = asyncio.get_running_loop().call_later(seconds, self.touch, table)

    def _next_wait(self, table: int, first: float, longest: float) -> float:
        """Return the seconds to wait: `first`, then doubled each time up to `longest`."""
        seconds = min(max(self._waits.get(table, first), first), longest)
        self._waits[table] = 2 * seconds
        return seconds
