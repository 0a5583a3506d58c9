"""The published format: its schema fits real records, its limits hold, and what is in them costs little."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from bot.table.record.record import MOST_BYTES, NoRecord, read_record
from bot.table.record.verify import INCOMPLETE, REFUSED, UNCOMPARED
from engine.games import GAMES
from tests.bot.proofs.books import Cancelled, Lively, Played, Record, VotedAway, copy_of, file, renumber
from tests.bot.proofs.both import node
from tests.bot.proofs.forgeries import FORGERIES

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs/record.schema.json").read_text())


@pytest.mark.parametrize("kind", [Lively, VotedAway, Cancelled, Played])
@pytest.mark.parametrize("key", GAMES)
def test_records_of_all_games_fit_the_published_schema(key: str, kind: type[Played]) -> None:
    record = kind(key, min(GAMES[key].seats), rounds=2).record
    jsonschema_rs.validator_for(SCHEMA).validate(record)
    read = read_record(file(record))
    assert read.to_json() == file(record)


OUTSIDE = [
    "picks as text", "picks beyond what can be", "no picks", "a pick below none", "a seat below the first",
    "a ninth seat", "a time that never comes", "a time in parts", "an escape sequence", "a line break",
    "a mark that turns text", "a line separator", "a text without end", "a kind that is none",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_outside_of_the_limits_fits_neither_schema_nor_reader(name: str) -> None:
    forged = FORGERIES[name].forge(copy_of(Lively("draw", 2).record))
    assert isinstance(forged, dict)
    assert not jsonschema_rs.validator_for(SCHEMA).is_valid(forged)
    with pytest.raises(NoRecord):
        read_record(file(forged))


def large(what: str) -> bytes:
    """Return a file as large as verifiers read, in one way or another."""
    record: Record = copy_of(Played("draw", 2, beacon=False).record)
    match what:
        case "very many steps":
            return fill_up(record, "", 5_800)
        case "texts as long as can be":
            return fill_up(record, "🤖" + "a" * 4095, 240)
        case "brackets":
            return b"[" * MOST_BYTES
        case "numbers":
            return b"{" + b'"a":' + b"[" + b"0," * (MOST_BYTES // 2 - 8) + b"0]}"
        case _:
            return b" " * (MOST_BYTES + 1)


def fill_up(record: Record, notation: str, times: int) -> bytes:
    """Write a record with `times` more steps for each MiB that is read."""
    was, hint = list(record["steps"]), {**record["steps"][1], "kind": "hint", "seat": 0, "notation": notation}
    record["steps"][2:2] = [dict(hint) for _ in range((MOST_BYTES >> 20) * times)]
    return file(renumber(record, was))


LARGE = ["very many steps", "texts as long as can be", "brackets", "numbers", "too large"]
FOUND = {"too large": INCOMPLETE, "very many steps": UNCOMPARED, "texts as long as can be": UNCOMPARED}
"""What both find."""
IN_BOUNDS = """
import re, sys
from bot.__main__ import main
code = main(["verify", sys.argv[1]])
status = open("/proc/self/status").read()
print(int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) // 1024, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.long
@pytest.mark.parametrize("what", LARGE)
def test_nothing_in_a_record_takes_more_than_ten_times_its_size(what: str, tmp_path: Path) -> None:
    file_ = tmp_path / "record.json"
    file_.write_bytes(large(what))
    assert (MOST_BYTES * 0.9) < len(file_.read_bytes()) <= MOST_BYTES + 1
    ours: Any = subprocess.run(
        [sys.executable, "-c", IN_BOUNDS, str(file_)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ours.returncode == FOUND.get(what, REFUSED), ours.stderr
    assert int(ours.stderr) < 10 * (MOST_BYTES >> 20), ours.stderr


@pytest.mark.long
@pytest.mark.parametrize("what", LARGE)
def test_the_second_verifier_reads_the_largest_record(what: str) -> None:
    with node() as other:
        assert other(large(what)).verdict == FOUND.get(what, REFUSED)
