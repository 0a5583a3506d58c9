"""The store: an open database, in which everything happens in transactions."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import structlog
from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.engine import clean, connect, file_of, make_private, read_url
from bot.store.errors import DatabaseRefused, build_refusal, translate_error
from bot.store.lock import DatabaseInUse, Lock, SharedLock, take
from bot.store.migrate import is_newest, upgrade
from bot.store.notifications import News, OnTableChange
from bot.store.shard_share import ShardClaim, Share
from bot.store.transaction import Transaction
from bot.table.refusals import Busy, Damaged, NoAnswer, StorageFull

log = structlog.get_logger()

T = TypeVar("T")

OUTAGE_OVER, SAME_OUTAGE = 2.0, 600.0
"""In seconds.

An answer ends an outage if the last failure was more than OUTAGE_OVER before it. A failure that comes at most
SAME_OUTAGE after another one begins no new outage.
"""


class Store:
    """An open database of the newest schema."""

    def __init__(self, engine: AsyncEngine, lock: Lock | None) -> None:
        self._engine = engine
        self._lock = lock
        self._outage = _Outage()
        self._full_at = -math.inf
        self._running: set[asyncio.Task[Any]] = set()
        self.lock_lost = asyncio.Event()
        """Set if another process has taken the database, so that this process has to end."""
        self._lock_check = asyncio.Lock()
        self._lock_in_doubt = False
        self._closed = False
        self._share = Share()
        self.until = math.inf
        """The time of the monotonic clock until which the share is served."""
        event.listen(engine.sync_engine, "connect", self._doubt_lock)

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        alone: bool = True,
        claim: ShardClaim | None = None,
        before: Callable[[], object] = lambda: None,
    ) -> Self:
        """Open a database, after creating or migrating it if need be.

        With `alone`, take its lock, so that no other process can use it, unless both have a `claim` to shards. `before`
        is called before a database that is not empty is migrated. Raises DatabaseRefused.
        """
        url = read_url(address)
        file = file_of(url)
        if file and claim:
            raise DatabaseRefused("SHARDS needs PostgreSQL: with SQLite one process serves all servers.")
        is_new = file is not None and make_private(file)
        lock: Lock | None = None
        try:
            try:
                lock = await _take_lock(url, claim) if alone else None
                await _prepare_schema(url, lock, before)
            except BaseException as error:
                if file and is_new and not isinstance(error, DatabaseInUse):  # else another process needs the file
                    _remove_files(file)
                if lock:
                    await lock.release()
                raise
        except SQLAlchemyError as error:
            raise build_refusal(error, file) from error
        except ModuleNotFoundError as missing:
            raise DatabaseRefused(
                f"PostgreSQL needs {missing.name}: run .venv/bin/pip install -r requirements-postgres.txt."
            ) from missing
        return cls(connect(url), lock)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may share the database."""
        return isinstance(self._lock, SharedLock)

    @property
    def session(self) -> int:
        """The id that PostgreSQL gave this process's session; 0 if the database is not shared."""
        return self._lock.process if isinstance(self._lock, SharedLock) else 0

    @property
    def share(self) -> Share:
        """The Discord servers that this process serves.

        From `until` on there are none, since other processes may serve them.
        """
        return self._share if time.monotonic() < self.until else Share(self._share.total, frozenset())

    def serve(self, share: Share, until: float) -> None:
        """Serve the servers of a share until a given time of the monotonic clock."""
        self._share, self.until = share, until

    def news(
        self,
        on_table_change: OnTableChange,
        on_free_shards: Callable[[], object],
        on_missed: Callable[[], object],
    ) -> News | None:
        """Return a listener to other processes; None if the database is not shared.

        The parameters are those of `News`.
        """
        if not self.is_shared:
            return None
        return News(self._engine.url, lambda: self.session, on_table_change, on_free_shards, on_missed)

    @property
    def file(self) -> Path | None:
        """The file of the database; None for PostgreSQL."""
        return file_of(self._engine.url)

    async def keep_lock(self) -> None:
        """Check that no other process uses the database; otherwise raise DatabaseInUse."""
        if self._lock is None:
            return
        async with self._lock_check:
            self._lock_in_doubt = False
            try:
                with self._translate_errors():
                    await self._lock.keep()
            except BaseException as error:
                self._lock_in_doubt = True
                if isinstance(error, DatabaseInUse):
                    self.lock_lost.set()
                raise

    def _doubt_lock(self, *_: object) -> None:
        """Have the lock checked after a reconnection, since its session may have ended with the old connection."""
        self._lock_in_doubt = True

    async def close(self) -> None:
        """Finish running work, refuse new work, close every connection, then unlock."""
        while self._running:  # work that ends can begin more work
            await asyncio.wait(self._running)
        self._closed = True  # a connection opened from now on would outlive the lock
        await self._engine.dispose()
        if self._lock:
            await self._lock.release()

    async def run(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do some work in one transaction: everything it writes is kept, or nothing.

        Raises Conflict for a key that exists, and the refusals Busy, Damaged, NoAnswer and StorageFull. The work goes
        on even if the caller is cancelled. Otherwise, its abandoned connection would keep locks for an unknown time.
        """
        return await self._run_shielded(self._run_transaction(work))

    async def clean(self) -> None:
        """Remove deleted data from the files: old versions of pages, space between rows.

        The whole database is rewritten, and all other work waits meanwhile. Raises Busy if another program reads it,
        and StorageFull if there is no space for a second copy.
        """
        await self._run_shielded(self._clean_files())

    async def _run_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise Busy
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_done)
        return await asyncio.shield(task)

    async def _clean_files(self) -> None:
        with self._translate_errors():
            await clean(self._engine)

    async def _run_transaction(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        with self._translate_errors():
            connection = await self._engine.connect()
            try:
                async with connection.begin():
                    if self._lock_in_doubt:
                        await self.keep_lock()
                    return await work(Transaction(connection, self.share, self.session))
            finally:
                await connection.close()  # `async with` would close it in another task, in case this task is cancelled

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise the errors that callers handle, and log the beginning and the end of an outage."""
        try:
            yield
        except SQLAlchemyError as error:
            translated = translate_error(error)
            if isinstance(translated, NoAnswer):
                self._outage.note_failure(error)
            elif isinstance(translated, StorageFull):
                self._note_full()
            raise translated from error
        except UnicodeDecodeError as error:  # SQLite's message about a damaged schema can contain any bytes
            raise Damaged from error
        self._outage.note_answer()

    def _note_full(self) -> None:
        """Log that the disk is full, once per outage."""
        now = time.monotonic()
        if now - self._full_at > SAME_OUTAGE:
            log.error("the disk of the database is full: make space, nothing is lost")
        self._full_at = now

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # read, so that asyncio does not report it if the caller was cancelled

    async def recall(self, key: str) -> str | None:
        """Return the text stored under a key, if any."""
        return await self.run(lambda tx: tx.meta.recall(key))

    async def remember(self, key: str, value: str) -> None:
        """Store a text under a key."""
        await self.run(lambda tx: tx.meta.remember(key, value))


async def _take_lock(url: URL, claim: ShardClaim | None) -> Lock:
    """Return the lock of a database. Raises DatabaseRefused."""
    if claim is None:
        return await take(url)
    lock = SharedLock(url, fair=claim.shards is None)
    await lock.begin()
    return lock


def _remove_files(file: Path) -> None:
    """Remove a new database that could not be prepared."""
    for suffix in ("", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)


async def _prepare_schema(url: URL, lock: Lock | None, before: Callable[[], object]) -> None:
    """Migrate a database to this program's schema.

    If other processes use it, it must have that schema already. Raises DatabaseRefused.
    """
    if isinstance(lock, SharedLock) and not lock.first:
        if not await asyncio.to_thread(is_newest, url):
            raise DatabaseInUse
        return
    await asyncio.to_thread(upgrade, url, before=before)
    if isinstance(lock, SharedLock):
        await lock.share()


class _Outage:
    """A time in which the database does not answer.

    Its beginning and its end are logged. The database may answer some queries meanwhile, for example if it can be read
    but not written. That is still one outage.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._last = -math.inf

    def note_failure(self, error: SQLAlchemyError) -> None:
        """Record that the database did not answer."""
        now = time.monotonic()
        if self._since is None and now - self._last > SAME_OUTAGE:
            self._since = now
            cause = getattr(error, "orig", None) or error
            log.error("the database does not answer", error=type(cause).__name__)
        self._last = now

    def note_answer(self) -> None:
        """Record that the database answered."""
        now = time.monotonic()
        if self._since is not None and now - self._last > OUTAGE_OVER:
            log.info("the database answers again", seconds=round(self._last - self._since, 1))
            self._since = None
