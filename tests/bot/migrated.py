"""New databases without their migrations, which take longer than most tests: SQLite's are copied from one file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from bot.store import migrate, store
from bot.store.engine import file_of, make_private, read_url


@contextmanager
def migrated() -> Iterator[None]:
    """Let `Store.open` find its new SQLite file migrated; one that holds something is migrated as ever."""
    with patch.object(store, "upgrade", _copied):
        yield


@cache
def newest() -> str:
    """Return the revision that this program wants."""
    return str(ScriptDirectory(str(migrate.MIGRATIONS)).get_current_head())


def _copied(url: URL) -> None:
    file = file_of(url)
    if file is None or file.stat().st_size:
        return migrate.upgrade(url)
    copy = file.with_name(file.name + ".new")
    make_private(copy)
    copy.write_bytes(_whole())
    copy.replace(file)  # whole or not at all, as by migrations
    return None


@cache
def _whole() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, "boneyard.db")
        migrate.upgrade(read_url(f"sqlite:///{file}"))
        return file.read_bytes()
