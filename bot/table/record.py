"""Records: a game as a file that anybody can check. Only what is public by then: rounds that are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.table.rows import Plain, StepRow

FORMAT: Final = "boneyard-record-v2"
_WITH_REASON: Final = "boneyard-record-v1"
"""The format before: its result also had the sentence that told it, whose words change from version to version."""


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal with all that is needed to repeat it; see `engine/deal.py`. The seed is in hex.

    `deck` is what was shuffled and `order` how it came out, separated by commas; `pick` is below `picks`.
    """

    round: int
    commitment: str
    seed: str
    entropy: tuple[str, ...]
    deck: str
    order: str
    picks: int
    pick: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the log; `at` is in seconds UTC, `hash` covers this step and the hash before."""

    seq: int
    kind: str
    seat: int | None
    notation: str
    at: int
    hash: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended, in seat order."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    tiebreak: tuple[int, ...] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or as many of its rounds as are over. Seats count from 0; `names` only where the players wanted them."""

    format: str
    table: int
    game: str
    rules: int
    options: dict[str, Plain]
    seats: int
    names: tuple[str, ...] | None
    rounds: tuple[Round, ...]
    steps: tuple[Line, ...]
    result: Result | None

    def rows(self) -> Sequence[StepRow]:
        """Return the steps as the log holds them."""
        return [StepRow(self.table, s.seq, s.kind, None, s.seat, s.notation, s.hash, s.at) for s in self.steps]

    def to_json(self) -> bytes:
        """Return the file, indented so that people can read it."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class NoRecord(Exception):
    """A file that cannot be read as a record; the text is one sentence for the user who brought it."""


def read_record(data: bytes) -> Record:
    """Return the record in a file. Raises NoRecord."""
    if not data.strip():
        raise NoRecord("This is not a record: the file is empty.")
    try:
        version = msgspec.json.decode(data, type=_Version).format
        if version == _WITH_REASON:
            version, data = FORMAT, _without_reason(data)
        if not version.startswith(FORMAT.rstrip("0123456789")):
            raise NoRecord(f"This is not a record: its format is {version!r}.")
        if version != FORMAT:
            raise NoRecord(f"This record has the format {version!r}, and this program reads only {FORMAT!r}.")
        return msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoRecord(f"This is not a record: {error}.") from None


def _without_reason(data: bytes) -> bytes:
    """Return a record of the format before in today's."""
    old = msgspec.json.decode(data, type=dict[str, Any])
    result = old.get("result")
    if isinstance(result, dict):
        old["result"] = {name: value for name, value in result.items() if name != "reason"}
    return msgspec.json.encode({**old, "format": FORMAT})


class _Version(msgspec.Struct):
    """What every version of the format has."""

    format: str
