"""What is special about Moon at the table: bids are public, and one press on the turn message itself."""

from __future__ import annotations

from pathlib import Path

from bot.letters import Purpose
from tests.end_to_end.house import NAMES, components, controls, house


async def test_a_bid_is_one_press_on_the_turn_message_and_illegal_bids_are_disabled(tmp_path: Path) -> None:
    async with house(tmp_path, NAMES[:3]) as here:
        await here.open_table("moon", 3, {"target": "3"})
        first, turn = here.mover, here.turn
        bid = next(id for id in controls(turn) if id.purpose is Purpose.ACT and id.data == "bid 5")
        pressed = await first.click(turn, custom_id=str(bid))
        assert pressed.ephemeral
        assert here.mover.id != first.id
        dead = {part["label"] for part in components(here.turn) if part.get("disabled")}
        assert any("4" in label for label in dead)
        assert any("5" in label for label in dead)
        assert {id.data for id in controls(here.turn) if id.purpose is Purpose.ACT} == {
            "pass",
            "bid 6",
            "bid 7",
            "bid 21",
        }
