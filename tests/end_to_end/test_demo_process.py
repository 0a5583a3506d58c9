"""The demo as a process of the system: its port, its end, and what it leaves behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.demo import why_keep_refused


def start_demo(folder: Path, port: int = 0, *more: str) -> subprocess.Popen[str]:
    """Start `python -m bot demo`, which keeps its files in this folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "demo", "--port", str(port), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
        preexec_fn=_heed_hangups,
    )


def _heed_hangups() -> None:
    """Undo what `nohup` does: the demo rightly keeps a signal ignored that was ignored at its start."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize("name", ["games?mode=memory.db", "games%41.db"])
def test_a_file_to_keep_whose_name_an_address_reads_otherwise_is_refused(name: str, tmp_path: Path) -> None:
    assert why_keep_refused(tmp_path / name) == f"--keep takes no file with ? or % in its path: {tmp_path / name}."


def run_refused(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """Run the demo with a command that it refuses before it begins, and return what it says."""
    assert main(["demo", *command]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_port_in_use_is_one_sentence_that_names_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start_demo(tmp_path, port)
        out, err = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert err == f"Port {port} is in use: try --port {port + 1}.\n"
    assert not list(tmp_path.iterdir())


def test_a_port_that_does_not_exist_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_refused(capsys, "--port", "80000") == "There is no port 80000: try --port 8123.\n"


def test_games_that_can_be_kept_nowhere_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = f"There is no folder {tmp_path / 'nowhere'}: --keep takes a file in a folder that is there.\n"
    assert run_refused(capsys, "--port", "0", "--keep", str(tmp_path / "nowhere" / "games.db")) == sentence
    process = start_demo(tmp_path, 0, "--keep", str(tmp_path))
    _, err = process.communicate()
    assert (process.returncode, err) == (1, f"The database file {tmp_path} cannot be opened: Is a directory.\n")


def test_the_terminal_tells_the_address_and_how_to_stop_and_what_is_kept_stays(tmp_path: Path) -> None:
    process = start_demo(tmp_path, 0, "--keep", str(tmp_path / "games.db"))
    assert process.stdout
    address, stopping = process.stdout.readline(), process.stdout.readline()
    assert address.startswith("Boneyard is open at http://127.0.0.1:")
    assert stopping == "Ctrl-C stops it.\n"
    process.send_signal(signal.SIGTERM)
    assert process.communicate() == ("", "")
    assert process.returncode == 0
    assert (tmp_path / "games.db").stat().st_size


@pytest.mark.parametrize(
    "signalled", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGINT, signal.SIGHUP]
)
def test_a_signal_or_a_closed_terminal_ends_the_demo_and_leaves_no_folder_behind(
    tmp_path: Path, signalled: signal.Signals
) -> None:
    process = start_demo(tmp_path)
    assert process.stdout
    assert "http://127.0.0.1" in process.stdout.readline()
    assert list(tmp_path.iterdir())
    process.send_signal(signalled)
    _, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert not list(tmp_path.iterdir())
