"""What is special about Moon at the table: bids lie under the hand, and 21 is asked about once more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import NAMES, components, controls, find_control, house


def acts(message: Any) -> set[str]:
    """Return the moves that a message offers."""
    return {id.data for id in controls(message) if id.purpose is Purpose.ACT}


async def test_bids_lie_under_the_hand_and_none_in_public(tmp_path: Path) -> None:
    async with house(tmp_path, NAMES[:3]) as here:
        await here.open_table("moon", 3, {"target": "1"})
        first, turn = here.mover, here.turn
        assert acts(turn) == set()
        hand = (await first.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
        assert acts(hand) == {"pass", "bid 4", "bid 5", "bid 6", "bid 7", "bid 21"}
        bid = next(id for id in controls(hand) if id.data == "bid 5")
        await first.click(hand, custom_id=str(bid))
        second, turn = here.mover, here.turn
        assert second.id != first.id
        hand = (await second.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
        assert acts(hand) == {"pass", "bid 6", "bid 7", "bid 21"}


async def test_a_bid_of_21_is_asked_about_once_more_wherever_it_is_pressed_or_typed(tmp_path: Path) -> None:
    async with house(tmp_path, NAMES[:3]) as here:
        await here.open_table("moon", 3, {})
        first, turn = here.mover, here.turn
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        bid = str(ControlId(Purpose.ACT, 1, table.position_seq, "bid 21"))
        for typed in (False, True):
            if typed:
                hand = (await first.slash(here.channel, "bid", bid="21")).response
            else:
                hand = (await first.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
                await first.click(hand, custom_id=bid)
            asked = hand
            assert asked.ephemeral
            assert asked.content == (
                "21 promises all seven tricks. Taking them all wins the game. Missing one costs 21 points."
            )
            assert [part["label"] for part in components(asked)] == ["Back", "Bid 21"]
            assert [file.filename for file in asked.attachments] == ["hand.png"]
        assert here.turn.id == turn.id
        await first.click(hand, custom_id=str(find_control(hand, Purpose.HAND)))
        assert "bid 21" in acts(hand)
        await first.click(hand, custom_id=bid)
        await first.click(hand, custom_id=str(find_control(hand, Purpose.SURE)))
        assert "discard" in here.turn.content
