"""Migrates a database to this program's schema, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from bot.store.engine import file_of
from bot.store.errors import DatabaseRefused
from bot.store.sqlite import prepare_sqlite

MIGRATIONS = Path(__file__).parent / "migrations"
NEWER = "A newer Boneyard wrote this database: update the program, or restore a backup."
UNRELEASED = (
    "A Boneyard from before version 0.1.0 wrote this database, which this one can't read. Nothing was changed. "
    "The last commit that reads it is 807779c."
)
NOT_UTF8 = (
    "The database stores text as {encoding}, which can't hold all names: create it again "
    "(CREATE DATABASE name OWNER user ENCODING 'UTF8' TEMPLATE template0)."
)
OLDER = "An older Boneyard wrote this database. Start the bot once: it makes a copy, then updates the database."


def upgrade(url: URL, revision: str = "head", before: Callable[[], object] = lambda: None) -> None:
    """Run the missing migrations, in one transaction.

    `before` is called before a database that is not empty is changed. Raises DatabaseRefused if the database can't be
    used.
    """
    engine = sync_engine(url)
    try:
        with engine.begin() as connection:
            scripts = ScriptDirectory(str(MIGRATIONS))
            current = set(MigrationContext.configure(connection).get_current_heads())
            check_revisions(current)
            _check_encoding(connection)
            if current != set(scripts.get_heads()):
                if current:
                    before()
                command.upgrade(_alembic_config(connection), revision)
    finally:
        engine.dispose()


def refuse_migration() -> None:
    """Raise DatabaseRefused, because only the bot migrates. The bot first makes a copy and locks out others."""
    raise DatabaseRefused(OLDER)


def is_newest(url: URL) -> bool:
    """Return whether a database has this program's schema.

    Raises DatabaseRefused if a revision is unknown.
    """
    engine = sync_engine(url)
    try:
        with engine.connect() as connection:
            current = set(MigrationContext.configure(connection).get_current_heads())
    finally:
        engine.dispose()
    check_revisions(current)
    return current == set(ScriptDirectory(str(MIGRATIONS)).get_heads())


def check_revisions(revisions: Iterable[str]) -> None:
    """Raise DatabaseRefused if this program does not know a revision of the database."""
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    for revision in set(revisions) - known:
        raise DatabaseRefused(UNRELEASED if revision.isdigit() else NEWER)


def _check_encoding(connection: Connection) -> None:
    """Raise DatabaseRefused if the database can't store every name."""
    if connection.dialect.name == "postgresql":
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise DatabaseRefused(NOT_UTF8.format(encoding=encoding))


def sync_engine(url: URL) -> Engine:
    """Return a synchronous engine with a connection of its own, for use while no bot uses the database."""
    if file_of(url) is None:
        return create_engine(url, poolclass=NullPool)
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
    prepare_sqlite(engine)
    return engine


def _alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
