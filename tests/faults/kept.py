"""What the table of faults has counted so far, in a file: a run that takes hours goes on where it was broken off."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from tests.faults.frame import Tally


class Start(msgspec.Struct, frozen=True):
    """The first line."""

    seed: int


class Round(msgspec.Struct, frozen=True):
    """Each further line: what one round of a row came to."""

    row: str
    tally: Tally
    cpu: float
    seconds: float


class Kept:
    """The file, whose first line gives the seed.

    A round that found a fault is not in it: that comes again, once it is mended.
    """

    def __init__(self, file: Path, seed: int) -> None:
        self._file = file
        if not file.exists():
            file.write_bytes(msgspec.json.encode(Start(seed)) + b"\n")
        os.truncate(file, file.read_bytes().rindex(b"\n") + 1)  # of a line that was broken off nothing counts
        self.seed = msgspec.json.decode(file.read_bytes().splitlines()[0], type=Start).seed

    def rounds(self, row: str) -> list[Round]:
        """Return what is known of a row."""
        lines = self._file.read_bytes().splitlines()[1:]
        return [each for each in (msgspec.json.decode(line, type=Round) for line in lines) if each.row == row]

    def add(self, row: str, tally: Tally, cpu: float, seconds: float) -> None:
        """Keep one more round."""
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(Round(row, tally, cpu, seconds)) + b"\n")
