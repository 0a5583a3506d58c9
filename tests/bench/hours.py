"""When people move: the players of `tests.day` at very many tables, over the time zones of the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR
from tests.day.play import MORNING, ROBOT_MEDIAN, living
from tests.day.waits import LIVELY

ZONES = {
    "America/New_York": 22, "America/Chicago": 12, "America/Los_Angeles": 14, "America/Sao_Paulo": 8,
    "Europe/London": 10, "Europe/Berlin": 18, "Asia/Kolkata": 6, "Asia/Tokyo": 6, "Australia/Sydney": 4,
}  # fmt: skip
"""How many of a hundred tables are played where: a guess, since Discord tells nobody."""
LIVE = 0.01
"""The share of running tables whose players sit there together: a guess too."""
SEATS = 3


def by_hour(tables: int, seed: int = 1) -> Sequence[float]:
    """Return how many moves one running table has in each hour of a day (UTC), seen over `tables`."""
    moves = Counter[int]()
    for number in range(tables):
        for at in _moves(number, Random(f"{seed} {number}")):
            moves[at // HOUR % 24] += 1
    return [moves[hour] / tables for hour in range(24)]


def _moves(number: int, rng: Random) -> Sequence[int]:
    """Return when the players of a table move on the second day; the first lets it run in."""
    zone = rng.choices([*ZONES], [*ZONES.values()])[0]
    hours = Hours(8 * 60, 23 * 60, zone)
    median = LIVELY if rng.random() < LIVE else ROBOT_MEDIAN
    company = [living(rng.randrange(10**9), median, hours) for _ in range(SEATS)]
    at, seat, moves = MORNING + rng.randrange(DAY), number, list[int]()
    first, last = MORNING + DAY, MORNING + 2 * DAY
    while (acts := company[seat % SEATS](at, MORNING)) is not None and acts < last:
        at, seat = acts, seat + 1
        if at >= first:
            moves.append(at)
    return moves
