"""Draw dominoes as a group plays it, from `/new` to the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.letters import Purpose
from tests.end_to_end.house import NAMES, find_control, house

SHORT = {"match": "rounds", "rounds": "2"}


@pytest.mark.parametrize("seats", [2, 4, 8])
async def test_a_match_is_played_to_its_end_by_buttons(tmp_path: Path, seats: int) -> None:
    async with house(tmp_path, NAMES[:seats]) as here:
        await here.open_table("draw", seats, SHORT)
        assert await here.play_by_buttons() > seats
        assert "over" in here.card.content


@pytest.mark.parametrize("seats", [2, 4, 8])
async def test_a_match_is_played_to_its_end_by_commands(tmp_path: Path, seats: int) -> None:
    async with house(tmp_path, NAMES[:seats]) as here:
        await here.open_table("draw", seats, SHORT)
        assert await here.play_by_commands() > seats
        assert "over" in here.card.content


async def test_a_game_goes_on_after_a_restart_and_old_buttons_work(tmp_path: Path) -> None:
    async with house(tmp_path, NAMES[:2]) as here:
        await here.open_table("draw", 2, SHORT)
        mover, turn = here.mover, here.turn
        await here.restart()
        shown = await mover.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))
        await here.restart()
        played = await here.press_a_move(mover, shown.response)
        assert played.acknowledged
        assert here.turn.id != turn.id
