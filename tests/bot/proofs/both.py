"""Both verifiers: this program's, and docs/verify.mjs in one process for many records."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.table.log.beacon import Network
from bot.table.record.verify import verify
from engine.games import GAMES
from tests.bot.drand import OURS

HERE = Path(__file__).parent
NOBLE = "BONEYARD_NOBLE"
"""Names the folder where the curve of the second verifier is installed; see docs/CONTRIBUTING.md."""


class Trusting(Network):
    """Takes every signature for the beacon's: what is tried beside them need not wait for the curve."""

    def agrees(self, round_: int, signature: bytes) -> bool:
        return True


TRUSTING = Trusting(OURS.genesis, OURS.period, OURS.key, OURS.chain)


class Answer(NamedTuple):
    verdict: int
    """On log and deals."""
    lines: Sequence[str]
    said: str
    """The verdict in words; of this program's also what the rules say of the moves."""


def here(data: bytes, seen: Sequence[str] = (), network: Network = OURS) -> Answer:
    """Return this program's verdict on log and deals."""
    verdict = verify(data, GAMES, seen, network)
    *lines, said = map(str, verdict.lines)
    return Answer(verdict.log_verdict, lines, said)


def assert_same(ours: Answer, theirs: Answer) -> None:
    """Check that both find the same of a record and print it alike, but for the moves, which one of them plays."""
    assert (ours.verdict, ours.said) == (theirs.verdict, theirs.said)
    assert list(ours.lines)[: len(theirs.lines)] == list(theirs.lines)


class Node:
    """The other program, for as many records as are asked about."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def __call__(self, data: bytes, seen: Sequence[str] = ()) -> Answer:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        said = json.dumps({"file": base64.b64encode(data).decode(), "seen": list(seen)})
        self.process.stdin.write(f"{said}\n")
        self.process.stdin.flush()
        return Answer(**json.loads(self.process.stdout.readline()))


@contextmanager
def node(key: str = "") -> Iterator[Node]:
    """Start it: without a key it takes every signature for the beacon's, with one it checks them."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("RECORDS NOT CHECKED BY ANOTHER LANGUAGE: there is no node on the PATH (apt install nodejs)")
    folder = _noble() if key not in ("", "none") else str(HERE)
    command = [program, str(HERE / "verify_many.mjs"), *([key] if key else [])]
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield Node(process)
        finally:
            process.kill()


def _noble() -> str:
    folder = os.environ.get(NOBLE)
    if not folder or not (Path(folder) / "node_modules/@noble/curves").is_dir():
        pytest.fail(
            f"docs/verify.mjs can't check signatures: {NOBLE} must name a folder with tests/bot/proofs/package*.json "
            "in which `npm ci` was run"
        )
    return folder


def key_of(network: Network) -> str:
    return replace(network).key.hex()
