"""Translates the errors of a database into errors that this program handles."""

from __future__ import annotations

import errno
import os
import re
from enum import Enum
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError, TimeoutError

from bot.table.refusals import Busy, Damaged, NoAnswer, StorageFull


class DatabaseRefused(Exception):
    """The database cannot be used. The text says why, for the operator.

    `is_temporary` is whether a later start may succeed even if the operator changes nothing.
    """

    def __init__(self, sentence: str, *, is_temporary: bool = False) -> None:
        super().__init__(sentence)
        self.is_temporary = is_temporary


class CopyFailed(Exception):
    """No copy of the database could be made. The text says why, for the operator."""


class Conflict(Exception):
    """A row with the same key exists already.

    For example, another process was faster. The whole transaction was rolled back.
    """


class Trouble(Enum):
    """What can be wrong with a database, each with a sentence for the operator."""

    FULL = "The disk of the database is full: make space, then start again. Nothing is lost."
    IN_USE = "Another program is using the database: end it, then start again. Nothing is lost."
    SLOW = "The database stopped a statement that took too long (statement_timeout). Nothing is lost."
    SILENT = "The database does not answer: check its disk or its server. Nothing is lost."
    UNKNOWN_HOST = "The host in DATABASE_URL can't be found: check its spelling and the network."
    DAMAGED = "The database is damaged: restore a backup."
    NO_RIGHTS = (
        "The user in DATABASE_URL may not make or change tables: make it the owner of the database "
        "(ALTER DATABASE name OWNER TO user)."
    )
    LOGIN = "PostgreSQL does not accept the user or the password in DATABASE_URL."
    NO_DATABASE = "PostgreSQL has no database of the name in DATABASE_URL: create it (CREATE DATABASE name OWNER user)."
    NOT_ADMITTED = (
        "PostgreSQL admits this user from here only over SSL, or not at all: add sslmode=require to DATABASE_URL, "
        "or check the server's pg_hba.conf."
    )
    NO_SSL = "DATABASE_URL demands SSL, which this PostgreSQL does not offer: change its sslmode."


PASSING_TROUBLES = frozenset({Trouble.FULL, Trouble.IN_USE, Trouble.SLOW, Trouble.SILENT, Trouble.UNKNOWN_HOST})
"""Troubles that may have passed by the next start, even if the operator changes no setting."""
SQLITE_ERRORS = (
    ("SQLITE_FULL", Trouble.FULL),
    ("SQLITE_BUSY", Trouble.IN_USE),
    ("SQLITE_LOCKED", Trouble.IN_USE),
    ("SQLITE_CORRUPT", Trouble.DAMAGED),
    ("SQLITE_NOTADB", Trouble.DAMAGED),
    ("SQLITE_IOERR", Trouble.SILENT),
    ("SQLITE_READONLY", Trouble.SILENT),
    ("SQLITE_CANTOPEN", Trouble.SILENT),
)
"""Beginnings of SQLite's error names (https://sqlite.org/rescode.html), each with the trouble that it shows."""
POSTGRESQL_CODES = (
    ("53100", Trouble.FULL),
    ("40", Trouble.IN_USE),  # deadlocks and the like
    ("55P03", Trouble.IN_USE),
    ("57014", Trouble.SLOW),
    ("42501", Trouble.NO_RIGHTS),
    ("28", Trouble.LOGIN),
    ("3D000", Trouble.NO_DATABASE),
    ("25P03", Trouble.IN_USE),  # this process hung in a transaction
    ("XX001", Trouble.DAMAGED),
    ("XX002", Trouble.DAMAGED),
    ("08", Trouble.SILENT),  # connections
    ("25006", Trouble.SILENT),  # read-only
    ("53", Trouble.SILENT),  # out of connections or of memory
    ("57P", Trouble.SILENT),  # going down, or coming up
    ("58", Trouble.SILENT),  # errors of the operating system
)
"""Beginnings of PostgreSQL's error codes (its manual, appendix A). The first that matches counts."""
CONNECTION_ERRORS = (
    ("password authentication failed", Trouble.LOGIN),
    ("no password supplied", Trouble.LOGIN),
    ("no pg_hba.conf entry", Trouble.NOT_ADMITTED),
    ("server does not support SSL", Trouble.NO_SSL),
    ("could not translate host name", Trouble.UNKNOWN_HOST),
    ("failed to resolve host", Trouble.UNKNOWN_HOST),
    ("Name or service not known", Trouble.UNKNOWN_HOST),
)
"""Parts of the texts of libpq and psycopg about a refused connection. These errors have no code."""
NO_ROLE_OR_DATABASE = re.compile(r'FATAL: +(?:role|(?P<database>database)) "[^"]*" does not exist')
UNKNOWN_OPTION = re.compile(r'invalid connection option "(?P<name>[^"]*)"')
BAD_VALUE = re.compile(r'invalid (?P<name>\w+) value: "(?P<value>[^"]*)"')
PROBE_SIZE = 65536
"""How many bytes are written to find out whether the disk is full: more than SQLite needs to begin a transaction."""


