"""The table of faults is red wherever something was found, was done too seldom, or broke off."""

from __future__ import annotations

import io
import os
import signal
from pathlib import Path
from typing import NoReturn

import pytest

from tests.faults.cited import run_of_tests
from tests.faults.experiments import EXPERIMENTS
from tests.faults.frame import Experiment, Run, Tally, report, run_all
from tests.faults.kept import Kept


def results(run: Run, number: str = "1") -> tuple[bool, str]:
    """Return whether a row passes, and the table with it."""
    experiment = Experiment(number, "a fault", run, 3, 100)
    done = run_all([experiment], 7, full=False, jobs=1, limit=1.0, progress=io.StringIO())
    return done[0].is_passed, report(done, colours=True)


@pytest.mark.parametrize(
    ("tally", "passes", "control"),
    [
        (Tally(3), True, False),
        (Tally(4), True, False),
        (Tally(0), False, False),
        (Tally(3, lost=1), False, True),
        (Tally(3, doubled=1), False, True),
        (Tally(3, leaked=1), False, True),
        (Tally(3, other=["something"]), False, True),
    ],
)
def test_a_row_passes_if_it_was_done_often_enough_and_found_nothing(tally: Tally, passes: bool, control: bool) -> None:
    passed, table = results(lambda *_: tally)
    assert passed is passes
    assert ("\033[31m" in table) is not passes
    assert results(lambda *_: tally, "C1")[0] is control


def test_a_row_that_chance_let_do_too_little_goes_on_until_it_has_done_enough() -> None:
    def unlucky(times: int, seed: int) -> Tally:
        return Tally(times - (seed == 7))

    experiment = Experiment("1", "a fault", unlucky, 3, 100)
    for full, runs in ((False, 3), (True, 100)):
        (result,) = run_all([experiment], 7, full=full, jobs=1, limit=60.0, progress=io.StringIO())
        assert result.is_passed
        assert result.tally
        assert result.tally.runs == runs


def test_a_row_that_breaks_off_later_is_red_and_keeps_what_it_has() -> None:
    def later(times: int, seed: int) -> Tally:
        if seed > 7:
            raise RuntimeError("later")
        return Tally(times)

    experiment = Experiment("1", "a fault", later, 3, 100)
    (result,) = run_all([experiment], 7, full=True, jobs=1, limit=60.0, progress=io.StringIO(), seconds=600.0)
    assert not result.is_passed
    assert "3" in result.line()
    assert "RuntimeError: later" in report([result], colours=False)


def test_a_row_of_tests_is_red_if_one_of_them_is_gone() -> None:
    one = "faults/test_frame.py::test_each_row_has_a_number_of_its_own"
    assert not run_of_tests(one)(1, 7).other
    assert run_of_tests(one)(2, 7).other


def test_a_row_that_ends_with_an_error_is_red_and_says_where() -> None:
    def fails(times: int, seed: int) -> Tally:
        raise RuntimeError(f"{times} and {seed}")

    passed, table = results(fails)
    assert not passed
    assert "broke off" in table.splitlines()[1]
    assert "RuntimeError: 3 and 7" in table


def test_a_row_whose_process_is_killed_or_hangs_is_red() -> None:
    def kill_itself(*_: int) -> Tally:
        os.kill(os.getpid(), signal.SIGKILL)
        return Tally(3)

    def hangs(*_: int) -> NoReturn:
        while True:
            signal.pause()

    assert not results(kill_itself)[0]
    passed, table = results(hangs)
    assert not passed
    assert "in hangs" in table  # where it was


def test_each_row_has_a_number_of_its_own() -> None:
    numbers = [experiment.number for experiment in EXPERIMENTS]
    assert len(numbers) == len(set(numbers))


def test_the_long_form_says_how_much_of_it_there_was_time_for() -> None:
    experiment = Experiment("1", "a fault", lambda times, _: Tally(times), 3, 100)
    for seconds, runs, figure in ((0.0, "3", "0 in 3 of 100"), (600.0, "100", "0 in 100")):
        told = io.StringIO()
        (result,) = run_all([experiment], 7, full=True, jobs=1, limit=60.0, progress=told, seconds=seconds)
        assert result.is_passed
        assert runs in result.line()
        assert figure in result.line()


def test_a_control_goes_on_after_what_it_had_to_find() -> None:
    control = Experiment("C1", "a control", lambda times, _: Tally(times, lost=1), 3, 100)
    (result,) = run_all([control], 7, full=True, jobs=1, limit=60.0, progress=io.StringIO(), seconds=600.0)
    assert result.is_passed


def test_a_run_that_is_broken_off_goes_on_where_it_was_and_tells_the_sum(tmp_path: Path) -> None:
    def note_seed(times: int, seed: int) -> Tally:
        with (tmp_path / "seeds").open("a") as seeds:
            seeds.write(f"{seed} ")
        return Tally(times)

    experiment = Experiment("1", "a fault", note_seed, 3, 40)
    for seconds, passed, seeds in ((0.0, "3", "7"), (600.0, "40", "7 8 9 10"), (600.0, "40", "7 8 9 10")):
        told, kept = io.StringIO(), Kept(tmp_path / "kept", 7)
        (result,) = run_all(
            [experiment], kept.seed, full=True, jobs=1, limit=60.0, progress=told, seconds=seconds, kept=kept
        )
        assert result.line()[2] == passed
        assert (tmp_path / "seeds").read_text().split() == seeds.split()
    assert result.is_passed
    assert Kept(tmp_path / "kept", 9).seed == 7


def test_a_round_that_finds_a_fault_comes_again_with_its_seed(tmp_path: Path) -> None:
    def until_mended(times: int, seed: int) -> Tally:
        return Tally(times, lost=int(seed == 8 and not (tmp_path / "mended").exists()))

    experiment, kept = Experiment("1", "a fault", until_mended, 3, 40), Kept(tmp_path / "kept", 7)
    for passes in (False, True):
        (result,) = run_all([experiment], 7, full=True, jobs=1, limit=60.0, progress=io.StringIO(), kept=kept)
        assert result.is_passed is passes
        (tmp_path / "mended").touch()
    assert result.line()[2] == "40"


def test_what_is_written_while_the_machine_goes_down_counts_for_nothing(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept", 7)
    kept.add("1", Tally(3), 1.0, 2.0)
    with (tmp_path / "kept").open("a") as file:
        file.write('{"row": "1", "ta')
    kept = Kept(tmp_path / "kept", 7)
    kept.add("1", Tally(4), 1.0, 2.0)
    assert [each.tally.runs for each in kept.rounds("1")] == [3, 4]


def test_each_round_except_the_last_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "told"

    def waits(times: int, seed: int) -> Tally:
        while seed > 7 and "3 of 10, 0 found" not in file.read_text():
            os.sched_yield()
        return Tally(times)

    with file.open("w") as told:
        run_all([Experiment("1", "a fault", waits, 3, 10)], 7, full=True, jobs=1, limit=60.0, progress=told)
    assert "10 of 10" not in file.read_text()
