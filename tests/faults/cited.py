"""Rows that tests of the suite show: the same tests are run, and each that passes counts as a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults.frame import Run, Tally

ROOT = Path(__file__).parents[2]


@dataclass(eq=False)
class Counting:
    """A plugin of pytest that counts."""

    tally: Tally = field(default_factory=Tally)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.tally.runs += 1
        elif not report.passed:
            self.tally.other.append(f"{report.nodeid}: {report.outcome}")


def run_of_tests(*names: str) -> Run:
    """Run these tests: `file.py::test`, from the folder of tests on, or whole files."""

    def run(times: int, _seed: int) -> Tally:
        counting = Counting()
        tests = [str(ROOT / "tests" / name) for name in names]
        options = ["-n", "0", "-p", "no:cacheprovider", "-q", "-m", "long or not long", "--rootdir", str(ROOT)]
        code = pytest.main([*options, *tests], plugins=[counting])
        if code:
            counting.tally.other.append(f"pytest ended with {code}")
        if counting.tally.runs < times:
            counting.tally.other.append(f"{counting.tally.runs} cases where there should be {times}")
        return counting.tally

    return run
