"""`/stats` and `/top` in Discord: one private answer each, with its picture and its description."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.end_to_end.house import house


async def test_a_finished_game_is_in_the_statistics_that_its_player_reads(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        early: Any = await here.members[0].slash(here.channel, "stats")
        assert early.ephemeral
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.play_by_buttons(2)
        await here.play_to_end()
        await here.client.service.statistics.count_pending_games()
        before = len(here.recorder.requests)
        for command in ("stats", "top"):
            answered: Any = await here.members[0].slash(here.channel, command)
            assert answered.ephemeral
        sent = [upload for request in here.recorder.requests[before:] for upload in request.uploads]
        assert [upload.filename for upload in sent] == ["stats.png", "top.png"]
        assert all(upload.data.startswith(b"\x89PNG") for upload in sent)
