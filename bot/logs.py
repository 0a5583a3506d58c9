"""Logs that cannot show a hand: only keys on a list get through, and only as plain values.

An exception is written as the places it passed and its type; its text and the values around it could name tiles.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, Final, Literal

import structlog

# fmt: off
ALLOWED: Final = frozenset({
    "attempt", "boards", "channel", "command", "count", "days", "error", "event", "game", "guild", "host",
    "interaction", "kind", "level", "logger", "loop", "milliseconds", "number", "path", "places", "post", "reason",
    "round", "seat", "seconds", "seq", "shard", "sleeper", "status", "table", "timestamp", "user", "version",
})
# fmt: on
"""What may be logged. `reason` is for our own sentences, `event` the fixed text of the log call."""

TALKATIVE: Final = ("discord.client", "discord.gateway", "discord.http", "discord.state")
"""Libraries whose finished sentences are kept; of all others only the first line of the template is."""

LENGTH = 300

_OF_FORMATTER = {"_record", "_from_structlog"}

Line = MutableMapping[str, Any]


def allow_listed(_logger: object, _method: str, line: Line) -> Line:
    """Drop keys that are not on the list, and values that are not plain; nothing is written out by its repr."""
    return {key: _plain(value) for key, value in line.items() if key in ALLOWED} | {
        key: line[key] for key in _OF_FORMATTER & line.keys()
    }


def without_arguments(_logger: object, _method: str, line: Line) -> Line:
    """Leave out what a library put into its sentence: asyncio writes whole exceptions there."""
    record = line.get("_record")
    if isinstance(record, logging.LogRecord) and not record.name.startswith(TALKATIVE):
        line["event"] = str(record.msg).partition("\n")[0]
    return line


def without_values(_logger: object, _method: str, line: Line) -> Line:
    """Put an exception's type and places where its text would be."""
    given = line.pop("exc_info", None)
    found = sys.exc_info() if given is True else given
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        line["error"] = type(error).__name__
        line["places"] = _places(error.__traceback__)
    return line


def set_up(level: str = "INFO", form: Literal["text", "json"] = "text") -> None:
    """Send everything that is logged, ours and the libraries', through the list to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_values,
        allow_listed,
    ]
    last = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[without_arguments, *shared],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in ("aiosqlite", "alembic", "sqlalchemy", "PIL"):
        logging.getLogger(chatty).setLevel(logging.WARNING)  # at DEBUG they write statements and their values
    logging.getLogger("discord").setLevel(
        max(logging.INFO, logging.getLevelName(level))
    )  # and discord.py what it sends


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:LENGTH]
    return f"<{type(value).__name__}>"


def _places(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-8:]
    return " > ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames)
