"""Restores a database from a copy, and marks it as restored for the next start of the bot."""

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
from bot.store.copies import flush_to_disk, reader, run_postgres
from bot.store.engine import file_of, read_url
from bot.store.errors import CopyFailed, DatabaseRefused
from bot.store.lock import lock_of, take
from bot.store.migrate import check_revisions, sync_engine
from bot.store.owner import as_owner
from bot.store.schema import meta

RESTORED = "restored"
"""The key under which a database records that it replaced another database.

The value has two times in UTC seconds: when the bot of the copy was last known to run, and when the copy was restored.
The bot deletes the key once it has dealt with the restore.
"""
BEAT = "beat"
"""The key of the time when the bot was last known to run."""


async def restore(address: str, copy: Path) -> Path | None:
    """Replace a database that no bot uses with a copy.

    The replaced database is kept; return its path, or None if there was none. Raises DatabaseRefused, in which case
    nothing has changed.
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


async def _run_exclusively(url: URL, replace_database: Callable[[], Path | None]) -> Path | None:
    """Put a copy in place while no bot uses the database. Raises DatabaseRefused.

    Return only in the next second, so that the bot can't start in this second. A message's nonce contains the second,
    so Discord could take a new message for one that was sent before the restore.
    """
    lock = await take(url)
    try:
        replaced = replace_database()
        await asyncio.sleep(1.01 - time.time() % 1)
        return replaced
    finally:
        await lock.release()


@contextmanager
def _open_copy(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy before root gives up its rights, since the owner of the database may not be allowed to read it."""
    with closing(reader(copy)) as source:
        source.execute("SELECT 1 FROM sqlite_schema").fetchone()  # only now does SQLite open the file
        yield source


def _find_unused(path: Path) -> Path:
    """Return this path, or a numbered one if a file has it, since each restore keeps the database that it replaces."""
    names = (path.with_name(path.name + (f"-{n}" if n > 1 else "")) for n in count(1))
    return next(name for name in names if not name.exists())


def _restore_file(file: Path, copy: Path, source: sqlite3.Connection) -> Path | None:
    new_file = file.with_name(file.name + ".new")
    replaced_path = _find_unused(file.with_name(file.name + ".replaced"))
    try:
        os.close(os.open(new_file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW, 0o600))
        _write_marked_copy(copy, source, new_file)
        _give_to_owner(new_file, file)
        return _swap_files(file, new_file, replaced_path)
    finally:
        new_file.unlink(missing_ok=True)


def _write_marked_copy(copy: Path, source: sqlite3.Connection, new: Path) -> None:
    """Write a copy and the mark into a new file. Raises DatabaseRefused if the copy is no database of ours."""
    with closing(sqlite3.connect(new)) as target:
        source.backup(target)
        if target.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise DatabaseRefused(f"{copy} is damaged: take another copy.")
        try:
            revisions = {name for (name,) in target.execute("SELECT version_num FROM alembic_version")}
        except sqlite3.Error:
            raise DatabaseRefused(f"{copy} is not a database of Boneyard.") from None
        check_revisions(revisions)
        (beat,) = target.execute("SELECT max(value) FROM meta WHERE key = ?", (BEAT,)).fetchone()
        target.execute("DELETE FROM meta WHERE key = ?", (RESTORED,))
        target.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (RESTORED, _restored_mark(beat)))
        target.execute("DELETE FROM checkpoints")
        target.commit()
        target.execute("PRAGMA journal_mode=DELETE")


def _give_to_owner(new: Path, file: Path) -> None:
    """If root made the new file and the lock, give them to the owner of the old file, who runs the bot."""
    if os.geteuid() == 0 and file.exists():
        owner = file.stat(follow_symlinks=False)
        for new_file in (new, lock_of(file)):
            os.chown(new_file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _restored_mark(beat: str | None) -> str:
    """Return the value of `RESTORED`. Without a beat, the bot counts as having run until now."""
    now = int(time.time())
    return f"{beat or now} {now}"


def _swap_files(file: Path, new: Path, replaced_path: Path) -> Path | None:
    """Put the new file in place. Return the new path of the old one, if any.

    SQLite's log is moved with the old file, since SQLite would apply the log to the new file.
    """
    existed = file.exists()
    for suffix in ("", "-wal", "-shm"):
        old = file.with_name(file.name + suffix)
        if old.exists():
            shutil.move(old, replaced_path.with_name(replaced_path.name + suffix))
    new.replace(file)
    flush_to_disk(file.parent)
    return replaced_path if existed else None


def _restore_server(url: URL, copy: Path) -> Path:
    """Dump the database, let `pg_restore` replace it with the copy in one transaction, and mark it."""
    replaced_path = _find_unused(copy.with_name("boneyard.dump.replaced"))
    dump(url, replaced_path)
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    try:
        run_postgres("pg_restore", url, *options, str(copy))
    except CopyFailed:
        replaced_path.unlink()  # nothing was replaced
        raise
    engine = sync_engine(url)
    try:
        with engine.begin() as connection:
            beat = connection.scalar(select(meta.c.value).where(meta.c.key == BEAT))
            connection.execute(delete(meta).where(meta.c.key == RESTORED))
            connection.execute(insert(meta).values(key=RESTORED, value=_restored_mark(beat)))
    except SQLAlchemyError as error:
        raise CopyFailed(f"the dump is read, but not marked as restored ({type(error).__name__})") from error
    finally:
        engine.dispose()
    return replaced_path
