"""Records: a game as a file that anybody can check. Only what is public by then: rounds that are over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bot.table.rows import Plain, StepRow

FORMAT3: Final = "boneyard-record-v3"
"""Of games whose deals are a chain; docs/DEALS.md and docs/record.schema.json describe it."""
FORMAT: Final = "boneyard-record-v2"
"""Of games that were opened before."""
_FIRST: Final = "boneyard-record-v1"
"""The format before: its result also had the sentence that told it, whose words change from version to version."""

MOST_BYTES: Final = 12 * 2**20
MOST_STEPS: Final = 100_000
MOST_DEALS: Final = 8_192
MOST_SEATS: Final = 8
MOST_WHOLE: Final = 2**53 - 1
MOST_PICKS: Final = 2**32

Whole = Annotated[int, Meta(ge=0, le=MOST_WHOLE)]
Signed = Annotated[int, Meta(ge=-MOST_WHOLE, le=MOST_WHOLE)]
Text = Annotated[str, Meta(max_length=4096)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What could draw on a terminal, break a line, or turn the direction of text."""


def harmless(text: str) -> str:
    """Return a text as it can be printed: what could draw on a terminal becomes a question mark."""
    return _UNSEEN.sub("?", text)


class Step3(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the log; `at` is in UTC seconds, `hash` covers this step and the hash before."""

    seq: Annotated[int, Meta(ge=1, le=MOST_STEPS)]
    kind: Annotated[str, Meta(pattern=r"^[a-z]{1,20}\Z")]
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None
    notation: Text
    at: Whole
    hash: Digest


class Deal3(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal for people: what was shuffled and how it came out, separated by commas; `pick` is below `picks`."""

    deck: Text
    order: Text
    picks: Annotated[int, Meta(ge=1, le=MOST_PICKS)]
    pick: Annotated[int, Meta(ge=0, lt=MOST_PICKS)]


class Record3(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log of a table with the seeds of its deals, up to a deal that is due or to the end; nobody is named."""

    format: Literal["boneyard-record-v3"]
    table: Whole
    steps: Annotated[tuple[Step3, ...], Meta(min_length=1, max_length=MOST_STEPS)]
    seeds: Annotated[tuple[Digest, ...], Meta(max_length=MOST_DEALS)]
    deals: Annotated[tuple[Deal3, ...], Meta(max_length=MOST_DEALS)]

    def rows(self) -> Sequence[StepRow]:
        """Return the steps as the log holds them."""
        return [StepRow(self.table, s.seq, s.kind, None, s.seat, s.notation, s.hash, s.at) for s in self.steps]

    def to_json(self) -> bytes:
        """Return the file, indented so that people can read it."""
        return _file(self)


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal with all that is needed to repeat it; see `engine/deal.py`. The seed is in hex.

    `deck` is what was shuffled and `order` how it came out, separated by commas; `pick` is below `picks`.
    """

    round: Whole
    commitment: str
    seed: str
    entropy: tuple[str, ...]
    deck: Text
    order: Text
    picks: Annotated[int, Meta(ge=1, le=MOST_PICKS)]
    pick: Annotated[int, Meta(ge=0, lt=MOST_PICKS)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an older log; `at` is in seconds UTC, `hash` covers this step and the hash before."""

    seq: Whole
    kind: str
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None
    notation: Text
    at: Whole
    hash: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended, in seat order."""

    points: tuple[Signed, ...]
    winners: tuple[Whole, ...]
    tiebreak: tuple[Signed, ...] = ()


class _Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or as many of its rounds as are over. Seats count from 0; `names` only where the players wanted them."""

    format: str
    table: Whole
    game: str
    rules: Whole
    options: dict[str, Plain]
    seats: Whole
    names: tuple[str, ...] | None
    rounds: Annotated[tuple[Round, ...], Meta(max_length=MOST_DEALS)]
    steps: Annotated[tuple[Line, ...], Meta(max_length=MOST_STEPS)]


class Record(_Played, frozen=True, forbid_unknown_fields=True):
    """A game of the older protocol, with how it ended."""

    result: Result | None

    def rows(self) -> Sequence[StepRow]:
        """Return the steps as the log holds them."""
        return [StepRow(self.table, s.seq, s.kind, None, s.seat, s.notation, s.hash, s.at) for s in self.steps]

    def to_json(self) -> bytes:
        """Return the file, indented so that people can read it."""
        return _file(self)


class NoRecord(Exception):
    """A file that cannot be read as a record; the text is one sentence for the user who brought it."""


def read_record(data: bytes) -> Record | Record3:
    """Return the record in a file. Raises NoRecord."""
    if not data.strip():
        raise NoRecord("This is not a record: the file is empty.")
    if len(data) > MOST_BYTES:
        raise NoRecord("This is not a record: the file is larger than 12 MiB.")
    try:
        version = msgspec.json.decode(data, type=_Version).format
        record = _read(data, version)
        same = _file(record) == data
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NoRecord(f"This is not a record: {harmless(str(error))}.") from None
    if not same:
        raise NoRecord("This is not a record: the file is written in another way than records are.")
    if isinstance(record, Record3) and any(_UNSEEN.search(step.notation) for step in record.steps):
        raise NoRecord("This is not a record: a text has a character that cannot be printed.")
    return record if isinstance(record, Record3) else _today(record)


def _read(data: bytes, version: str) -> Record | _Record1 | Record3:
    match version:
        case str(known) if known == FORMAT3:
            return msgspec.json.decode(data, type=Record3)
        case str(known) if known == FORMAT:
            return msgspec.json.decode(data, type=Record)
        case str(known) if known == _FIRST:
            return msgspec.json.decode(data, type=_Record1)
    if version.startswith(FORMAT.rstrip("0123456789")):
        raise NoRecord(f"This record has the format {_quoted(version)}, which this program doesn't know.")
    raise NoRecord(f"This is not a record: its format is {_quoted(version)}.")


def _quoted(text: str) -> str:
    return repr(harmless(text[:40]))


def _today(record: Record | _Record1) -> Record:
    """Return a record of the format before in the one that came after it."""
    if isinstance(record, Record):
        return record
    old = record.result
    result = Result(old.points, old.winners, old.tiebreak) if old is not None else None
    parts = {name: getattr(record, name) for name in Record.__struct_fields__}
    return Record(**{**parts, "format": FORMAT, "result": result})


def _file(record: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


class _Version(msgspec.Struct):
    """What every version of the format has."""

    format: str


class _Result1(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended, with the sentence that told it, whose words change from version to version."""

    reason: str
    points: tuple[Signed, ...]
    winners: tuple[Whole, ...]
    tiebreak: tuple[Signed, ...] = ()


class _Record1(_Played, frozen=True, forbid_unknown_fields=True):
    """The first format."""

    result: _Result1 | None
