"""What a log records of the start: the game, the number of seats, and the options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from bot.table.log.rows import Plain
from bot.table.record.check.refused import at_step
from bot.table.record.record import MOST_WHOLE, RecordedStep

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


class StartNotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a start."""

    game: str
    rules: int
    seats: int
    options: dict[str, Plain]


def read_start(step: RecordedStep) -> StartNotation:
    """Return the contents of a start. Raises RecordRefused."""
    try:
        said = msgspec.json.decode(step.notation, type=StartNotation)
        same = msgspec.json.encode(said).decode() == step.notation
    except (ValueError, RecursionError):
        same = False
    if not same or not _sound(said):
        raise at_step(step.seq, "has a notation that can't be read.")
    return said


def _sound(said: StartNotation) -> bool:
    return (
        _NAME.fullmatch(said.game) is not None
        and plain({"rules": said.rules, "seats": said.seats})
        and plain(said.options)
    )


def plain(options: Mapping[str, Plain]) -> bool:
    """Return whether options have names and numbers that every language reads the same."""
    wholes = [value for value in options.values() if isinstance(value, int)]
    return all(abs(n) <= MOST_WHOLE for n in wholes) and all(_NAME.fullmatch(name) for name in options)
