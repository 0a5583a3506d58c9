"""The table: every fault of the list and every test of secrecy, with how often it is done in each form."""

from __future__ import annotations

from tests.faults import cancelled, crashes, cuts, flips, kills, poison, races, simulation
from tests.faults.cited import cited
from tests.faults.frame import Experiment

EXPERIMENTS = (
    Experiment("1", "kill -9, all games, SQLite", kills.sqlite, 60, 1000),
    Experiment("1p", "kill -9, all games, PostgreSQL", kills.postgresql, 20, 1000),
    Experiment("C1", "control: acknowledged before the commit", kills.too_early, 2, 10),
    Experiment("C1d", "control: asked again as if for the first time", kills.forgetful, 6, 20),
    Experiment("2", "power cut: unsynced writes gone or torn, all games", cuts.power, 150, 3000),
    Experiment("C2", "control: a power cut with synchronous=NORMAL", cuts.normal, 30, 300),
    Experiment("3", "PostgreSQL crashes, restarts, stands still", crashes.crashes, 4, 100),
    Experiment("4", "disk full, write, sync and read errors", cuts.failing, 200, 10_000),
    Experiment("5", "a flipped bit of the file, all games", flips.flips, 60, 1000),
    Experiment("6", "one press delivered twice, all games, two processes", races.twice, 210, 10_000),
    Experiment("7", "one button pressed twice, all games", races.double_click, 210, 1000),
    Experiment("8", "two presses at two processes, SQLite", races.two_at_once, 210, 10_000),
    Experiment("22", "two presses at two processes, PostgreSQL", races.two_on_postgresql, 140, 10_000),
    Experiment("9", "a press on a button of an earlier position", races.late, 210, 10_000),
    Experiment("26", "a move and its deadline at once", races.deadline, 210, 10_000),
    Experiment("C7", "control: no guard on the position", races.no_guard, 35, 35),
    Experiment("24", "restarts around due times, absences, a clock that is set", simulation.simulation, 400, 20_000),
    Experiment("24s", "the same seed gives the same logs", simulation.reproduced, 60, 2000),
    Experiment("C24", "control: no nonce", simulation.no_nonce, 60, 200),
    Experiment("C25", "control: time that is not given back", simulation.not_given_back, 60, 200),
    Experiment("27", "a press cancelled at any moment, and asked again", cancelled.cancelled, 210, 1000),
    Experiment(
        "5f",
        "a changed step is found by its hash alone; a damaged file is named",
        cited(
            "faults/test_flips.py::test_without_the_chain_a_changed_notation_would_pass",
            "bot/store/test_store.py::test_damage_is_found_and_only_that_table_rests",
            "bot/store/test_store.py::test_a_file_that_is_no_database_is_refused_in_a_sentence",
        ),
        4,
        4,
    ),
    Experiment(
        "1m",
        "kill -9 in each part of the migrations, both databases",
        cited("bot/store/test_store.py::test_a_migration_that_is_killed_leaves_nothing_and_runs_again"),
        10,
        10,
    ),
    Experiment(
        "22l",
        "a second process is refused, also after the server restarts",
        cited("faults/test_lock.py", "bot/store/test_store.py::test_a_second_process_is_refused_until_the_first_ends"),
        7,
        7,
    ),
    Experiment("25s", "a process stopped for hours", cited("faults/test_stopped.py"), 1, 1),
    Experiment("28", "a poisoned table among fifty, running and at the start", poison.poisoned, 30, 1000),
)
