"""The operator's commands `backup`, `restore` and `health`.

`backup` and `restore` work on the database; `health` asks the running bot.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.hosting.health import ask_health
from bot.settings import Settings
from bot.store import CopyFailed, DatabaseRefused
from bot.store.copies import copy
from bot.store.engine import file_of, read_url
from bot.store.owner import act_as_owner_of
from bot.store.restore import restore as restore_copy


def require_database(settings: Settings) -> None:
    """Check that the database's file exists. Raises DatabaseRefused if it doesn't.

    A command that only reads must not create a database.
    """
    file = file_of(read_url(settings.database_url))
    if file is not None and not file.is_file():
        raise DatabaseRefused(
            f"There is no database at {file}. "
            "Run this in the folder in which the bot is started, or name its settings with --settings."
        )


@contextmanager
def as_operator(settings: Settings) -> Iterator[None]:
    """Check that the database exists. Inside the `with` block, root acts as its owner. Raises DatabaseRefused."""
    require_database(settings)
    with act_as_owner_of(settings.database_url):
        yield


def backup(settings: Settings, to: Path) -> int:
    """Copy the database into a new file, even while a bot uses it."""
    try:
        url = read_url(settings.database_url)
        require_database(settings)
        if to.exists():
            raise DatabaseRefused(f"{to} already exists. Name a file that does not.")
        copy(url, to)
    except (DatabaseRefused, CopyFailed) as error:
        return _refuse(str(error))
    print(f"The database was copied to {to}. The copy shows all hands of running games, so keep it from players.")
    return 0


async def restore(settings: Settings, copy: Path) -> int:
    """Replace the database by a copy."""
    try:
        previous_file = await restore_copy(settings.database_url, copy)
    except DatabaseRefused as refused:
        return _refuse(str(refused))
    print(f"The database was restored from {copy}. At its next start, the bot extends all deadlines by the time lost.")
    print("Data that users have deleted since the copy was made is back. Delete it with `boneyard forget USER`, or ask")
    print("them to use /privacy again. Users whom you have blocked since then must be blocked again.")
    if previous_file is not None:
        print(f"The previous database was kept as {previous_file}. Delete it once all is well.")
    return 0


def health(settings: Settings) -> int:
    """Ask the running bot whether it is well."""
    if not settings.health_port:
        return _refuse("HEALTH_PORT is not set: set it, and restart the bot, before you ask for its health.")
    well, answer = ask_health(settings.health_host, settings.health_port)
    if not well:
        return _refuse(answer)
    print(answer)
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
