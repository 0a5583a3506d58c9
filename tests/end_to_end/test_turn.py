"""A turn as its player lives it: called once, with one message for everybody, however often they draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, pings, press

FEW = {"match": "rounds", "rounds": "1", "hand_size": "3"}


async def moves(here: House) -> tuple[Any, list[ControlId]]:
    """The hand of the player to move, and its moves."""
    shown = await press(here.mover, here.turn, Purpose.HAND)
    return shown.response, [id for id in controls(shown.response) if id.purpose is Purpose.ACT]


async def until_drawn(here: House) -> tuple[Any, ControlId]:
    """Play until a player can only draw; their hand, and the button."""
    while True:
        hand, found = await moves(here)
        drawing = [id for id in found if id.data == "draw"]
        if drawing and len(found) == 1:
            return hand, drawing[0]
        await here.mover.click(hand, custom_id=str(found[0]))


@pytest.mark.parametrize("game", ["draw", "chickenfoot"])
async def test_a_draw_calls_nobody_again_and_shows_in_the_message_of_the_turn(tmp_path: Path, game: str) -> None:
    options = FEW if game == "draw" else {"set": "6", "rounds": "1"}
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table(game, 2, options)
        hand, draw = await until_drawn(here)
        turn, mover, called = here.turn, here.mover, pings(here)
        before, position = len(ours(here.place)), find_control(here.turn, Purpose.HAND)
        await mover.click(hand, custom_id=str(draw))
        await here.settled()
        assert find_control(here.turn, Purpose.HAND) != position
        assert (here.mover, here.turn.id, len(ours(here.place))) == (mover, turn.id, before)
        assert pings(here) == called
        assert f"<@{mover.id}> draws" in here.turn.content
        await here.play_by_buttons(3)
        line = next(message for message in ours(here.place) if message.id == turn.id)
        assert line.content.count(f"<@{mover.id}> draws") == 1
        assert not controls(line)


async def test_a_message_that_was_deleted_in_a_turn_that_goes_on_comes_back_without_a_call(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, FEW)
        hand, draw = await until_drawn(here)
        mover, called = here.mover, pings(here)
        await here.turn.delete()
        await mover.click(hand, custom_id=str(draw))
        await here.settled()
        assert here.mover == mover
        assert pings(here) == called
