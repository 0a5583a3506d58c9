"""How things are timed: turn about, in CPU time of the process, as medians.

And how the figures are printed. The machine may be busy with something else and its pace changes, so a figure alone
says little: what counts is the ratio to the reference, taken slice by slice.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Any, NamedTuple

BATCH = 20
"""Games that are dealt before they are played, so that looking at the clock costs nothing."""


@dataclass(frozen=True)
class Pace:
    """How long to measure."""

    rounds: int
    seconds: float
    """CPU time of each slice."""
    times: int
    """How often something single is done."""


LONG = Pace(rounds=7, seconds=0.6, times=60)
SHORT = Pace(rounds=3, seconds=0.1, times=8)


class Engine(NamedTuple):
    """An engine's game: how it is dealt and played to its end; that gives the number of moves."""

    name: str
    deal: Callable[[], Any]
    play: Callable[[Any], int]


@dataclass
class Rates:
    """What an engine did, slice by slice."""

    moves: list[float] = field(default_factory=list)
    """Per second of play."""
    games: list[float] = field(default_factory=list)
    """Per second, the deal and the end included."""
    lengths: list[float] = field(default_factory=list)
    """Moves a game."""

    def add(self, engine: Engine, seconds: float) -> None:
        """Add one slice."""
        games = moves = 0
        dealing = playing = 0.0
        while dealing + playing < seconds:
            start = process_time()
            dealt = [engine.deal() for _ in range(BATCH)]
            middle = process_time()
            moves += sum(engine.play(each) for each in dealt)
            end = process_time()
            games, dealing, playing = games + BATCH, dealing + middle - start, playing + end - middle
        self.moves.append(moves / playing)
        self.games.append(games / (dealing + playing))
        self.lengths.append(moves / games)


def race(engines: Sequence[Engine], pace: Pace) -> dict[str, Rates]:
    """Run the engines turn about, a slice each."""
    gc.freeze()  # what was imported for one engine is no burden on the others
    rates = {engine.name: Rates() for engine in engines}
    for _ in range(pace.rounds):
        for engine in engines:
            rates[engine.name].add(engine, pace.seconds)
    return rates


def race_rows(rates: Mapping[str, Rates], references: Sequence[str]) -> list[list[str]]:
    """Return a row an engine: moves a second, ratios to the references, games a second, moves a game."""
    return [
        [
            name,
            f"{median(mine.moves):,.0f}",
            *(f"{ratio(mine.moves, rates[other].moves):.2f}" for other in references),
            f"{median(mine.games):,.0f}",
            *(f"{ratio(mine.games, rates[other].games):.2f}" for other in references),
            f"{median(mine.lengths):.1f}",
        ]
        for name, mine in rates.items()
    ]


def race_head(references: Sequence[str]) -> list[str]:
    """Return the columns of `race_rows`."""
    beside = [f"× {name}" for name in references]
    return ["", "moves/s", *beside, "games/s", *beside, "moves/game"]


def time_in_turn(works: Mapping[str, Callable[[], object]], times: int) -> dict[str, list[float]]:
    """Return CPU milliseconds of each work, done turn about `times` times, after once to warm up."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(times + 1):
        for name, work in works.items():
            start = process_time()
            work()
            if turn:
                spent[name].append(1000 * (process_time() - start))
    return spent


async def timed_async(work: Callable[[], Awaitable[object]]) -> float:
    """CPU milliseconds of one coroutine."""
    start = process_time()
    await work()
    return 1000 * (process_time() - start)


def ratio(mine: Sequence[float], reference: Sequence[float]) -> float:
    """Return the median of the ratios slice by slice."""
    return median(a / b for a, b in zip(mine, reference, strict=True))


def show(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table, the first column to the left and the others to the right."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    print(f"\n{title}")
    for place, line in enumerate(lines):
        first, *rest = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join([line[0].ljust(len(first)), *rest]).rstrip(), flush=True)
        if place == 0:
            print("  ".join("-" * width for width in widths))
