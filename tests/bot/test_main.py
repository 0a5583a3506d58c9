"""What the process does around its imports."""

from __future__ import annotations

import ast
import gc
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from bot.__main__ import EXIT_INTERRUPTED, _pause_garbage_collection, main

ROOT = Path(__file__).parents[2]


def test_what_is_imported_is_never_looked_through_for_garbage_again() -> None:
    with _pause_garbage_collection():
        imported = [gc]
    assert gc.isenabled()
    assert not any(each is imported for each in gc.get_objects())


@pytest.mark.parametrize(
    "command", [["demo"], ["serve"], ["verify", "record.json"], ["backup", "copy.db"], ["forget", "1"]]
)
def test_ctrl_c_in_the_middle_of_any_command_is_no_traceback(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    for what in ("_demo", "_run_on_discord", "_verify", "_maintain", "_run_with_id"):
        monkeypatch.setattr(f"bot.__main__.{what}", interrupt)
    assert main(command) == EXIT_INTERRUPTED


LOST = """
import logging, sys
from bot import __main__ as program
from bot.runtime.logs import set_up

def run(chosen):
    set_up()
    logging.getLogger("bot").warning("this line has no room")
    return 0

program._run = run
sys.exit(program.main(["serve"]))
"""
"""A bot that ends well, though its log could not be written."""


def test_a_log_that_can_t_be_written_changes_no_exit_code() -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        assert subprocess.run([sys.executable, "-c", LOST], stderr=full, cwd=ROOT, env=buffered).returncode == 0


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"Boneyard \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("version", "told"),
    [((3, 10, 12), ["Boneyard needs Python 3.11 or newer; this is Python 3.10."]), ((3, 11, 0), [])],
)
def test_a_python_that_is_too_old_reads_one_line(version: tuple[int, ...], told: list[str]) -> None:
    """Parse it as Python 3.7 does, which knows less than any version in use."""
    source = (ROOT / "bot" / "__init__.py").read_text()
    said = list[str]()
    with patch.dict(sys.modules, sys=SimpleNamespace(version_info=version, exit=said.append)):
        exec(compile(ast.parse(source, feature_version=(3, 7)), "bot", "exec"), {})
    assert said == told


def test_all_that_the_readme_sets_up_asks_for_the_python_first() -> None:
    lines = [line.strip() for line in (ROOT / "README.md").read_text().splitlines() if "-m venv" in line]
    assert lines
    assert all(line.startswith("python3 -c 'import bot' && ") for line in lines)


@pytest.mark.parametrize("id", ["0", "-1", "9223372036854775808", "Ana", "<@1001>"])
def test_what_is_no_id_of_discord_is_refused_before_the_database_is_looked_for(
    id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["block", "--", id])
    assert ended.value.code == 2
    assert "argument USER|SERVER: invalid discord_id value" in capsys.readouterr().err
