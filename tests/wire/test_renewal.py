"""An open hand becomes the next one while Discord lets the bot change it, and stays as it is from then on."""

from __future__ import annotations

import pytest

from bot.talk.letter import Purpose
from tests.wire.loopback import Asked
from tests.wire.payloads import Payload
from tests.wire.people import Member, control, controls, private
from tests.wire.wired import Table, Wired

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]

ALMOST_OVER = 14 * 60 + 30
"""Seconds after which the token of an interaction is not used any more."""


def is_playable(message: Payload) -> bool:
    return any(id.purpose is Purpose.ACT for id in controls(message))


async def open_hand(table: Table, member: Member) -> Payload:
    """Return the hand of a member, in a message of its own."""
    assert table.turn is not None
    return await (await member.do(table.turn, Purpose.HAND)).answer()


async def play_turn(table: Table, member: Member, hand: Payload) -> Asked:
    """Press the first move of a hand, until the turn is over; the last press."""
    while True:
        pressed = await member.press(hand, control(hand, Purpose.ACT))
        hand = await pressed.answer()
        if not is_playable(hand):
            await table.wired.discord.until(lambda: table.turn is not None and table.mover is not member)
            return pressed


async def come_back(here: Wired) -> tuple[Table, Member, Payload, Asked]:
    """Return a table where a member played from an open hand, the other too, and it is their turn again."""
    table = await here.table("draw", "block")
    member = table.mover
    hand = await open_hand(table, member)
    pressed = await play_turn(table, member, hand)
    here.discord.ago = 0
    other = table.mover
    await play_turn(table, other, await open_hand(table, other))
    await here.discord.until(lambda: table.turn is not None and table.mover is member)
    return table, member, hand, pressed


async def wait_for_turn(here: Wired) -> tuple[Payload, Asked]:
    """Open a hand before its turn, which one message below it then brings.

    With more than one below it moves there. If a player had to pass, more may have come: then at another table.
    """
    while True:
        table = await here.table("draw", "block")
        member = table.mover
        await play_turn(table, member, await open_hand(table, member))
        assert table.turn is not None
        pressed = await member.do(table.turn, Purpose.HAND)
        hand, above, other = await pressed.answer(), len(table.messages), table.mover
        await play_turn(table, other, await open_hand(table, other))
        if len(table.messages) == above + 1:
            return hand, pressed


async def test_an_open_hand_becomes_the_next_one_in_its_place(here: Wired) -> None:
    here.discord.ago = 0
    hand, pressed = await wait_for_turn(here)
    await here.discord.until(lambda: is_playable(pressed.said[-1]))
    shown = pressed.said[-1]
    assert shown["id"] == hand["id"]
    assert shown["attachments"]
    assert here.discord.requests_to("PATCH", f"/webhooks/\\d+/{pressed.token}/messages/@original")


async def test_a_hand_whose_time_is_over_stays_as_it_is_and_the_next_press_makes_a_new_message(here: Wired) -> None:
    here.discord.ago = ALMOST_OVER
    table, member, hand, pressed = await come_back(here)
    new = await open_hand(table, member)
    assert is_playable(new)
    assert private(new)
    assert new["id"] != hand["id"]
    assert [r for r in here.discord.requests if pressed.token in r.path and r.method in ("PATCH", "DELETE")] == []


async def test_a_hand_that_is_opened_again_takes_the_older_message_away(here: Wired) -> None:
    table = await here.table()
    member, pressed = table.mover, r"/webhooks/\d+/{}/messages/@original"
    assert table.turn is not None
    older = await member.do(table.turn, Purpose.HAND)
    assert await older.answer() != await open_hand(table, member)
    await here.discord.until(lambda: bool(here.discord.requests_to("DELETE", pressed.format(older.token))))
    (taken_away,) = here.discord.requests_to("DELETE", pressed.format(older.token))
    await here.discord.until(lambda: taken_away.status > 0)
    assert taken_away.status == 204
