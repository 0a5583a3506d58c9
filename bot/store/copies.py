"""Copies of the whole database, made while games are played.

SQLite's own backup or PostgreSQL's `pg_dump` makes them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL

from bot.store.engine import file_of, read_url
from bot.store.errors import CopyFailed

DAILY, BEFORE_MIGRATION = "daily", "before-update"
PAGES = 1000
"""The number of pages that SQLite copies between two checks of whether the bot has to end."""
PART_SUFFIX = ".part"
"""The end of a copy's file name while the copy is being made."""
TIME_FORMAT = "%Y-%m-%d-%H%M%S"


class Copies:
    """The copies in a folder. Only the newest `max_kept` stay. Only one thread at a time may make a copy."""

    def __init__(self, address: str, folder: str = "", max_kept: int = 7) -> None:
        self._url = read_url(address)
        file = file_of(self._url)
        beside_database = (file.parent if file else Path()) / "copies"
        self.folder = Path(folder) if folder else beside_database
        self.max_kept = max_kept
        self._suffix = ".dump" if file is None else ".db"
        self._stopped = threading.Event()

    def make(self, kind: str, now: int) -> Path | None:
        """Make a copy, then remove the oldest copies. Raises CopyFailed.

        Return None if no copies are wanted.
        """
        if not self.max_kept:
            return None
        path = self.folder / f"boneyard-{datetime.fromtimestamp(now, UTC):{TIME_FORMAT}}-{kind}{self._suffix}"
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            for unfinished in self.folder.glob(f"boneyard-*-*{self._suffix}{PART_SUFFIX}"):
                unfinished.unlink()  # its process was killed; left alone, it would keep data that users delete
            copy(self._url, path, self._stopped)
            for old_copy in self.all()[: -self.max_kept]:
                old_copy.unlink()
        except OSError as error:
            raise CopyFailed(f"{self.folder}: {error.strerror}") from error
        return path

    def all(self) -> Sequence[Path]:
        """Return all copies in the folder, the oldest first."""
        return sorted(self.folder.glob(f"boneyard-*-*{self._suffix}"))

    def newest_copy_time(self, kind: str) -> int | None:
        """Return when the newest copy of a kind was made; None if there is no copy."""
        ending = f"-{kind}{self._suffix}"
        names = [path.name.removesuffix(ending) for path in self.all() if path.name.endswith(ending)]
        times = [_parse_time(name.removeprefix("boneyard-")) for name in names]
        return max((time for time in times if time is not None), default=None)

    def stop(self) -> None:
        """Abandon the copy that is being made, because the bot ends."""
        self._stopped.set()


def copy(url: URL, to: Path, stopped: threading.Event | None = None) -> None:
    """Copy a database into a new file that only its owner can read.

    Raises CopyFailed; no unfinished file is left then.
    """
    part = to.with_name(to.name + PART_SUFFIX)
    file = file_of(url)
    stopped = stopped or threading.Event()
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        if file is None:
            _dump(url, part, stopped)
        else:
            _copy_sqlite(file, part, stopped)
        flush_to_disk(part)
        part.replace(to)
        flush_to_disk(to.parent)
    except OSError as error:
        raise CopyFailed(f"{to}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise CopyFailed(f"{to}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _copy_sqlite(file: Path, part: Path, stopped: threading.Event) -> None:
    """Copy the database as it is committed now. Games can go on meanwhile, since our connection only reads."""

    def check_stopped(*_: int) -> None:
        if stopped.is_set():
            raise CopyFailed("the bot ends")

    with closing(reader(file)) as source, closing(sqlite3.connect(part)) as target:
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_schema").fetchone()  # from now on the connection sees no later commit
        source.backup(target, pages=PAGES, progress=check_stopped)
        target.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file
        ((damage,),) = target.execute("PRAGMA quick_check(1)").fetchall()
        if damage != "ok":
            raise CopyFailed(f"the database is damaged: {damage}")


def reader(file: Path) -> sqlite3.Connection:
    """Return a read-only connection.

    With two connections that write, SQLite before 3.51.3 can damage the file.
    """
    return sqlite3.connect(file.absolute().as_uri() + "?mode=ro", uri=True, isolation_level=None)


def _dump(url: URL, part: Path, stopped: threading.Event) -> None:
    """Let `pg_dump` write a file that `pg_restore` can read."""
    run_postgres("pg_dump", url, "--format=custom", "--no-owner", f"--file={part}", stopped=stopped)


def run_postgres(program: str, url: URL, *arguments: str, stopped: threading.Event | None = None) -> None:
    """Run a program of PostgreSQL on a database.

    The password is passed in its environment, where other users can't see it. Raises CopyFailed.
    """
    if shutil.which(program) is None:
        raise CopyFailed(f"{program} is not installed: install PostgreSQL's client programs")
    address = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    process = subprocess.Popen(
        [program, "--no-password", f"--dbname={address}", *arguments],
        env={**os.environ, **secret},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    output = _wait_for_process(process, stopped or threading.Event())
    if process.returncode:
        errors = output.strip().splitlines()
        raise CopyFailed(f"{program}: {errors[0] if errors else 'it failed'}")


def _wait_for_process(process: subprocess.Popen[str], stopped: threading.Event) -> str:
    """Return what a process wrote to its stderr; terminate it once `stopped` is set."""
    while True:
        try:
            return process.communicate(timeout=0.5)[1]
        except subprocess.TimeoutExpired:
            if stopped.is_set():
                process.terminate()


def flush_to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would outlast a power cut. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _parse_time(name: str) -> int | None:
    try:
        return int(datetime.strptime(name, TIME_FORMAT).replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None
