"""The table: every fault of the list and every test of secrecy, with how often it is done in each form."""

from __future__ import annotations

from tests.faults import (
    cancelled,
    crashes,
    cuts,
    flips,
    hostile,
    kills,
    loops,
    places,
    poison,
    races,
    rough,
    secrecy,
    simulation,
    wire,
)
from tests.faults.frame import Experiment
from tests.faults.held import HELD

EXPERIMENTS = (
    Experiment("1", "kill -9, all games, SQLite", kills.sqlite, 60, 1000),
    Experiment("1p", "kill -9, all games, PostgreSQL", kills.postgresql, 20, 1000),
    Experiment("12", "the real bot killed, redeliveries, refused requests, SQLite", wire.kills_on_sqlite, 5, 1000),
    Experiment("12p", "the same on PostgreSQL", wire.kills_on_postgresql, 3, 1000),
    Experiment("11", "tokens that expire between a hand and its buttons", rough.tokens, 12, 1000),
    Experiment("14", "another bot deletes messages", rough.moderated, 12, 1000),
    Experiment("20", "gateway: op 7, op 9, close codes, events late and twice", rough.gateway, 8, 400),
    Experiment(
        "10", "the database stands still for four seconds: each press is acknowledged in time", rough.slow, 4, 100
    ),
    Experiment("12r", "limits of routes and of all, 429 that ask for seconds", rough.limited, 12, 400),
    Experiment("12l", "429 for longer than the library waits, on a route and on all", rough.rests, 2, 20),
    Experiment(
        "16w",
        "refusals by place: 50001, 50013, 50083, 160005, 160006, 200000, 30046 and others",
        places.refused,
        13,
        400,
    ),
    Experiment("27t", "SIGTERM in a burst of presses", rough.stopped, 2, 100),
    Experiment("S1", "twins of each game: what is observed and told", secrecy.seen, 200, 10_000),
    Experiment("S1w", "twins of each game: whole worlds, every channel", secrecy.told, 2, 200),
    Experiment("S2", "twins: number and order of messages", secrecy.order, 6, 500),
    Experiment("S5", "no tile in any line of the log, faults included", secrecy.logs, 12, 1000),
    Experiment("S6", "hostile ids, commands, options and forms", hostile.fuzzed, 500, 100_000),
    Experiment("S9", "hostile names", hostile.names, 6, 13),
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
    Experiment("CL", "control: a loop that dies at its first error", loops.dying, 1, 1),
    Experiment("24l", "loops outlive every error of the database", loops.living, 1, 1),
    Experiment("24", "restarts around due times, absences, a clock that is set", simulation.simulation, 400, 20_000),
    Experiment("24s", "the same seed gives the same logs", simulation.reproduced, 60, 2000),
    Experiment("C24", "control: no nonce", simulation.no_nonce, 60, 200),
    Experiment("C25", "control: time that is not given back", simulation.not_given_back, 60, 200),
    Experiment("27", "a press cancelled at any moment, and asked again", cancelled.cancelled, 210, 1000),
    Experiment("28", "a poisoned table among fifty, running and at the start", poison.poisoned, 30, 1000),
    *HELD,
)
