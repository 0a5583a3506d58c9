"""Shows a table after every change, and again after a wait if Discord refused."""

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
"""The first and the longest wait in seconds while Discord does not answer.

In each attempt, the library has already tried several times.
"""
REFUSED_WAIT = 300.0
LONGEST_REFUSED_WAIT = 3600.0
"""The first and the longest wait in seconds after Discord refused.

A press or a change of permissions leads to an earlier attempt.
"""

PATIENCE = 5.0
"""The seconds for which an answer waits for the table to be shown, so that it can report a refusal."""
JUST_AFTER = 0.1
"""Seconds until the next attempt at a place, once the postman sends requests there again."""
BATCH = 5
"""How many outdated tables `resume` begins to show at a time.

After an outage there may be thousands, and presses come first.
"""


class Reconciler:
    """Keeps the messages of all tables up to date, with one task for each table."""

    def __init__(self, service: Service, channel: Channel, postman: RestingPostman) -> None:
        self._service = service
        self._channel = channel
        self._postman = postman
        self._attempts: dict[int, asyncio.Task[None]] = {}
        """The running attempt of each table."""
        self._changed_tables: set[int] = set()
        """Tables that changed during the running attempt, so that another one follows."""
        self._timers: dict[int, asyncio.TimerHandle] = {}
        """The timer of each table's next attempt."""
        self._next_waits: dict[int, float] = {}
        """How many seconds to wait after the next failure."""
        self._doubtful_tables: set[int] = set()
        """Tables whose messages may have been deleted."""
        self._refusals: dict[int, Refused] = {}
        """The refusals of tables that Discord refuses to show."""
        self._resting_tables: set[int] = set()
        """Tables of servers that the bot is not on; they are not shown."""
        self._to_resume: list[int] = []
        """Tables that `resume` still has to show, the next one last."""
        self._logged_reasons: dict[int, str] = {}
        """The last reason logged for a table that can't be shown."""
        self._watchers: list[Callable[[int], object]] = []

    def watch(self, watcher: Callable[[int], object]) -> None:
        """Call `watcher` with a table's id each time after its messages were updated."""
        self._watchers.append(watcher)

    async def resume(self) -> bool:
        """Begin to show some outdated tables, the newest first.

        Return whether others are left. Tables that wait for their next attempt go on waiting.
        """
        if not self._to_resume:
            self._to_resume = [table for table in await self._service.outbox.unshown_tables() if self._is_idle(table)]
        for _ in range(min(BATCH, len(self._to_resume))):
            if self._is_idle(table := self._to_resume.pop()):
                self.touch(table)
        return bool(self._to_resume)

    def _is_idle(self, table: int) -> bool:
        return table not in self._timers and table not in self._attempts and table not in self._resting_tables

    def touch(self, table: int) -> None:
        """Show a table as soon as possible, since something may have changed there."""
        if table in self._resting_tables:
            return
        if timer := self._timers.pop(table, None):
            timer.cancel()
        if table in self._attempts:
            self._changed_tables.add(table)
            return
        if (refused := self._refusals.get(table)) and (seconds := self._postman.seconds_left(refused.place)):
            self._show_later(table, seconds + JUST_AFTER)
            return
        task = asyncio.get_running_loop().create_task(self._show(table), name=f"show-{table}")
        self._attempts[table] = task
        task.add_done_callback(lambda _: self._on_done(table))

    def recheck(self, table: int) -> None:
        """Show a table, after a check whether its messages were deleted.

        A deleted message may be the reason why a user asks for the table with a command.
        """
        self._doubtful_tables.add(table)
        self.touch(table)

    def mark_moved(self, table: int) -> None:
        """Note that the table has moved to another place.

        A refusal in the old place no longer matters.
        """
        self._refusals.pop(table, None)
        self.touch(table)

    def find_refusal(self, table: int) -> Refused | None:
        """Return the refusal that keeps a table from being shown at present, if any."""
        return self._refusals.get(table) or self._channel.threads.refusals.get(table)

    def has_refusal_in(self, place: int) -> bool:
        """Return whether Discord refuses to show some table in a channel or thread."""
        return any(refused.place == place for refused in self._refusals.values())

    async def wait_for_attempt(self, table: int) -> bool:
        """Wait up to `PATIENCE` seconds for the running attempt of a table; return whether it ended in time."""
        if (task := self._attempts.get(table)) is None:
            return True
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        return bool(done)

    async def on_place_deleted(self, place: int) -> None:
        """Check the tables of a channel or thread that was deleted."""
        for table in await self._service.listing.in_channel(place, (Status.RUNNING,)):
            self.recheck(table.id)

    async def on_place_changed(self, place: int) -> None:
        """Try again in a changed place, since posting may be allowed now."""
        self._postman.forget_refusal(place)
        if self._refusals:
            for table in await self._service.listing.in_channel(place, tuple(Status)):
                self._retry_if_refused(table.id)

    async def on_guild_changed(self, guild: int) -> None:
        """Try again on a server whose roles or permissions have changed."""
        if self._refusals:
            for table in await self._service.outbox.open_in(guild):
                self._retry_if_refused(table)

    async def on_guild_left(self, guild: int) -> None:
        """Let the tables of a server rest while the bot is removed from it."""
        for table in await self._service.outbox.open_in(guild):
            self._resting_tables.add(table)
            self._refusals[table] = Refused(Trouble.LEFT, guild)
            if timer := self._timers.pop(table, None):
                timer.cancel()

    async def on_guild_joined(self, guild: int) -> None:
        """Resume the tables of a server that the bot has joined.

        It may have been there before. Messages that were deleted meanwhile are sent again.
        """
        for table in await self._service.outbox.open_in(guild):
            self._resting_tables.discard(table)
            self._refusals.pop(table, None)
            self.recheck(table)

    async def on_connected(self, guilds: Collection[int]) -> None:
        """Note which servers the bot is on, after it has connected.

        Tables of other servers rest, and resting tables of these servers go on.
        """
        for guild in await self._service.outbox.open_guilds():
            if guild not in guilds:
                await self.on_guild_left(guild)
            elif not self._resting_tables.isdisjoint(await self._service.outbox.open_in(guild)):  # some tables rest
                await self.on_guild_joined(guild)

    async def wait_idle(self) -> None:
        """Wait until no attempt is running; the next one may be due later."""
        while self._attempts:
            await asyncio.gather(*self._attempts.values(), return_exceptions=True)
            await asyncio.sleep(0)  # the callbacks of the attempts remove them

    async def drop(self) -> None:
        """Cancel all running and waiting attempts.

        From now on, another process may serve some of the tables. The next `resume` finds the tables that are still
        outdated.
        """
        self._changed_tables.clear()
        self._to_resume.clear()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        tasks = list(self._attempts.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop; outdated tables are shown after the next start."""
        await self.drop()

    def _forget(self, table: int) -> None:
        """Forget a table whose server is served by another process."""
        for by_table in (self._next_waits, self._logged_reasons, self._refusals):
            by_table.pop(table, None)
        for tables in (self._doubtful_tables, self._resting_tables, self._changed_tables):
            tables.discard(table)

    def _on_done(self, table: int) -> None:
        self._attempts.pop(table, None)
        if table in self._changed_tables:
            self._changed_tables.discard(table)
            self.touch(table)

    async def _show(self, table: int) -> None:
        self._changed_tables.discard(table)  # this attempt shows all changes so far
        doubted = table in self._doubtful_tables
        try:
            seconds = await self._channel.show(table, doubted=doubted)
        except Refused as refused:
            self._log_once("not allowed", table, str(refused))
            if table not in self._resting_tables:
                self._refusals[table] = refused
                self._show_later(table, self._lengthen_wait(table, REFUSED_WAIT, LONGEST_REFUSED_WAIT))
        except Elsewhere:
            self._forget(table)
        except TryLater as later:
            self._log_once("no answer", table, str(later))
            self._show_later(table, later.seconds)
        except Refusal as refusal:
            if not isinstance(refusal, NoAnswer):  # the store logs an outage of the database
                self._log_once("cannot be shown", table, str(refusal))
            self._show_later(table, None)
        except Exception:
            log.exception("showing failed", table=table)
            self._show_later(table, None)
        else:
            for watcher in self._watchers:
                watcher(table)
            self._next_waits.pop(table, None)
            self._logged_reasons.pop(table, None)
            if doubted:
                self._doubtful_tables.discard(table)
            # if the table was refused before, others in the same place may succeed now
            self._retry_same_place(self._refusals.pop(table, None))
            if seconds is not None and table not in self._changed_tables:
                self._show_later(table, seconds)

    def _log_once(self, event: str, table: int, reason: str) -> None:
        """Log why a table cannot be shown, once per reason."""
        if self._logged_reasons.get(table) != reason:
            log.warning(event, table=table, reason=reason)
        self._logged_reasons[table] = reason

    def _retry_if_refused(self, table: int) -> None:
        """Retry a table if Discord refused it, after a change in its place."""
        if refused := self._refusals.get(table):
            self._postman.forget_refusal(refused.place)
            self.touch(table)

    def _retry_same_place(self, overcome: Refused | None) -> None:
        """Retry the other tables that were refused in the place of a refusal that is over."""
        for table, refused in self._refusals.items():
            if overcome is not None and refused.place == overcome.place:
                self.touch(table)

    def _show_later(self, table: int, seconds: float | None) -> None:
        """Show a table after some seconds.

        With None, wait `FIRST_WAIT` seconds at first, and longer after each failure.
        """
        if seconds is None:
            seconds = self._lengthen_wait(table, FIRST_WAIT, LONGEST_WAIT)
        self._timers[table] = asyncio.get_running_loop().call_later(seconds, self.touch, table)

    def _lengthen_wait(self, table: int, first: float, longest: float) -> float:
        """Return the seconds to wait: `first`, then twice as long each time, up to `longest`."""
        seconds = min(max(self._next_waits.get(table, first), first), longest)
        self._next_waits[table] = 2 * seconds
        return seconds
