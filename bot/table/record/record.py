"""Records: games as files that anybody can check. A record has only what is public, such as finished rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bot.table.log.rows import StepRow

FORMAT: Final = "boneyard-record-v4"
"""The name of the format, which docs/DEALS.md and docs/record.schema.json describe."""
OLDER: Final = frozenset({"boneyard-record-v1", "boneyard-record-v2", "boneyard-record-v3"})
"""Formats of earlier programs, which were never published."""

MOST_BYTES: Final = 64 * 2**20
"""The size of the largest file that is read; 99 games of Chickenfoot with eight players are 26 MiB."""
MOST_SEATS: Final = 8
MOST_WHOLE: Final = 2**53 - 1
"""The largest whole number that JavaScript reads exactly."""
MOST_PICKS: Final = 2**32
"""The most numbers among which a pick is drawn, since random numbers of 32 bits decide it."""

Whole = Annotated[int, Meta(ge=0, le=MOST_WHOLE)]
Signed = Annotated[int, Meta(ge=-MOST_WHOLE, le=MOST_WHOLE)]
Text = Annotated[str, Meta(max_length=4096)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that could control a terminal, break a line, or turn the direction of text."""


def harmless(text: str) -> str:
    """Return a text that can be printed, with a question mark for each unprintable character."""
    return _UNPRINTABLE.sub("?", text)


class RecordedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the log. `at` is in UTC seconds. `hash` covers this step and the hash of the step before."""

    seq: Annotated[int, Meta(ge=1, le=MOST_WHOLE)]
    kind: Annotated[str, Meta(pattern=r"^[a-z]{1,20}\Z")]
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None
    notation: Text
    at: Whole
    hash: Digest


class RecordedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in readable form.

    `deck` and `order` are the tiles before and after the shuffle, separated by commas. `pick` is a number drawn from 0
    to `picks` - 1.
    """

    deck: Text
    order: Text
    picks: Annotated[int, Meta(ge=1, le=MOST_PICKS)]
    pick: Annotated[int, Meta(ge=0, lt=MOST_PICKS)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log of a table with the seeds of its deals, up to a due deal or the end of the game. It names no users."""

    format: Literal["boneyard-record-v4"]
    table: Whole
    steps: Annotated[tuple[RecordedStep, ...], Meta(min_length=1)]
    seeds: tuple[Digest, ...]
    deals: tuple[RecordedDeal, ...]

    def rows(self) -> Sequence[StepRow]:
        """Return the steps as rows of the log."""
        return [
            StepRow(self.table, step.seq, step.kind, None, step.seat, step.notation, step.hash, step.at)
            for step in self.steps
        ]

    def to_json(self) -> bytes:
        """Return the file, indented so that people can read it."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class NoRecord(Exception):
    """A file cannot be read as a record. The text says why, for the user who sent it."""


class TooLong(Exception):
    """A file is larger than `MOST_BYTES`."""


def read_record(data: bytes) -> Record:
    """Return the record in a file. Raises NoRecord and TooLong."""
    if len(data) > MOST_BYTES:
        raise TooLong
    if not data.strip():
        raise NoRecord("This is not a record: the file is empty.")
    try:
        _require_format(msgspec.json.decode(data, type=_Version).format)
        record = msgspec.json.decode(data, type=Record)
        is_same = record.to_json() == data
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NoRecord(f"This is not a record: {harmless(str(error))}.") from None
    if not is_same:
        raise NoRecord("This is not a record: the file is written in another way than records are.")
    if any(_UNPRINTABLE.search(step.notation) for step in record.steps):
        raise NoRecord("This is not a record: a text has a character that cannot be printed.")
    return record


def _require_format(version: str) -> None:
    """Raise NoRecord for any format except the current one."""
    if version == FORMAT:
        return
    if version in OLDER:
        raise NoRecord("This record has an older format, which nothing reads any more.")
    if version.startswith(FORMAT.rstrip("0123456789")):
        raise NoRecord(f"This record has the format {_quote_safely(version)}, which this program doesn't know.")
    raise NoRecord(f"This is not a record: its format is {_quote_safely(version)}.")


def _quote_safely(text: str) -> str:
    return repr(harmless(text[:40]))


class _Version(msgspec.Struct):
    """The field that every version of the format has."""

    format: str
