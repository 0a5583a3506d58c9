"""Reads what a log records of the start: the game, the number of seats, and the options."""

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
        start = msgspec.json.decode(step.notation, type=StartNotation)
        is_canonical = msgspec.json.encode(start).decode() == step.notation
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical or not _is_valid(start):
        raise at_step(step.seq, "has a notation that can't be read.")
    return start


def _is_valid(start: StartNotation) -> bool:
    return (
        _NAME.fullmatch(start.game) is not None
        and has_plain_values({"rules": start.rules, "seats": start.seats})
        and has_plain_values(start.options)
    )


def has_plain_values(options: Mapping[str, Plain]) -> bool:
    """Return whether options have names and numbers that every programming language reads alike."""
    whole_numbers = [value for value in options.values() if isinstance(value, int)]
    return all(abs(n) <= MOST_WHOLE for n in whole_numbers) and all(_NAME.fullmatch(name) for name in options)
