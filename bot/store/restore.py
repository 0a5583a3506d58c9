"""Restores a copy, with a mark that the bot finds at its next start."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.store.copies import copy as dump
from bot.store.copies import reader, run_postgres
from bot.store.engine import file_of, read_url
from bot.store.errors import CopyFailed, DatabaseRefused
from bot.store.lock import lock_of, take
from bot.store.migrate import check_revisions, sync_engine
from bot.store.owner import as_owner
from bot.store.schema import meta

RESTORED = "restored"
"""The key under which a database records that it replaced another one.

The value is when its bot was last known to run, and when it was restored, in UTC seconds. The bot removes the key once
it has acted.
"""
BEAT = "beat"
"""The key of the time when the bot was last known to run."""


async def restore(address: str, copy: Path) -> Path | None:
    """Replace a database that no bot uses by a copy.

    Return the path of the replaced database, if there was one. This ends in a later second than all that is lost: a
    message's nonce has the second in it, and Discord takes a new message for the lost one of the same nonce. Raises
    DatabaseRefused, in which case nothing has changed.
    """
    url = read_url(address)
    file = file_of(url)
    _require_copy(copy)
    try:
        if file is None:
            return await _run_exclusively(url, partial(_restore_server, url, copy))
        with _open_copy(copy) as source, as_owner(file):
            return await _run_exclusively(url, partial(_restore_file, file, copy, source))
    except (OSError, sqlite3.Error, CopyFailed) as error:
        raise DatabaseRefused(f"{copy} cannot be restored: {error}.") from error


def _require_copy(copy: Path) -> None:
    if not copy.is_file():
        raise DatabaseRefused(f"{copy} cannot be restored: there is no such file.")


async def _run_exclusively(url: URL, put: Callable[[], Path | None]) -> Path | None:
    """Put a copy in place while no bot uses the database. Raises DatabaseRefused."""
    lock = await take(url)
    try:
        there = put()
        await asyncio.sleep(1.01 - time.time() % 1)
        return there
    finally:
        await lock.release()


@contextmanager
def _open_copy(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy at once: the owner of the database may have no right to."""
    with closing(reader(copy)) as source:
        source.execute("SELECT 1 FROM sqlite_schema").fetchone()
        yield source


def _free(path: Path) -> Path:
    """Return an unused file name.

    So a second restored copy does not overwrite what the bot had.
    """
    names = (path.with_name(path.name + (f"-{n}" if n > 1 else "")) for n in count(1))
    return next(name for name in names if not name.exists())


def _restore_file(file: Path, copy: Path, source: sqlite3.Connection) -> Path | None:
    new, before = file.with_name(file.name + ".new"), _free(file.with_name(file.name + ".replaced"))
    try:
        os.close(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW, 0o600))
        _write_marked_copy(copy, source, new)
        _give_to_owner(new, file)
        return _swap_files(file, new, before)
    finally:
        new.unlink(missing_ok=True)


def _write_marked_copy(copy: Path, source: sqlite3.Connection, new: Path) -> None:
    """Write a copy into a new file with its mark.

    Raises DatabaseRefused if it is not a database of ours.
    """
    with closing(sqlite3.connect(new)) as target:
        source.backup(target)
        if target.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise DatabaseRefused(f"{copy} is damaged: take another copy.")
        try:
            there = {name for (name,) in target.execute("SELECT version_num FROM alembic_version")}
        except sqlite3.Error:
            raise DatabaseRefused(f"{copy} is no database of Boneyard.") from None
        check_revisions(there)
        (beat,) = target.execute("SELECT max(value) FROM meta WHERE key = ?", (BEAT,)).fetchone()
        target.execute("DELETE FROM meta WHERE key = ?", (RESTORED,))
        target.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (RESTORED, _mark(beat)))
        target.execute("DELETE FROM checkpoints")
        target.commit()
        target.execute("PRAGMA journal_mode=DELETE")


def _give_to_owner(new: Path, file: Path) -> None:
    """Give files that root makes here, the lock too, to the former file's owner.

    The bot does not run as root.
    """
    if os.geteuid() == 0 and file.exists():
        owner = file.stat(follow_symlinks=False)
        for made in (new, lock_of(file)):
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _mark(beat: str | None) -> str:
    now = int(time.time())
    return f"{beat or now} {now}"


def _swap_files(file: Path, new: Path, before: Path) -> Path | None:
    """Put the new file in place.

    The old one's log is moved away with it: it would be read into the new one.
    """
    there = file.exists()
    for end in ("", "-wal", "-shm"):
        old = file.with_name(file.name + end)
        if old.exists():
            shutil.move(old, before.with_name(before.name + end))
    new.replace(file)
    return before if there else None


def _restore_server(url: URL, copy: Path) -> Path:
    """Let PostgreSQL's own program restore a dump, all or nothing, and mark it.

    What was there is dumped before.
    """
    before = _free(copy.with_name("boneyard.dump.replaced"))
    dump(url, before)
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    try:
        run_postgres("pg_restore", url, *options, str(copy))
    except CopyFailed:
        before.unlink()  # it is still there
        raise
    engine = sync_engine(url)
    try:
        with engine.begin() as connection:
            beat = connection.scalar(select(meta.c.value).where(meta.c.key == BEAT))
            connection.execute(delete(meta).where(meta.c.key == RESTORED))
            connection.execute(insert(meta).values(key=RESTORED, value=_mark(beat)))
    except SQLAlchemyError as error:
        raise CopyFailed(f"the dump is read, but not marked as restored ({type(error).__name__})") from error
    finally:
        engine.dispose()
    return before
