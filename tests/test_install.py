"""What is declared is what is needed: the program installs, and runs, away from its sources."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKS = {"": (), "-demo": ("demo",), "-postgres": ("postgres",), "-dev": ("dev",), "-audit": ("audit",)}
"""Lock files by the end of their names, and what they hold beside what the bot itself needs."""


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with the program as `pip install .` leaves it, without its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(folder), str(ROOT)], check=True)
    return folder


def test_what_pip_installs_runs_in_an_empty_folder(installation: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "demo", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installation)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        assert process.stdout.readline().startswith("Boneyard is open at ")
    finally:
        process.terminate()
        process.communicate()


def test_what_pip_installs_holds_every_file_of_the_program(installation: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "bot", "engine", "renderers"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [name for name in tracked.stdout.split() if not (installation / name).exists()] == []


@pytest.mark.parametrize(("end", "extras"), LOCKS.items())
def test_a_lock_file_has_every_dependency_with_hashes_and_no_address(end: str, extras: tuple[str, ...]) -> None:
    lock = (ROOT / f"requirements{end}.txt").read_text()
    assert "://" not in lock
    pinned = re.findall(r"^([\w.-]+)==\S+(?: ; [^\\]+)? \\\n +--hash=sha256:", lock, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^\w", lock, re.MULTILINE))
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    assert {_project(line) for line in wanted} <= set(pinned)


def _project(requirement: str) -> str:
    """Return the name of a requirement, as lock files write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()


def test_time_zones_are_known_where_the_system_has_none() -> None:
    assert "tzdata" in {_project(line) for line in PROJECT["dependencies"]}
    known = [sys.executable, "-c", "from bot.table.clock.zones import find_zones; print(*find_zones('Europe/Berlin'))"]
    told = subprocess.run(
        known, cwd=ROOT, env={**os.environ, "PYTHONTZPATH": ""}, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "Europe/Berlin"
