"""Logs that cannot show a hand: only listed keys get through, as plain values.

Of an exception, only its type and the places it passed are logged: its text and the values around it could name tiles.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from types import TracebackType
from typing import Any, Final, Literal

import structlog

from bot.table.refusals import NoAnswer

# fmt: off
ALLOWED: Final = frozenset({
    "attempt", "boards", "channel", "command", "commands", "count", "days", "error", "event", "feature", "free",
    "game", "games", "guild", "host", "interaction", "invite", "kind", "level", "logger", "loop", "milliseconds",
    "number", "path", "places", "post", "process", "reason", "relay", "remedy", "round", "seat", "seconds", "seq",
    "servers", "shard", "sleeper", "status", "table", "timestamp", "user", "version", "wanted",
})
# fmt: on
"""What may be logged.

`reason` is for our own sentences, `event` the fixed text of the log call.
"""

TALKATIVE: Final = "discord"
"""The library whose texts may be logged: names of commands and routes.

Of all other libraries, only numbers are logged.
"""

LENGTH = 300
PLACE: Final = re.compile(r"%(\((?P<name>[^)]*)\))?(?P<form>[-#0 +]*[0-9]*(\.[0-9]+)?)(?P<kind>[a-zA-Z%])")
"""The place of a value in a template of the library."""

_OF_FORMATTER = {"_record", "_from_structlog"}

Line = MutableMapping[str, Any]


def allow_listed(_logger: object, _method: str, line: Line) -> Line:
    """Drop keys that are not on the list, and values that are not plain.

    The repr of a value is never used.
    """
    return {key: _plain(value) for key, value in line.items() if key in ALLOWED} | {
        key: line[key] for key in _OF_FORMATTER & line.keys()
    }


def format_library_line(_logger: object, _method: str, line: Line) -> Line:
    """Return a library's log line with the first line of its text.

    Plain values are filled in; others are replaced by their type.
    """
    record, given = line.get("_record"), line.pop("positional_args", None)
    if isinstance(record, logging.LogRecord):
        plain = _plain if record.name.startswith(TALKATIVE) else _number
        line["event"] = _sentence(str(record.msg).partition("\n")[0], given, plain)
    return line


def drop_outage_lines(_logger: object, _method: str, line: Line) -> Line:
    """Drop errors that follow from a database outage: the store logs that once."""
    error = line.get("exc_info")
    if isinstance(sys.exc_info()[1] if error is True else error, NoAnswer) or line.get("error") == NoAnswer.__name__:
        raise structlog.DropEvent
    return line


def _is_no_outage(record: logging.LogRecord) -> bool:
    """Return False for a library's line about a database outage, else True."""
    return not (record.exc_info and isinstance(record.exc_info[1], NoAnswer))


def without_values(_logger: object, _method: str, line: Line) -> Line:
    """Replace an exception's text by its type and places."""
    given = line.pop("exc_info", None)
    found = sys.exc_info() if given is True else given
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        line["error"] = type(error).__name__
        line["places"] = _places(error.__traceback__)
    return line


def set_up(level: str = "INFO", form: Literal["text", "json"] = "text") -> None:
    """Send all logs, ours and the libraries', to standard error; drop unlisted keys."""
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
        foreign_pre_chain=[format_library_line, *shared],
        use_get_message=False,
        pass_foreign_args=True,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )
    structlog.configure(
        processors=[drop_outage_lines, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(_is_no_outage)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in ("aiosqlite", "alembic", "sqlalchemy", "PIL"):
        logging.getLogger(chatty).setLevel(logging.WARNING)  # at DEBUG they write statements and their values
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store says once that the database is away
    logging.raiseExceptions = False  # else what cannot be formatted is printed with all its values
    logging.getLogger("discord").setLevel(
        max(logging.INFO, logging.getLevelName(level))
    )  # at DEBUG discord.py writes what it sends


def _sentence(template: str, given: object, plain: Callable[[object], object]) -> str:
    """Return the template with its values filled in, whatever their formats."""
    if not given:
        return template
    values = iter(given if isinstance(given, tuple) else ())

    def put(place: re.Match[str]) -> str:
        if place["kind"] == "%":
            return "%"
        value = plain(given.get(place["name"]) if isinstance(given, Mapping) else next(values, None))
        if isinstance(value, int | float):
            with contextlib.suppress(TypeError, ValueError):
                return f"%{place['form']}{place['kind']}" % value
        return str(value)

    return PLACE.sub(put, template)


def _number(value: object) -> object:
    return value if isinstance(value, bool | int | float) else f"<{type(value).__name__}>"


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:LENGTH]
    return f"<{type(value).__name__}>"


def _places(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-8:]
    return " > ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames)
