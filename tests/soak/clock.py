"""A bot on a virtual clock lives for a simulated day, then for a week, with its loops counted."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bot.loops import Counts
from tests.end_to_end.house import House, house
from tests.end_to_end.test_clock import VirtualClock

MINUTE, DAY = 60, 24 * 3600


async def soak() -> list[str]:
    """What went wrong."""
    problems = []
    for days in (1, 7):
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder), ("Ana", "Ben"), clock=VirtualClock()) as here:
                problems += await _live(here, days)
    return problems


async def _live(here: House, days: int) -> list[str]:
    before = {loop.name: loop.counts for loop in here.client.parts.loops}
    for _ in range(days * DAY // (10 * MINUTE)):
        await here.env.advance_time(10 * MINUTE)
    problems = []
    for loop in here.client.parts.loops:
        runs = loop.counts.runs - before[loop.name].runs
        print(f"{days} days: {loop.name} ran {runs} times, failed {loop.counts.failures} times")
        problems += [f"{loop.name}, {days} days: {what}" for what in _wrong(loop.counts, runs, days * DAY, loop.every)]
    return problems


def _wrong(counts: Counts, runs: int, seconds: float, every: float) -> list[str]:
    wrong = []
    if runs < seconds / every - 1:
        wrong.append(f"ran {runs} times in {seconds} seconds instead of every {every}")
    if counts.failures:
        wrong.append(f"failed {counts.failures} times")
    return wrong
