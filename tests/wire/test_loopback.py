"""The bot as it is shipped, on a real socket: what holds there while nothing fails."""

from __future__ import annotations

import pytest

from bot.talk.letter import Purpose
from tests.wire.people import controls, private
from tests.wire.wired import Wired

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]


async def test_a_table_is_opened_joined_begun_and_shown(here: Wired) -> None:
    table = await here.table()
    assert table.place == table.card
    assert table.turn is not None
    assert len(table.turn["attachments"]) == 1


async def test_only_the_player_who_pressed_sees_the_hand_and_its_button_plays(here: Wired) -> None:
    table = await here.table()
    mover, turn = table.mover, table.turn
    assert turn is not None
    hand = await (await mover.do(turn, Purpose.HAND)).answer()
    assert private(hand)
    assert len(hand["attachments"]) == 1
    before = len(here.discord.requests_to("POST", rf"/channels/{table.place}/messages"))
    played = await mover.press(hand, next(id for id in controls(hand) if id.purpose is Purpose.ACT))
    await played.answer()
    assert played.acknowledged == 7
    await here.discord.until(
        lambda: len(here.discord.requests_to("POST", rf"/channels/{table.place}/messages")) > before
    )


async def test_a_move_is_suggested_and_typed(here: Wired) -> None:
    table = await here.table()
    mover, turn = table.mover, table.turn
    suggested = await (await mover.suggestions("play", "tile", "", channel=table.place)).answer()
    played = await mover.type("play", channel=table.place, tile=suggested["choices"][0]["value"])
    assert private(await played.answer())
    await here.discord.until(lambda: table.turn not in (None, turn))


async def test_each_press_is_answered_once_and_in_time(here: Wired) -> None:
    table = await here.table()
    assert table.turn is not None
    presses = [await table.mover.do(table.turn, Purpose.HAND) for _ in range(5)]
    for press in presses:
        await press.answer()
    assert [len(press.said) for press in presses] == [1] * 5
    assert {request.status for request in here.discord.requests} <= {0, 200, 204}  # an older hand is being taken away
