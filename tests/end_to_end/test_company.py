"""What people settle beside their moves, as they meet it: leaving, taking a seat, votes, taking back, playing again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.letters import Purpose
from tests.end_to_end.house import House, components, controls, find_control, house
from tests.end_to_end.notices import ours

SHORT = {"match": "rounds", "rounds": "1"}


async def press(member: Any, message: Any, purpose: Purpose, data: str = "") -> Any:
    """Press the button of a message that is for something."""
    found = [id for id in controls(message) if id.purpose is purpose and data in ("", id.data)]
    pressed = await member.click(message, custom_id=str(found[0]))
    assert pressed.acknowledged
    return pressed.response


def fresh(here: House, message: Any) -> Any:
    """A public message as it is now."""
    return next(now for now in here.channel.history() if now.id == message.id)


async def test_a_rematch_takes_one_press_each_and_leaves_no_dead_button(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, SHORT)
        await here.play_by_buttons()
        card, result = here.card, next(m for m in reversed(ours(here.channel)) if find_control(m, Purpose.ANALYSIS))
        waits = await press(ana, result, Purpose.REMATCH)
        assert waits.ephemeral
        assert f"waits for <@{ben.id}>" in waits.content
        assert "Rematch 1/2" in [part["label"] for part in components(fresh(here, card))]
        began = await press(ben, fresh(here, card), Purpose.REMATCH)
        assert "The rematch is Draw Dominoes 2." in began.content
        assert "The rematch is Draw Dominoes 2." in fresh(here, card).content
        assert not controls(fresh(here, card))
        assert [id.purpose for id in controls(fresh(here, result))] == [Purpose.ANALYSIS]
        assert here.mover in (ana, ben)
        assert await here.play_by_buttons()
