"""Replays of finished games of every kind: frames, kB, and how long they take.

A thousand games in the long run, a handful in the short one; none may be over the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple

from bot.desk.replay import Job, make_replay
from bot.table.log.model import Seen
from bot.table.record import report
from bot.table.record.film import MAX_FRAMES
from bot.table.record.stepwise import run_to_end
from bot.talk.words import Texts, plain_names
from engine.game import Action
from renderers import RENDERERS
from tests.bench.measure import SHORT, Pace, show
from tests.bot.records import random_game
from tests.engine.play import Setup, honest, setups

GAMES_IN_ALL = 1000
HEAD = ["", "games", "frames", "most", "kB p50", "p95", "max", "s p50", "p95", "max"]
LARGEST, LONGEST = 10 * 2**20, 20.0
"""The limits: bytes that Discord takes, and seconds of making."""


class Cost(NamedTuple):
    """What one replay takes."""

    frames: int
    bytes: int
    seconds: float


def run(pace: Pace) -> None:
    """Print one row for each preset of each game and number of seats, over all games of that kind."""
    every = list(setups().items())
    kinds = every if pace.rounds > SHORT.rounds else every[:: max(1, len(every) // 5)]
    each = max(1, GAMES_IN_ALL // len(kinds)) if pace.rounds > SHORT.rounds else 1
    rows = (_row(name, [_cost(setup, f"{name} {n}") for n in range(each)]) for name, setup in kinds)
    show("Replays", HEAD, rows)


def _sensible(actions: Sequence[Action]) -> Sequence[Action]:
    """No bid above 4, without which games of Moon among such players last for hundreds of rounds; no foul."""
    return [
        action for action in honest(actions) if not str(action).startswith("bid ") or str(action) == "bid 4"
    ] or actions


def _cost(setup: Setup, seed: str) -> Cost:
    draft = random_game(setup.game, setup.options, setup.seats, seed, _sensible)
    seen = Seen(draft.table, None, draft.state.observe(None), chapters=draft.position.chapters)
    words, look = Texts().words("en", plain_names(draft.table.seats)), RENDERERS[setup.game.key]
    job = Job(report.open_log(draft, draft.steps), setup.game, look, seen, {}, words)
    start = process_time()
    replay = run_to_end(make_replay(job, 0))
    cost = Cost(replay.frames, len(replay.gif), process_time() - start)
    assert cost.frames <= MAX_FRAMES, (seed, cost)
    assert cost.bytes <= LARGEST, (seed, cost)
    assert cost.seconds <= LONGEST, (seed, cost)
    return cost


def _row(name: str, costs: list[Cost]) -> list[str]:
    frames = sorted(cost.frames for cost in costs)
    sizes, seconds = sorted(cost.bytes / 1000 for cost in costs), sorted(cost.seconds for cost in costs)
    shown = [f"{value:.0f}" for value in (median(frames), frames[-1], *_spread(sizes))]
    return [name, str(len(costs)), *shown, *(f"{value:.1f}" for value in _spread(seconds))]


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the middle of sorted values, the one that 95 of 100 do not exceed, and the greatest."""
    return median(values), values[ceil(0.95 * len(values)) - 1], values[-1]
