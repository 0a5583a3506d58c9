"""Players of a game that began under older rules read what they can do, press it, and the channel reads how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.letter import Purpose
from tests.end_to_end.house import controls, find_control, house


async def test_a_press_at_such_a_game_offers_its_end_and_all_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, {})
        turn = here.turn
        for name in ("bot.table.fold.RULES_VERSION", "bot.service.old.RULES_VERSION"):
            monkeypatch.setattr(name, 2)
        await here.restart()
        told = (await ana.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
        assert "began under version 1 of the rules" in told.content
        assert "all players must agree" in told.content
        end = next(id for id in controls(told) if id.purpose is Purpose.PROPOSE)
        waits = (await ana.click(told, custom_id=str(end))).response
        assert "1 of 2 players agree" in waits.content
        asked = here.messages[-1]
        assert f"<@{ana.id}> would end it" in asked.content
        await ana.click(asked, custom_id=str(end))
        assert here.messages[-1].id == asked.id  # nobody is asked twice
        over = (await ben.click(asked, custom_id=str(end))).response
        assert "The game is cancelled." in over.content
        assert "cancelled: all agreed" in here.messages[-1].content
        asked = next(message for message in here.messages if message.id == asked.id)
        assert f"<@{ana.id}> would end it" in asked.content
        assert end not in [id for message in here.messages for id in controls(message)]
        late = (await ben.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
        assert late.content
