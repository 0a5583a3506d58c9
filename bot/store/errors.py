"""What a database can say, as this program names it."""

from __future__ import annotations

import errno
import os
from enum import Enum
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError, TimeoutError

from bot.table.refusals import Busy, Damaged, NoAnswer, StorageFull


class DatabaseRefused(Exception):
    """The database cannot be used; the text is one sentence for the operator of the bot."""


class CopyFailed(Exception):
    """No copy of the database could be made; the text is why, for the operator of the bot."""


class Conflict(Exception):
    """Another process was first to write a row of the same key; nothing of this transaction was kept."""


class Trouble(Enum):
    """What is wrong with a database, each with what the operator of the bot reads."""

    FULL = "There is no space left where the database is: make some, then start again. Nothing is lost."
    IN_USE = "Another program is using the database: end it, then start again. Nothing is lost."
    DAMAGED = "The database is damaged: restore a backup."
    SILENT = "The database does not answer: look at its disk, or at its server. Nothing is lost."


SQLITE = (
    ("SQLITE_FULL", Trouble.FULL),
    ("SQLITE_BUSY", Trouble.IN_USE),
    ("SQLITE_LOCKED", Trouble.IN_USE),
    ("SQLITE_CORRUPT", Trouble.DAMAGED),
    ("SQLITE_NOTADB", Trouble.DAMAGED),
    ("SQLITE_IOERR", Trouble.SILENT),
    ("SQLITE_READONLY", Trouble.SILENT),
    ("SQLITE_CANTOPEN", Trouble.SILENT),
)
"""SQLite's names of errors by their beginnings: https://sqlite.org/rescode.html."""
POSTGRESQL = (
    ("53100", Trouble.FULL),
    ("40", Trouble.IN_USE),  # two transactions in each other's way
    ("55P03", Trouble.IN_USE),
    ("25P03", Trouble.IN_USE),  # this process stood still in a transaction
    ("XX001", Trouble.DAMAGED),
    ("XX002", Trouble.DAMAGED),
    ("08", Trouble.SILENT),  # connections
    ("25006", Trouble.SILENT),  # read-only
    ("53", Trouble.SILENT),  # out of connections or of memory
    ("57P", Trouble.SILENT),  # going down, or coming up
    ("58", Trouble.SILENT),  # the system around it
)
"""PostgreSQL's codes by their beginnings: its manual, appendix A."""


def trouble(error: SQLAlchemyError, file: Path | None = None) -> Trouble | None:
    """Return what is wrong with the database; None where it is the statement. `file` is that of SQLite."""
    if isinstance(error, TimeoutError):  # of the pool
        return Trouble.SILENT
    if not isinstance(error, DBAPIError):
        return None
    name = getattr(error.orig, "sqlite_errorname", None)
    code = getattr(error.orig, "sqlstate", None)
    known = _first(SQLITE, name) or _first(POSTGRESQL, code)
    if known is Trouble.SILENT and file is not None and _is_full(file):
        return Trouble.FULL  # SQLite's files beside the database could not grow
    if known is None and "decode to UTF-8" in str(error.orig):
        return Trouble.DAMAGED
    if known is None and not (name or code) and isinstance(error, OperationalError | InterfaceError):
        return Trouble.SILENT  # a connection that broke has no code
    return known


def refused(error: SQLAlchemyError, file: Path | None) -> DatabaseRefused:
    """Return the error as the operator of the bot reads it."""
    return DatabaseRefused((trouble(error, file) or Trouble.DAMAGED).value)


def translated(error: SQLAlchemyError) -> Exception:
    """Return the error as callers know it."""
    if isinstance(error, IntegrityError):
        return Conflict()
    match trouble(error):
        case Trouble.FULL:
            return StorageFull()
        case Trouble.IN_USE:
            return Busy()
        case Trouble.DAMAGED:
            return Damaged()
        case Trouble.SILENT:
            return NoAnswer()
        case None:
            return error


def _first(known: tuple[tuple[str, Trouble], ...], code: str | None) -> Trouble | None:
    return next((trouble for start, trouble in known if code and code.startswith(start)), None)


def _is_full(file: Path) -> bool:
    """Return whether nothing more can be written beside a file."""
    probe = file.with_name(file.name + ".probe")
    try:
        with probe.open("wb") as opened:
            opened.write(bytes(PROBE))
            os.fsync(opened.fileno())
    except OSError as refused:
        return refused.errno in (errno.ENOSPC, errno.EDQUOT)
    finally:
        probe.unlink(missing_ok=True)
    return False


PROBE = 65536
"""Bytes: more than SQLite needs to begin."""
