"""One player can't fill a channel, and what is deleted there makes room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.talk.letter import Purpose
from tests.end_to_end.house import controls, house

OPEN = "Your table is open. Its card is in this channel: others press *Join* there."


async def test_a_player_with_three_tables_leaves_one_or_loses_one_that_was_deleted(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana = here.members[0]

        async def new() -> Any:
            answer = (await ana.slash(here.channel, "new", game="draw")).response
            await here.settle()
            return answer

        for _ in range(3):
            assert (await new()).content.startswith(OPEN)
        full = await new()
        assert full.content.startswith("3 tables of your own are open on this server")
        first, *_ = controls(full)
        assert [id.purpose for id in controls(full)] == 3 * [Purpose.LEAVE]
        await ana.click(full, custom_id=str(first))
        await here.settle()
        assert (await new()).content.startswith(OPEN)
        assert (await new()).content.startswith("3 tables of your own")
        await here.card.delete()
        assert (await new()).content.startswith(OPEN)
