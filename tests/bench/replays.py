"""Replays of finished games of every kind: how many frames and kB they have, and how long making them takes.

A thousand games in the long run, a handful in the short one; none may be over the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

from bot.desk.replay import Job, made
from bot.table import report
from bot.table.film import MOST
from bot.table.model import Seen
from bot.table.stepwise import whole
from bot.talk.words import Texts, plain_names
from engine.game import Action
from renderers import RENDERERS
from tests.bench.measure import SHORT, Pace, show
from tests.bot.records import random_game
from tests.engine.play import Setup, honest, setups

GAMES_IN_ALL = 1000
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
    rows = [_row(name, [_cost(setup, f"{name} {n}") for n in range(each)]) for name, setup in kinds]
    show("Replays", ["", "games", "frames", "kB", "most kB", "s", "most s"], rows)


def _sensible(actions: Sequence[Action]) -> Sequence[Action]:
    """No bid above 4, without which games of Moon among such players last for hundreds of rounds; no foul."""
    return [
        action for action in honest(actions) if not str(action).startswith("bid ") or str(action) == "bid 4"
    ] or actions


def _cost(setup: Setup, seed: str) -> Cost:
    draft = random_game(setup.game, setup.options, setup.seats, seed, _sensible)
    seen = Seen(draft.table, None, draft.state.observe(None), chapters=draft.folded.chapters)
    words, look = Texts().words("en", plain_names(draft.table.seats)), RENDERERS[setup.game.key]
    job = Job(report.log(draft, draft.steps), setup.game, look, seen, {}, words)
    start = process_time()
    replay = whole(made(job, 0))
    cost = Cost(replay.frames, len(replay.gif), process_time() - start)
    assert cost.frames <= MOST, (seed, cost)
    assert cost.bytes <= LARGEST, (seed, cost)
    assert cost.seconds <= LONGEST, (seed, cost)
    return cost


def _row(name: str, costs: list[Cost]) -> list[str]:
    sizes, seconds = [cost.bytes / 1000 for cost in costs], [cost.seconds for cost in costs]
    return [
        name,
        str(len(costs)),
        f"{median(cost.frames for cost in costs):.0f}",
        f"{median(sizes):.0f}",
        f"{max(sizes):.0f}",
        f"{median(seconds):.1f}",
        f"{max(seconds):.1f}",
    ]
