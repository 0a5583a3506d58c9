"""How long computer players think: CPU time of a move at the usual tables and at those with most to think about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from statistics import median
from time import process_time
from typing import Any

from engine.game import DEALER
from engine.games import GAMES
from engine.players import LEVELS, candidate_notations, judge
from tests.bench.measure import Pace, show
from tests.engine.play import Setup, walk

TABLES: Mapping[str, tuple[str, int, tuple[str, ...]]] = {
    "Draw, 2 seats": ("draw", 2, ()),
    "Draw, 4 seats": ("draw", 4, ()),
    "Block, 4 seats": ("draw", 4, ("mode=block",)),
    "Draw, 2 seats, four ends": ("draw", 2, ("layout=spinner",)),
    "Draw, 2 seats, double-18": ("draw", 2, ("set=18",)),
    "Draw, 8 seats, double-18": ("draw", 8, ("set=18",)),
    "Draw, 2 seats, double-18, four ends": ("draw", 2, ("set=18", "layout=spinner")),
    "Draw, 8 seats, double-18, four ends": ("draw", 8, ("set=18", "layout=cross")),
    "Moon": ("moon", 3, ()),
    "Chickenfoot, 4 seats": ("chickenfoot", 4, ()),
    "Chickenfoot, 2 seats, double-18": ("chickenfoot", 2, ("set=18",)),
    "Chickenfoot, 8 seats, double-18": ("chickenfoot", 8, ("set=18",)),
    "Blockers, 2 seats": ("blockers", 2, ()),
    "Blockers, 2 seats, profi": ("blockers", 2, ("variant=profi",)),
    "Blockers, 4 seats": ("blockers", 4, ()),
    "Blockers, 5 seats": ("blockers", 5, ()),
    "Fives, 2 seats": ("fives", 2, ()),
    "Fives, 4 seats": ("fives", 4, ()),
    "Fives, 2 seats, every double with four arms": ("fives", 2, ("spinner=all",)),
    "Texas 42": ("fortytwo", 4, ()),
    "Texas 42, all that a table can want": ("fortytwo", 4, ("nello=own", "plunge=on", "splash=on", "no_trump=any")),
}
SHARE = 0.15
"""The share of the decisions in a random game that are thought about."""


def run(pace: Pace) -> None:
    """Print the table."""
    head = ["", "moves", *(f"{level}, {what}" for level in LEVELS for what in ("median", "worst"))]
    rows = [_row(name, _setup(*table), pace.times // 2) for name, table in TABLES.items()]
    show("Computer players, ms of a move (a clock stops them within 1,000)", head, rows)


def _setup(key: str, seats: int, changes: tuple[str, ...]) -> Setup:
    game = GAMES[key]
    options = game.options()
    for change in changes:
        options = options.with_option(*change.split("="))
    return Setup(game, options, seats)


def _row(name: str, setup: Setup, times: int) -> list[str]:
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    decisions = _decisions(setup, Random(name))
    for _ in range(times):
        seen = next(decisions)
        for level, each in spent.items():
            start = process_time()
            judge(setup.game, level, seen, Random(1))
            each.append(1000 * (process_time() - start))
    figures = [f"{ms:.1f}" for each in spent.values() for ms in (median(each), max(each))]
    return [name, str(times), *figures]


def _decisions(setup: Setup, rng: Random) -> Iterator[Any]:
    """Yield what seats saw that had something to choose, from the first turn to the last."""
    while True:
        for turn in walk(setup, rng):
            if turn.before.to_act == DEALER or turn.before.automatic() is not None or rng.random() > SHARE:
                continue
            seen = turn.before.observe(turn.before.to_act)
            if len(candidate_notations(seen)) > 1:
                yield seen
