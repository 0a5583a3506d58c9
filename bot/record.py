"""Records: a game as a file that anybody can check. Only what is public by then: rounds that are over."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.store import Plain


class Round(msgspec.Struct, frozen=True):
    """A deal with all that is needed to repeat it; see `engine/deal.py`. The seed is in hex."""

    round: int
    commitment: str
    seed: str
    entropy: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One step of the log; `at` is in seconds UTC, `hash` covers this step and the hash before."""

    seq: int
    kind: str
    seat: int | None
    notation: str
    at: int
    hash: str


class Result(msgspec.Struct, frozen=True):
    """How the game ended, in seat order."""

    reason: str
    points: tuple[int, ...]
    winners: tuple[int, ...]
    tiebreak: tuple[int, ...] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or as many of its rounds as are over. Seats count from 0; `names` only where the players wanted them."""

    format: Literal["boneyard-record-v1"]
    table: int
    game: str
    rules: int
    options: dict[str, Plain]
    seats: int
    names: tuple[str, ...] | None
    rounds: tuple[Round, ...]
    steps: tuple[Line, ...]
    result: Result | None

    def to_json(self) -> bytes:
        """The file, indented so that people can read it."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read_record(data: bytes) -> Record:
    """The record in a file. Raises msgspec.DecodeError saying where it is not one."""
    return msgspec.json.decode(data, type=Record)
