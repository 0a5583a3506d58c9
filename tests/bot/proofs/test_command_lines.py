"""Both verifiers as they are called by hand: what is typed wrong is wrong usage, and no verdict."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.table.record.verify import UNCOMPARED
from tests.bot.proofs.books import Played, file

ROOT = Path(__file__).parents[3]
Program = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(params=["python", "node"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    if request.param == "node" and shutil.which("node") is None:
        pytest.skip("RECORDS NOT CHECKED BY ANOTHER LANGUAGE: there is no node on the PATH (apt install nodejs)")
    python = [sys.executable, "-m", "bot", "verify"]
    command = python if request.param == "python" else ["node", str(ROOT / "docs/verify.mjs")]

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        if request.param == "python" and not environment:
            return verify(*arguments)
        place = ROOT if request.param == "python" else tmp_path
        return subprocess.run(
            [*command, *arguments], cwd=place, env={**os.environ, **environment}, capture_output=True, check=False
        )

    return run


def verify(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m bot verify` in this process: importing takes a new one a second."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["verify", *arguments])
    return subprocess.CompletedProcess([], code, out.getvalue().encode(), err.getvalue().encode())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    place = tmp_path / "draw-12.json"
    place.write_bytes(file(Played("draw", 2, beacon=False).record))
    return place


@pytest.mark.parametrize(
    "typed", ["`abcdefghijklmnopqrstuv`", "abcdefghijklmnopqrstu", "abc/defghijklmnopqrstu", "<https://x>", "-x"]
)
def test_a_mistyped_head_or_link_is_wrong_usage(typed: str, program: Program, record: Path) -> None:
    answer = program(str(record), typed)
    assert (answer.returncode, answer.stdout) == (64, b"")
    assert b"is neither a head (22 characters) nor a link to a message." in answer.stderr


def test_a_head_that_begins_with_a_hyphen_is_looked_up(program: Program, record: Path) -> None:
    answer = program(str(record), "-" + 21 * "A")
    assert answer.returncode == 1
    assert b"The head -AAAAAAAAAAAAAAAAAAAAA, which you gave, isn't in the record." in answer.stdout


def test_a_file_that_is_not_there_is_wrong_usage(program: Program, tmp_path: Path) -> None:
    answer = program(str(tmp_path / "none.json"))
    assert (answer.returncode, answer.stdout) == (64, b"")


def test_an_output_that_knows_no_letters_beyond_ascii_ends_in_no_traceback(program: Program, record: Path) -> None:
    answer = program(str(record), PYTHONIOENCODING="ascii")
    assert answer.returncode == UNCOMPARED
    assert b"edited" in answer.stdout


def test_nothing_is_loaded_from_the_folder_in_which_it_is_called(program: Program, record: Path) -> None:
    planted = record.parent / "node_modules/@noble/curves"
    planted.mkdir(parents=True)
    (planted / "package.json").write_text('{"exports": {"./bls12-381": "./planted.js"}}')
    (planted / "planted.js").write_text("console.log('planted')")
    answer = program(str(record))
    assert b"planted" not in answer.stdout + answer.stderr
