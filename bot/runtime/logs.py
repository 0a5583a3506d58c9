"""Logs that cannot show a hand: only listed keys are logged, with plain values.

Of an exception, only its type and its stack are logged, since its text and the values of variables could name tiles.
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
"""The keys that may be logged. `reason` is for our own sentences, `event` is the fixed text of the log call."""

TEXT_LIBRARY: Final = "discord"
"""The library in whose log lines text values are kept.

They are names of commands and routes. In the lines of other libraries, only numbers are kept.
"""

MAX_LENGTH = 300
"""The most characters of a value."""
PLACEHOLDER: Final = re.compile(r"%(\((?P<name>[^)]*)\))?(?P<form>[-#0 +]*[0-9]*(\.[0-9]+)?)(?P<kind>[a-zA-Z%])")
"""The place for a value in a library's log line, in % format."""

_FORMATTER_KEYS = {"_record", "_from_structlog"}
"""Keys that structlog's formatter needs, and removes itself."""

Line = MutableMapping[str, Any]


def allow_listed(_logger: object, _method: str, line: Line) -> Line:
    """Drop keys that are not on the list. Replace a value that is not plain by its type, since its repr could leak."""
    return {key: _to_plain(value) for key, value in line.items() if key in ALLOWED} | {
        key: line[key] for key in _FORMATTER_KEYS & line.keys()
    }


def format_library_line(_logger: object, _method: str, line: Line) -> Line:
    """Return a library's log line with only the first line of its text.

    The values are filled into the text. A value that is not plain is replaced by its type.
    """
    record = line.get("_record")
    values = line.pop("positional_args", None)
    if isinstance(record, logging.LogRecord):
        convert = _to_plain if record.name.startswith(TEXT_LIBRARY) else _to_number
        line["event"] = _fill_in(str(record.msg).partition("\n")[0], values, convert)
    return line


def drop_outage_lines(_logger: object, _method: str, line: Line) -> Line:
    """Drop lines about errors of a database outage, which the store logs once."""
    error = line.get("exc_info")
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, NoAnswer) or line.get("error") == NoAnswer.__name__:
        raise structlog.DropEvent
    return line


def _keep_unless_outage(record: logging.LogRecord) -> bool:
    """Return False to drop a library's line about a database outage, else True."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, NoAnswer)


def replace_exception(_logger: object, _method: str, line: Line) -> Line:
    """Replace an exception by its type and its stack."""
    exc_info = line.pop("exc_info", None)
    info = sys.exc_info() if exc_info is True else exc_info
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        line["error"] = type(error).__name__
        line["places"] = _format_stack(error.__traceback__)
    return line


def set_up(level: str = "INFO", form: Literal["text", "json"] = "text") -> None:
    """Send all logs, ours and those of libraries, to standard error, with listed keys only."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        replace_exception,
        allow_listed,
    ]
    renderer = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[format_library_line, *shared],
        use_get_message=False,
        pass_foreign_args=True,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    structlog.configure(
        processors=[drop_outage_lines, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(_keep_unless_outage)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for library in ("aiosqlite", "alembic", "sqlalchemy", "PIL"):
        logging.getLogger(library).setLevel(logging.WARNING)  # at DEBUG they write statements and their values
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store says once that the database is away
    logging.raiseExceptions = False  # otherwise a line that cannot be formatted is printed with all its values
    # at DEBUG discord.py writes what it sends
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))


def _fill_in(template: str, values: object, convert: Callable[[object], object]) -> str:
    """Return a template with its values filled in. A format that doesn't suit a converted value is ignored."""
    if not values:
        return template
    by_position = iter(values if isinstance(values, tuple) else ())

    def fill(placeholder: re.Match[str]) -> str:
        if placeholder["kind"] == "%":
            return "%"
        raw_value = values.get(placeholder["name"]) if isinstance(values, Mapping) else next(by_position, None)
        value = convert(raw_value)
        if isinstance(value, int | float):
            with contextlib.suppress(TypeError, ValueError):
                return f"%{placeholder['form']}{placeholder['kind']}" % value
        return str(value)

    return PLACEHOLDER.sub(fill, template)


def _to_number(value: object) -> object:
    return value if isinstance(value, bool | int | float) else f"<{type(value).__name__}>"


def _to_plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:MAX_LENGTH]
    return f"<{type(value).__name__}>"


def _format_stack(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-8:]
    return " > ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames)