def find_trouble(error: SQLAlchemyError, file: Path | None = None) -> Trouble | None:
    """Return what is wrong with the database, or None if unknown. `file` is the file of an SQLite database."""
    if isinstance(error, TimeoutError):  # of the pool
        return Trouble.SILENT
    if not isinstance(error, DBAPIError):
        return None
    code = code_of(error)
    trouble = _find_by_code(SQLITE_ERRORS, code) or _find_by_code(POSTGRESQL_CODES, code)
    if trouble is Trouble.SILENT and file is not None and _is_full(file):
        return Trouble.FULL  # SQLite's files beside the database could not grow
    if trouble is None and "decode to UTF-8" in str(error.orig):
        return Trouble.DAMAGED
    if trouble is None and not code and isinstance(error, OperationalError | InterfaceError):
        return _find_connection_trouble(str(error.orig)) or Trouble.SILENT  # a connection that broke has no code
    return trouble


def code_of(error: SQLAlchemyError) -> str:
    """Return the database's own code of an error; empty if it has none."""
    orig = getattr(error, "orig", None)
    return getattr(orig, "sqlite_errorname", None) or getattr(orig, "sqlstate", None) or ""


def build_refusal(error: SQLAlchemyError, file: Path | None) -> DatabaseRefused:
    """Return a refusal with the sentence that the operator reads about this error."""
    reason = str(getattr(error, "orig", None) or error)
    if option := UNKNOWN_OPTION.search(reason):
        return DatabaseRefused(f"DATABASE_URL has an option that PostgreSQL does not know: {option['name']}.")
    if value := BAD_VALUE.search(reason):
        return DatabaseRefused(f"DATABASE_URL: {value['name']} cannot be {value['value']!r}.")
    if trouble := find_trouble(error, file):
        return DatabaseRefused(trouble.value, is_temporary=trouble in PASSING_TROUBLES)
    code = code_of(error) or type(error).__name__
    return DatabaseRefused(f"The database answers with the error {code}: see its log.", is_temporary=True)


def _find_connection_trouble(reason: str) -> Trouble | None:
    """Return why a connection was refused, as far as the error text shows it."""
    if missing := NO_ROLE_OR_DATABASE.search(reason):
        return Trouble.NO_DATABASE if missing["database"] else Trouble.LOGIN
    return next((trouble for part, trouble in CONNECTION_ERRORS if part in reason), None)


def translate_error(error: SQLAlchemyError) -> Exception:
    """Return the error that callers of the store handle."""
    if isinstance(error, IntegrityError):
        return Conflict()
    match find_trouble(error):
        case Trouble.FULL:
            return StorageFull()
        case Trouble.IN_USE | Trouble.SLOW:
            return Busy()
        case Trouble.DAMAGED:
            return Damaged()
        case Trouble.SILENT | Trouble.UNKNOWN_HOST | Trouble.LOGIN | Trouble.NO_DATABASE | Trouble.NOT_ADMITTED:
            return NoAnswer()
        case _:
            return error


def _find_by_code(troubles: tuple[tuple[str, Trouble], ...], code: str | None) -> Trouble | None:
    return next((trouble for start, trouble in troubles if code and code.startswith(start)), None)


def _is_full(file: Path) -> bool:
    """Return whether the disk of a file is full, so that nothing can be written beside the file."""
    probe = file.with_name(file.name + ".probe")
    try:
        with probe.open("wb") as opened:
            opened.write(bytes(PROBE_SIZE))
            os.fsync(opened.fileno())
    except OSError as refused:
        return refused.errno in (errno.ENOSPC, errno.EDQUOT)
    finally:
        probe.unlink(missing_ok=True)
    return False
