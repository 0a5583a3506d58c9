"""`/record` answers with two files: one that can be checked, one that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.table.record.verify import UNCOMPARED, verify
from engine.games import GAMES
from tests.bot.tools import FixedClock
from tests.end_to_end.house import House, house

SIMULATED = 1_767_225_600
"""When the simulated Discord begins, in UTC seconds."""


async def files(here: House) -> dict[str, str]:
    """Return the files that the first member gets, by name."""
    before = len(here.recorder.requests)
    answered: Any = await here.members[0].slash(here.channel, "record")
    assert answered.ephemeral
    sent = [upload for request in here.recorder.requests[before:] for upload in request.uploads]
    return {upload.filename: upload.data.decode() for upload in sent}


async def test_a_record_can_be_read_and_checked(tmp_path: Path) -> None:
    clock = FixedClock()
    clock.time = SIMULATED  # ids of messages tell the time too
    async with house(tmp_path, clock=clock) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        running = await files(here)
        assert "is dealt" not in running["draw-1.txt"]
        assert verify(running["draw-1.json"].encode(), GAMES).code == UNCOMPARED
        await here.play_by_buttons(2)
        await here.play_to_end()
        over = await files(here)
        assert list(over) == ["draw-1.json", "draw-1.txt"]
        assert verify(over["draw-1.json"].encode(), GAMES).code == UNCOMPARED
        assert over["draw-1.txt"].startswith("Draw Dominoes #1\n----------------\n")
        assert "Players: Ana, Ben\n" in over["draw-1.txt"]
        assert "Ana is dealt " in over["draw-1.txt"]
        assert "Ana" not in over["draw-1.json"]
