"""The loops of the whole bot: no fault of the database ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from structlog.testing import capture_logs

from bot.runtime.loops import Loop
from bot.store import Store
from bot.table.refusals import Busy, Damaged, StorageFull
from tests.end_to_end.house import House, house
from tests.end_to_end.test_clock import VirtualClock

MINUTE = 60
ERRORS = (
    Busy(),
    StorageFull(),
    Damaged(),
    OSError(5, "Input/output error"),
    ConnectionResetError(104, "the server closed the connection"),
    TimeoutError(),
    AssertionError(),
    asyncio.CancelledError(),
)


@contextmanager
def failing(error: BaseException) -> Iterator[None]:
    """Let the database answer everything by an error."""

    async def run(*_: Any) -> Any:
        raise error

    with patch.object(Store, "run", run):
        yield


def loops(here: House) -> list[Loop]:
    """Return all loops that ask the database in any case; one does only if time is to be given back."""
    return [loop for loop in here.client.parts.loops if loop.name != "time given back"]


async def test_every_loop_outlives_every_error_of_the_database(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        with capture_logs() as logged:
            for number, error in enumerate(ERRORS, start=1):
                with failing(error):
                    await here.env.advance_time(10 * MINUTE)
                for loop in loops(here):
                    assert loop.counts.failing >= 1, (loop.name, error)
                await here.env.advance_time(10 * MINUTE)
                for loop in loops(here):
                    assert loop.counts.failing == 0, (loop.name, error)
                assert len([line for line in logged if line["log_level"] == "error"]) == number * len(loops(here))
        assert all(loop.counts.closest_runs >= loop.rest - 1e-6 for loop in loops(here))
        names = {line["loop"] for line in logged if line["event"] == "loop works again"}
        assert names == {loop.name for loop in loops(here)}


async def test_a_computer_player_moves_on_after_the_database_was_busy_for_some_minutes(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), clock=VirtualClock(), pace=1.0) as here:
        await here.open_table("draw", 1, {}, "easy", "easy")
        with failing(Busy()):
            await here.env.advance_time(3 * MINUTE)
        for _ in range(3):
            await here.env.advance_time(MINUTE)
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert table.mover is not None
        assert table.mover.user == here.members[0].id


async def test_in_tests_a_loop_waits_for_the_simulated_clock_however_long_they_take(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        beat = here.client.parts.upkeep.beat
        runs = beat.counts.runs
        beat.ring(3.0)  # as in the last seconds of a real minute
        await here.members[0].slash(here.channel, "help")
        assert beat.counts.runs == runs
        await here.env.advance_time(3)
        assert beat.counts.runs == runs + 1
